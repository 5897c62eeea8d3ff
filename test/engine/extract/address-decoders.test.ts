import { describe, expect, it } from 'vitest'
import { addressesOf, onlyAddress } from '../../support/records/scanned-page.ts'

const ADDRESS = 'jo@acme.example'

/** Encodes as Cloudflare does: a key, then every byte XOR the key, in hexadecimal. */
const cloudflare = (text: string, key = 0x5a): string =>
  Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex')

const rot13 = (text: string): string =>
  text.replace(/[a-z]/g, (char) => String.fromCharCode(((char.charCodeAt(0) - 97 + 13) % 26) + 97))

/** Encodes as TYPO3 does: each character is shifted cyclically within its range. */
const shifted = (text: string, by: number): string =>
  text.replace(/[+-:@-Za-z]/g, (char) => {
    const code = char.charCodeAt(0)
    const [low, high] = code <= 0x3a ? [0x2b, 0x3a] : code <= 0x5a ? [0x40, 0x5a] : [0x61, 0x7a]
    const size = high - low + 1
    return String.fromCharCode(low + ((((code - low + by) % size) + size) % size))
  })

const codes = (text: string): string =>
  Array.from(text)
    .map((char) => char.charCodeAt(0))
    .join(',')
const percent = (text: string): string =>
  Array.from(text)
    .map((char) => `%${char.charCodeAt(0).toString(16)}`)
    .join('')
const references = (text: string): string =>
  Array.from(text)
    .map((char) => `&#${char.charCodeAt(0)};`)
    .join('')
const backwards = (text: string): string => Array.from(text).reverse().join('')

describe('Cloudflare protection', () => {
  it.each([
    `<span data-cfemail="${cloudflare(ADDRESS)}">[email&#160;protected]</span>`,
    `<a href="/cdn-cgi/l/email-protection#${cloudflare(ADDRESS, 0)}">x</a>`,
    `<a href="https://acme.example/cdn-cgi/l/email-protection#${cloudflare(ADDRESS, 255)}">x</a>`,
  ])('is decoded in %s', (html) => {
    expect(onlyAddress(html)).toMatchObject({ value: ADDRESS, channels: ['cloudflare'], quality: 'high' })
  })

  it.each(['', 'zz', '5a', '5a33', cloudflare('a price of 3 @ 4.50'), cloudflare('logo@2x.png'), 'ab'.repeat(5_000)])(
    'returns nothing for %s',
    (hex) => {
      expect(addressesOf(`<span data-cfemail="${hex}">x</span>`)).toEqual([])
    },
  )
})

describe('scripts that print an address', () => {
  it.each([
    [`document.write('jo' + '@' + 'acme.example')`],
    [`var a = "jo", b = 'acme.example'; el.innerHTML = '<a href="mailto:' + a + '@' + b + '">' + a + "</a>"`],
    [`var m = 'jo'; m += '@'; m = m + 'acme' + '.example'`],
    [`const u = 'jo'; document.write(\`<a href="mailto:\${u}@acme.example">\`)`],
    [`document.write(String.fromCharCode(${codes(ADDRESS)}))`],
    [`var codes = [${codes(ADDRESS)}]; show(codes)`],
    [`document.write("jo\\x40acme.example")`],
    [`document.write('jo\\u0040acme.example')`],
    [`document.write(unescape('${percent(`<a href="mailto:${ADDRESS}">`)}'))`],
    [`document.write(decodeURIComponent("${percent(ADDRESS)}"))`],
    [`link.href = 'mailto:' + atob('${Buffer.from(ADDRESS).toString('base64')}')`],
    [`document.write(['jo', 'acme.example'].join('@'))`],
    [`document.write('${backwards(ADDRESS)}'.split('').reverse().join(''))`],
    [`document.write('jo[at]acme.example'.replace('[at]', '@'))`],
    [`document.write('jo#acme.example'.replace(/#/g, '@'))`],
    [`document.write('<a href="mailto:jo@acme.example">write</a>')`],
    [`var prefix = 'ma' + 'il' + 'to'; var addy1 = 'j&#111;' + '&#64;'; addy1 = addy1 + 'acme' + '&#46;' + 'example';`],
    [`location.href = decrypt('${shifted(`mailto:${ADDRESS}`, 2)}') // linkTo_UnCryptMailto`],
    [`document.write(rot13('${rot13(`<a href="mailto:${ADDRESS}">`)}'))`],
    [`showMail('jo', 'acme.example')`],
    [`writeEmail("jo", "acme", "example")`],
  ])('are read without being run: %s', (script) => {
    expect(onlyAddress(`<script>${script}</script>`)).toMatchObject({ value: ADDRESS, quality: 'medium' })
  })

  it('undo the substitution with a key that generators print', () => {
    const key = 'abcdefghijklmnopqrstuvwxyz'
    const coded = ADDRESS.replace(/[a-z]/g, (char) => key.charAt((key.indexOf(char) + ADDRESS.length) % key.length))
    const script = `coded = "${coded}"\nkey = "${key}"\nshift=coded.length\ndocument.write("<a href='mailto:"+link+"'>")`
    expect(addressesOf(`<script>${script}</script>`)).toEqual([ADDRESS])
  })

  it.each([`track(['_event', 'Email', 'Click', 'jo@acme.example'])`, `push({ a: 'jo@acme.example' })`])(
    'do not join the arguments of %s',
    (script) => {
      expect(addressesOf(`<script>${script}</script>`)).toEqual([ADDRESS])
    },
  )

  it.each([
    `/* author: Jo <jo@acme.example> */ var mail = 'x' + y`,
    `// by jo@acme.example\nvar a = 'b' + 'c'`,
    `Sentry.init({ dsn: "https://0123456789abcdef0123456789abcdef@errors.acme.example/1" })`,
    `x = unknown + '@' + 'acme.example'`,
    `load('vue@2.6.11/dist', 'pkg@latest')`,
  ])('return nothing for: %s', (script) => {
    expect(addressesOf(`<script>${script}</script>`)).toEqual([])
  })
})

