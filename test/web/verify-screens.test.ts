import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifying } from '../internet/mail-scenarios.ts'
import { mailboxes } from '../internet/mail-script.ts'
import { reasonOf } from '../../src/web/screens/verify/answer-reason.ts'
import { wordsFor } from '../../src/web/languages.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startMailTown } from '../support/mails/mail-town.ts'
import type { MailTown } from '../support/mails/mail-town.ts'
import { madeWorkbook, textRows } from '../support/records/made-workbook.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

let town: MailTown
let app: TestApp
let maya: Visitor

beforeAll(async () => {
  town = await startMailTown(1, { script: { rcpt: mailboxes('jane', 'tom') } })
  app = await startApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0' } })
  maya = await webVisitor(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await town[Symbol.asyncDispose]()
})

const LIST = 'Jane <jane@town0.example>\ntom@town0.example; n/a\nnobody@town0.example'

const pathOf = ({ headers }: Page): string => (headers.get('location') ?? '').replace(/^\/app/, '')

async function doneAt(path: string): Promise<Page> {
  for (;;) {
    const page = await maya.see(path)
    if (!page.html.includes('<progress')) return page
    expect(page.html).toContain('http-equiv="refresh"')
    await sleep(50)
  }
}

test('a pasted list is verified once, and its answers are shown by outcome', async () => {
  const send = () => maya.send('/verify', { emails: LIST, name: 'Fair', once: 'v1' })
  const [first, again] = [await send(), await send()]
  expect(pathOf(again)).toBe(pathOf(first))
  const path = pathOf(first)
  const { html } = await doneAt(path)
  expect(html).toContain('Done · 4 of 4 · 1.5 credits used')
  for (const word of ['server accepts it', 'server refuses it', 'not an address', 'Valid <span class="muted">2</span>'])
    expect(html).toContain(word)
  // A user who saw the last answer arrive can save the valid ones without reloading the page.
  const part = { 'hx-request': 'true', 'hx-request-type': 'partial', 'hx-target': 'div#answers' }
  expect((await maya.see(path, part)).html).toMatch(/id="save-valid"[^>]*hx-swap-oob[\s\S]*Save 2 valid to/)
  const wrong = await maya.see(`${path}?kind=no_address`)
  expect(wrong.html).toMatch(/<td class="tick-cell number">3<\/td>\s*<td class="mono"><bdi>n\/a<\/bdi>/)
  expect(wrong.html).not.toContain('tom@')
  const saved = await maya.send(`${path}/save`, { leads_list_name: 'Good', once: 's1' })
  expect(pathOf(saved)).toMatch(/^\/lists\/\d+$/)
  const { rows } = await app.database.pool.query('select email from leads order by email')
  expect(rows).toEqual([{ email: 'jane@town0.example' }, { email: 'tom@town0.example' }])
  expect((await maya.see('/verify')).html).toMatch(/type="file"[^>]* accept="\.xlsx,\.csv,/)
  const file = await maya.see(`${path}/results.csv`)
  // Excel takes text without this mark for text in the encoding of the computer.
  const bytes = await fetch(`${app.origin}/app${path}/results.csv`, { headers: { cookie: maya.cookie } })
  expect(
    Buffer.from(await bytes.arrayBuffer())
      .subarray(0, 8)
      .toString('hex'),
  ).toBe('efbbbf656d61696c')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(
    file.html
      .trim()
      .split('\n')
      .map((line) => line.split(',').slice(0, 2).join(' ')),
  ).toEqual([
    'email status',
    'jane@town0.example valid',
    'tom@town0.example valid',
    'n/a invalid',
    'nobody@town0.example invalid',
  ])
})

test('a single address is examined in detail, with how the result is known', async () => {
  const sent = await maya.send('/verify', { emails: ' jane@town0.example ' })
  expect(pathOf(sent)).toBe('/people/jane%40town0.example?verify=true')
  const { html } = await maya.see(pathOf(sent))
  expect(html).toContain('data-status="valid"')
  expect(html).toContain('The server accepted this address.')
})

test('what is no address is refused where it was typed, and no page offers to check or save it', async () => {
  const sent = await maya.send('/verify', { emails: 'jane at town0' })
  expect([sent.status, sent.html.includes('<a href="#emails">That is not an email address.')]).toEqual([422, true])
  expect(sent.html).toContain('jane at town0</textarea')
  expect((await maya.send('/verify', { emails: 'x'.repeat(20_000) })).html).toContain('That is not an email address.')
  const { html } = await maya.see('/people/jane%20at%20town0?verify=true')
  expect(html).toContain('That is not an email address.')
  expect(html).not.toContain('0.5 credits')
})

test('addresses with spaces between them are several', async () => {
  const sent = await maya.send('/verify', { emails: 'jane@town0.example tom@town0.example  nobody@town0.example' })
  expect((await doneAt(pathOf(sent))).html).toContain('3 of 3')
})

test('a file is verified; an invalid list reports what is missing and is not stored', async () => {
  const upload = async (text: string | Uint8Array<ArrayBuffer>): Promise<Page> => {
    const body = new FormData()
    body.set('once', `f${text.length}`)
    body.set('file', new File([text], 'fair-2026.csv', { type: 'text/csv' }))
    const headers = { cookie: maya.cookie, 'sec-fetch-site': 'same-origin' }
    const response = await fetch(`${app.origin}/app/verify/file`, { method: 'POST', body, headers, redirect: 'manual' })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const taken = await upload('name,email\nJane,jane@town0.example\nTom,tom@town0.example\n')
  expect(taken.status).toBe(303)
  expect((await doneAt(pathOf(taken))).html).toContain('<h1><bdi>fair-2026.csv</bdi></h1>')
  const parts = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(5_000)
  const crowd = await fetch(`${app.origin}/app/verify/file`, {
    method: 'POST',
    body: `${parts}--b--`,
    headers: {
      cookie: maya.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=b',
    },
  })
  expect(crowd.status).toBe(413)
  const wide = Buffer.from('\ufeffname\temail\nÄnn\tann@town0.example\nBo\tbo@town0.example\n', 'utf16le')
  expect((await doneAt(pathOf(await upload(Uint8Array.from(wide))))).html).toContain('ann@town0.example')
  const bare = await upload('name,email\n')
  expect([bare.status, bare.html.includes('The file has no addresses below its header row.')]).toEqual([422, true])
  const wrong = await upload('name\nJane\n')
  expect([wrong.status, wrong.html.includes('<a href="#file">The CSV needs a header row')]).toEqual([422, true])
  const book = await madeWorkbook([
    {
      name: 'List',
      rows: textRows([
        ['name', 'email'],
        ['Bo', 'bo@town0.example'],
      ]),
    },
  ])
  expect((await doneAt(pathOf(await upload(new Uint8Array(book))))).html).toContain('bo@town0.example')
  const half = await upload(Uint8Array.from([80, 75, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4]))
  expect(half.html).toContain('<a href="#file">The file is incomplete: it was not copied in full.')
  expect((await maya.send('/verify', { emails: ' \n , ' })).html).toContain('Paste at least one address.')
})

test('a running list can be stopped by the key that started it, but not by other read-only keys', async () => {
  const started = await maya.send('/verify', { emails: town.addresses(300).join('\n') })
  const reader = await webVisitor(app, { role: 'reader' })
  expect((await reader.send(`${pathOf(started)}/stop`, {})).status).toBe(403)
  expect((await maya.send(`${pathOf(started)}/stop`, {})).status).toBe(303)
  expect((await maya.see(pathOf(started))).html).toMatch(/Stopped|Done/)
  const own = await reader.send('/verify', { emails: town.addresses(300).join('\n') })
  expect((await reader.send(`${pathOf(own)}/stop`, {})).status).toBe(303)
})

test.each([
  ['invalid', false, false, 'its domain does not accept mail'],
  ['invalid', true, false, 'server refuses it'],
  ['unknown', false, undefined, 'its mail server cannot be reached'],
  ['unknown', true, undefined, 'no clear answer'],
  ['valid', true, true, 'server accepts it'],
] as const)(
  '%s at a domain without MX records, whose server answers: %s, says why',
  (status, answers, accepted, why) => {
    const row = { email: 'jo@birch.example', status, mx_records: false, smtp_server: answers, smtp_check: accepted }
    expect(reasonOf(row, wordsFor('en').verify.reasons)).toBe(why)
  },
)
