import { Resolver } from 'node:dns/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { describe, expect, test } from 'vitest'
import { dkimRecord, newDkimKey, readDkimKey } from '../../../src/engine/send/dkim-key.ts'
import { replaceLinks, textOfHtml } from '../../../src/engine/send/html-mail.ts'
import { buildMail } from '../../../src/engine/send/mail-builder.ts'
import type { MailContent } from '../../../src/engine/send/mail-builder.ts'
import { startDnsServer } from '../../internet/dns-server.ts'

const content: MailContent = {
  from: { name: 'Rui Abano', address: 'rui@lumen.example' },
  to: { name: 'Ines', address: 'ines@crowd.example' },
  subject: 'Lamps',
  format: 'text',
  body: 'Good morning,\nsee https://lumen.example/lamps.\n',
  signature: null,
  messageId: '<one@lumen.example>',
  references: [],
  date: new Date('2026-03-02T09:00:00Z'),
  unsubscribeUrl: 'https://quarry.example/t/u/abc',
  showUnsubscribe: null,
  pixelUrl: null,
  linkUrl: null,
  dkim: null,
}
const build = async (changes: Partial<MailContent> = {}) => {
  const { raw, linkTargets } = await buildMail({ ...content, ...changes })
  const text = raw.toString('utf8')
  return { raw, text, headers: text.slice(0, text.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' '), linkTargets }
}

describe('an email', () => {
  test('has the headers of RFC 5322 and RFC 8058', async () => {
    const { headers } = await build()
    expect(headers.split('\r\n')).toEqual(
      expect.arrayContaining([
        'From: Rui Abano <rui@lumen.example>',
        'To: Ines <ines@crowd.example>',
        'Subject: Lamps',
        'Message-ID: <one@lumen.example>',
        'Date: Mon, 02 Mar 2026 09:00:00 +0000',
        'List-Unsubscribe: <https://quarry.example/t/u/abc>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    )
    expect(headers).not.toMatch(/auto-submitted|bcc/i)
  })

  test('gets no additional headers from what others wrote', async () => {
    const attack = 'x\r\nBcc: all@crowd.example\r\n\r\nbody'
    const { headers } = await build({ subject: attack, to: { name: attack, address: 'ines@crowd.example' } })
    expect(headers).not.toMatch(/^bcc:/im)
    expect(headers.match(/^subject:/gim)).toHaveLength(1)
  })

  test('in plain text stays plain unless something is tracked', async () => {
    expect((await build()).headers).toContain('Content-Type: text/plain')
    const { text, linkTargets } = await build({
      pixelUrl: 'https://quarry.example/t/o/p',
      linkUrl: (position) => `https://quarry.example/t/c/${position}`,
    })
    expect(linkTargets).toEqual(['https://lumen.example/lamps'])
    expect(text).toContain('multipart/alternative')
    const html = text.replace(/=\r\n/g, '')
    expect(html).toContain('https://quarry.example/t/c/0')
    expect(html).toContain('https://quarry.example/t/o/p')
  })

  test('tracks no clicks on its own unsubscribe link', async () => {
    const { linkTargets, text } = await build({ showUnsubscribe: 'en', linkUrl: () => 'https://quarry.example/t/c/x' })
    expect(linkTargets).toEqual(['https://lumen.example/lamps'])
    expect(text.replace(/=\r\n/g, '')).toContain('https://quarry.example/t/u/abc')
  })

  test('offers to stop in the language it is given, in text and HTML', async () => {
    const plain = await build({ showUnsubscribe: 'de' })
    expect(plain.text).toContain('Keine weiteren E-Mails erhalten: https://quarry.example/t/u/abc')
    const html = await build({ showUnsubscribe: 'es', format: 'html', body: '<p>Hola</p>' })
    expect(html.text).toContain('>Darse de baja</a>')
    const none = await build({ showUnsubscribe: null })
    expect(none.text).not.toContain('To stop receiving')
  })

  test('is signed verifiably, including the headers of one-click unsubscription', async () => {
    const privateKey = await newDkimKey()
    const zone = new Map([['quarry._domainkey.lumen.example', { txt: [dkimRecord(privateKey)] }]])
    const dns = await startDnsServer(zone)
    const resolver = new Resolver()
    resolver.setServers([dns.address])
    const { raw, headers } = await build({
      references: ['<zero@lumen.example>'],
      body: 'Grüße aus Porto — bis bald.\n.\nEnde',
      dkim: { domain: 'lumen.example', selector: 'quarry', privateKey },
    })
    const lookUp = async (name: string, type: string) => resolver.resolve(name, type) as Promise<string[][]>
    const { results } = await dkimVerify(raw, { resolver: lookUp })
    await dns.stop()
    expect(results.map(({ status }) => status.result)).toEqual(['pass'])
    const signed = /\bh=([^;]+);/.exec(headers)?.[1]?.replace(/\s/g, '').toLowerCase().split(':')
    expect(signed).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post', 'in-reply-to']))
  })
})

describe('the HTML of an email', () => {
  test('has its web links replaced, and no others', () => {
    const html = `<a href="https://a.example/?x=1&amp;y=2">A</a> <a href='mailto:b@b.example'>B</a> <A class=x HREF=http://c.example>C</A>`
    const replaced = replaceLinks(html, (position) => `https://q.example/${position}`)
    expect(replaced.urls).toEqual(['https://a.example/?x=1&y=2', 'http://c.example'])
    expect(replaced.html).toBe(
      `<a href="https://q.example/0">A</a> <a href='mailto:b@b.example'>B</a> <A class=x HREF="https://q.example/1">C</A>`,
    )
  })

  test('reads as plain text', () => {
    const html = `<style>p{}</style><p>Hello <b>Ines</b>,</p><ul><li>one</li><li>two</li></ul><a href="https://a.example">here</a>`
    expect(textOfHtml(html)).toBe('Hello Ines,\n\n- one\n- two\n\nhere (https://a.example)')
  })

  test('of cells side by side stay apart', () => {
    expect(textOfHtml('<table><tr><td>From:</td><td>Ines</td></tr></table>')).toBe('From: Ines')
  })

  test('of a hostile size is read in linear time', () => {
    expect(textOfHtml('<p>'.repeat(50_000)).length).toBeLessThan(200)
    expect(replaceLinks('<a href='.repeat(20_000), () => 'x').urls).toEqual([])
  })
})

describe('a DKIM key', () => {
  test('is accepted only as PEM', async () => {
    const key = await newDkimKey()
    expect(readDkimKey(key)).toBe(key)
    expect(readDkimKey('')).toBeNull()
    expect(readDkimKey(`-----BEGIN PRIVATE KEY-----\n${'A'.repeat(20_000)}\n-----END PRIVATE KEY-----`)).toBeNull()
  })
})
