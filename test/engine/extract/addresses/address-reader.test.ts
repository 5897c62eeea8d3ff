import { describe, expect, it } from 'vitest'
import { findAddresses } from '../../../../src/engine/extract/addresses/address-reader.ts'
import { findWordedAddresses, maySpell } from '../../../../src/engine/extract/addresses/worded-address.ts'

const RULES = { localSuffixes: new Set(['example', 'test']), siteDomain: 'acme.example' }
const find = (text: string): string[] => findAddresses(text, RULES).map((one) => one.address.full)

describe('reading an address from a text', () => {
  it.each([
    ['Write to Jo.Doe@Acme.Example.', 'jo.doe@acme.example'],
    ["O'Brien: jo.o'brien@acme.example", "jo.o'brien@acme.example"],
    ['r&d@acme.example', 'r&d@acme.example'],
    ['jo+news_1-x@mail.acme.example', 'jo+news_1-x@mail.acme.example'],
    ["'jo@acme.example'", 'jo@acme.example'],
    ['(jo@acme.example)', 'jo@acme.example'],
    ['Email:jo@acme.example', 'jo@acme.example'],
    ['mailto:jo@acme.example', 'jo@acme.example'],
    ['邮箱jo@acme.example联系', 'jo@acme.example'],
    ['почта:jo@acme.example', 'jo@acme.example'],
    ['почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['jo@bücher.example', 'jo@xn--bcher-kva.example'],
    ['12345678@acme.example', '12345678@acme.example'],
    ['jo@163.com', 'jo@163.com'],
    ['JO@ACME.CO.UK', 'jo@acme.co.uk'],
    ['jo@acme.co.uk/ida', 'jo@acme.co.uk'],
    ['https://acme.example/?mail=jo@acme.example', 'jo@acme.example'],
    ['http://mailto:jo@acme.example', 'jo@acme.example'],
    ['jo @ acme.example', 'jo@acme.example'],
    ['E-Mail: info @ other.de', 'info@other.de'],
    ['jane.doe @ other.de', 'jane.doe@other.de'],
    ['Verger | jane_doe @ other.de | Mill House', 'jane_doe@other.de'],
    ['jo﹫acme.example', 'jo@acme.example'],
  ])('%s', (text, address) => {
    expect(find(text)).toEqual([address])
  })

  it('returns the position of each address', () => {
    const text = 'a: jo@acme.example, b: ida@acme.example'
    expect(findAddresses(text, RULES).map(({ start, end }) => text.slice(start, end))).toEqual([
      'jo@acme.example',
      'ida@acme.example',
    ])
  })
})

describe('the word for @ in capitals', () => {
  it.each([
    ['Jo, jo.doe AT acme.org', ['jo.doe@acme.org']],
    ['e-mail: jo AT acme.org', ['jo@acme.org']],
    ['Find us AT acme.org', []],
    ['LIVE AT acme.org', []],
  ])('%s', (text, addresses) => {
    expect(findWordedAddresses(text, RULES).map(({ address }) => address.full)).toEqual(addresses)
    expect(maySpell(text) || addresses.length === 0).toBe(true)
  })
})

describe('removing what layout and encodings left on an address', () => {
  it.each([
    ['555-0100jo@acme.com', 'jo@acme.com'],
    ['+353 1 5550100jo@acme.com', 'jo@acme.com'],
    ['jo@acme.com.Call us', 'jo@acme.com'],
    ['jo@acme.comPhone 5', 'jo@acme.com'],
    ['jo@acme.com555-0100', 'jo@acme.com'],
    ['jo@acme.com-tel', 'jo@acme.com'],
    ['jo@acme.com.telefon', 'jo@acme.com'],
    ['jo@acme.com...', 'jo@acme.com'],
    ['jo@acme.com..tel', 'jo@acme.com'],
    ['%20jo@acme.com', 'jo@acme.com'],
    ['u003ejo@acme.com', 'jo@acme.com'],
    ['\\njo@acme.com', 'jo@acme.com'],
    ['\\u003ejo@acme.com', 'jo@acme.com'],
    ['•-jo@acme.com', 'jo@acme.com'],
    ['...jo@acme.com', 'jo@acme.com'],
  ])('%s', (text, address) => {
    expect(find(text)).toEqual([address])
  })

  it.each([['2016conference@acme.com'], ['4you2@acme.com'], ['jo@acme.tel'], ['jo@domain.acme.com']])(
    'leaves %s alone',
    (text) => {
      expect(find(text)).toEqual([text.toLowerCase()])
    },
  )
})

describe('what is not an address', () => {
  it.each([
    ['a picture for dense screens', 'logo@2x.png photo@3x.com'],
    ['a file', 'report@acme.com.pdf style@main.css backup@site.zip'],
    ['a version of a package', 'vue@2.6.11 pkg@1.2 lib@v3.1.0-beta.io'],
    ['a name without a top-level domain', 'jo@acme jo@acme.nowhereland jo@localhost root@host.local a@b.corp.internal'],
    ['a reserved name', 'jo@example.com jo@example.org jo@mail.example.net jo@example.co.uk'],
    ['a host in a template', 'jo@domain.com jo@yourdomain.com jo@your-company.com jo@company.com'],
    ['a name in a template', 'you@acme.com yourname@acme.com firstname.lastname@acme.com vorname.nachname@acme.com'],
    ['a name in a template with a tag', 'yourname+news@acme.com username+tag@acme.com somebody+shop@acme.com'],
    ['an example at a mail service', 'email@gmail.com name@email.com john.doe@gmail.com'],
    [
      'a key',
      '0123456789abcdef0123456789abcdef@acme.com f81d4fae-7dec-11d0-a765-00a0c91e6bf6@acme.com jo@o1.ingest.sentry.io',
    ],
    ['a handle of a federated network', '@jo@social.example'],
    ['an address in an address', 'a@b.com@c.com'],
    ['a place of a repository', 'git@host.com:jo/code.git'],
    ['a URL with a user', 'https://jo@acme.com/x ftp://jo:secret@acme.com'],
    ['a handle', 'follow @acme.com and @jo'],
    ['a meeting', 'Lunch @ noma.dk'],
    ['a meeting in small letters', 'lunch @ noma.dk'],
    ['a meeting of several words', 'see jane.doe @ noma.dk'],
    ['a meeting that goes on', 'late.lunch @ noma.dk on Monday'],
    ['a rule of a style sheet', '@media screen{a@b}'],
    ['a number', '3@4.50 12@1.000'],
    ['a domain in numbers', 'jo@127.0.0.1'],
    ['a local part longer than any', `${'a'.repeat(65)}@acme.com`],
    ['an end without a host', 'jo@ jo@. jo@-.com @'],
  ])('%s', (_, text) => {
    expect(find(text)).toEqual([])
  })

  it("except for a mailbox with a template's name, at its own domain", () => {
    expect(find('email@acme.com name@acme.com')).toEqual(['email@acme.com', 'name@acme.com'])
  })
})