describe('attributes that hide an address', () => {
  it.each([
    `<a href="javascript:linkTo_UnCryptMailto('${shifted(`mailto:${ADDRESS}`, 1)}');">x</a>`,
    `<a href="javascript:linkTo_UnCryptMailto(%27${encodeURIComponent(shifted(`mailto:${ADDRESS}`, -3))}%27);">x</a>`,
    `<a href="#" data-mailto-token="${shifted(`mailto:${ADDRESS}`, 5)}" data-mailto-vector="5">x</a>`,
    `<a href="javascript:location='mailto:'+'jo'+'@'+'acme.example'">x</a>`,
    `<a href="#" onmouseover="this.href='mai'+'lto:'+'jo'+'&#64;'+'acme.example'">x</a>`,
    `<a href="#" onclick="sendMail('jo','acme.example')">x</a>`,
    `<a href="${rot13('mailto:')}${rot13(ADDRESS)}">x</a>`,
    `<span data-enc-email="${rot13('jo[at]acme.example')}"></span>`,
    `<span data-email="${Buffer.from(ADDRESS).toString('base64')}"></span>`,
    `<span data-x="${Buffer.from(ADDRESS).toString('base64')}"></span>`,
    `<span data-key="${Buffer.from(`mailto:${ADDRESS}`).toString('base64')}"></span>`,
    `<span data-email="${backwards(ADDRESS)}"></span>`,
    `<span data-user="jo" data-domain="acme.example"></span>`,
    `<span data-name="jo" data-domain="acme" data-tld="example"></span>`,
    `<span data-user="oj" data-website="elpmaxe.emca"></span>`,
  ])('are decoded: %s', (html) => {
    expect(onlyAddress(html)).toMatchObject({ value: ADDRESS, channels: ['decoder'], quality: 'medium' })
  })

  it('leave ordinary data alone', () => {
    expect(addressesOf('<i data-user="jo" data-domain="acme"></i><i data-contact="aGVsbG8gd29ybGQ="></i>')).toEqual([])
    const sentence = Buffer.from(`hello ${ADDRESS} there`).toString('base64')
    expect(addressesOf(`<i data-x="${sentence}"></i>`)).toEqual([])
  })
})

describe('disguised text', () => {
  it.each([
    `<span style="unicode-bidi:bidi-override; direction: rtl;">${backwards(ADDRESS)}</span>`,
    `<span style="unicode-bidi:bidi-override;direction:rtl">elpmaxe.<b>emca</b>@oj</span>`,
    `<style>.a,.rev{direction:rtl;unicode-bidi:bidi-override}</style><span class="x rev">${backwards(ADDRESS)}</span>`,
    `<bdo dir="rtl">${backwards(ADDRESS)}</bdo>`,
    `<p>${references(ADDRESS)}</p>`,
    '<p>joNOSPAM@acme.example</p>',
    '<p>jo@nospam.acme.example</p>',
    '<p>jo@REMOVETHIS.acme.example</p>',
    '<p>jo<span style="display:none">none</span>@acme.example</p>',
    '<p>jo@<span hidden>REMOVE</span>acme.example</p>',
  ])('is read as readers see it: %s', (html) => {
    expect(addressesOf(html)).toEqual([ADDRESS])
  })

  it('keeps a mailbox whose name looks like a disguise', () => {
    expect(addressesOf('<p>nospam@acme.example</p>')).toEqual(['nospam@acme.example'])
  })
})

describe('addresses spelt out for people', () => {
  it.each([
    'jo [at] acme [dot] example',
    'jo(at)acme.example',
    'jo {AT} acme {DOT} example',
    'jo (@) acme (.) example',
    'jo(a)acme.example',
    'jo[arroba]acme[punto]example',
    'jo (ät) acme (punkt) example',
    'jo[chiocciola]acme.example',
    'jo（at）acme.example',
    'jo &lt;at&gt; acme.example',
    'jo&#91;at&#93;acme.example',
    'jo <b>[at]</b> acme <i>[dot]</i> example',
    'Mail: jo at acme dot example.',
    'jo arroba acme punto example',
    'jo arobase acme point example',
    'jo [at] acme.example punto de venta',
    'jo -at- acme.example',
    'jo_at_acme.example',
  ])('are found in: %s', (text) => {
    expect(onlyAddress(`<p>${text}</p>`)).toMatchObject({ value: ADDRESS, channels: ['bracketed'], quality: 'medium' })
  })

  it('may have a spelt-out dot on both sides', () => {
    expect(addressesOf('<p>jo dot doe at mail dot acme dot example or call</p>')).toEqual(['jo.doe@mail.acme.example'])
    expect(addressesOf('<p>jo [dot] doe [at] acme [dot] example</p>')).toEqual(['jo.doe@acme.example'])
  })

  it.each([
    'We met at acme.example in May.',
    'Look at the dot on the map.',
    'see section 2(a) of.the act',
    'The price (at) present is 3.50',
    'meet at the dot nowhereland',
  ])('are not found in: %s', (text) => {
    expect(addressesOf(`<p>${text}</p>`)).toEqual([])
  })
})
