import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../src/core/answers/mailbox-reading.ts'
import { tellOfInterest } from '../../src/core/conversations/tell-of-interest.ts'
import { sendDueMessages } from '../../src/core/campaigns/send-due-messages.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/process/clock.ts'
import { startImapServer } from '../internet/imap-server.ts'
import type { TestImapServer } from '../internet/imap-server.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import type { ReceivingServer } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import type { TestAnswer, TestApp } from '../support/app.ts'
import { request } from '../support/doors/campaign-client.ts'
import { seedMailbox, seedSent } from '../support/mails/sent-mail.ts'
import type { SeededMailbox } from '../support/mails/sent-mail.ts'
import { handClock } from '../support/records/outbox-in-hand.ts'
import { formOn } from '../support/web/form-on.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { FormFields, Page, Visitor } from '../support/web/web-visitor.ts'

const clock = handClock('2026-03-02T09:00:00Z')
let app: TestApp
let imap: TestImapServer
let smtp: ReceivingServer
let mailbox: SeededMailbox
let maya: Visitor
beforeAll(async () => {
  app = await startApp({
    env: { QUARRY_ROLE: 'server', QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8', QUARRY_RATE_LIMIT_FACTOR: '0' },
    replace: { clock },
  })
  imap = await startImapServer()
  smtp = await startReceivingServer({ clock })
  mailbox = await seedMailbox(app.context, imap.port)
  await app.database.pool.query('update mailboxes set smtp_port = $1', [smtp.port])
  maya = await webVisitor(app, { email: 'maya@birch.example' })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([imap.stop(), smtp.stop()])
})

const placeOf = ({ headers }: Page): string => headers.get('location') ?? ''
const below = (place: string): string => place.slice('/app'.length)

/** Writes to a person, who answers; returns the id of the conversation. */
async function answered(name: string, body: string): Promise<number> {
  const email = `${name}@mill.example`
  const { headerId } = await seedSent(app.context, mailbox, email)
  const lines = [
    `From: ${email}`,
    'Subject: Re: Hello',
    `Message-ID: <${name}@mill.example>`,
    `In-Reply-To: ${headerId}`,
  ]
  imap.deliver([...lines, '', body, ''].join('\r\n'), { arrivedAt: clock.now() })
  clock.advance(MINUTE_MS)
  await readMailboxes(app.context)
  const { data } = (await app.get(`/v2/conversations?email=${email}`)).body
  return (data as { id: number }[])[0]?.id ?? 0
}

describe('answers on their screen', () => {
  test('are empty at first, with the time when the mailboxes were last read', async () => {
    expect((await maya.see('/answers')).html).toContain('No conversations yet.')
    clock.advance(MINUTE_MS)
    await readMailboxes(app.context)
    const empty = 'Quarry reads your mailboxes every minute; last read 09:01.'
    expect((await maya.see('/answers')).html).toContain(empty)
    await app.database.pool.query(
      `update mailboxes set imap_problem_since = '2026-03-02T08:00:00Z', imap_problem = 'x'`,
    )
    expect((await maya.see('/answers')).html).toContain('last read 08:00.')
    await app.database.pool.query('update mailboxes set imap_problem_since = null, imap_problem = null')
  })

  test('are listed by class, and read with the quoted part folded and all text as text', async () => {
    const quoted = 'On 1 Mar 2026, at 10:14, Rui <rui@lumen.example> wrote:\r\n\r\n> Reply "remove me"'
    const id = await answered('ines', `What does it cost? <b>Now</b>\r\n\r\n${quoted}`)
    const list = await maya.see('/answers?class=interested')
    expect(list.html).toContain('ines@mill.example')
    expect((await maya.see('/answers?class=not_now')).html).not.toContain('ines@mill.example')
    const { html } = await maya.see(`/answers?conversation=${id}`)
    expect(html).toContain('What does it cost? &lt;b&gt;Now&lt;/b&gt;')
    expect(html).toMatch(/<details>\s*<summary>Quoted text<\/summary>\s*<pre class="mail-text"><bdi>On 1 Mar 2026/)
    expect(html).toContain('en: cost')
  })

  test('count as read once a script shows them, and stay unread if they are marked so', async () => {
    const id = await answered('noa', 'Who are you?')
    const place = `/answers?conversation=${id}`
    const isUnread = async () => ((await app.get(`/v2/conversations/${id}`)).body.data as { unread: boolean }).unread
    const { html } = await maya.see(place)
    const action = `/conversations/${id}?conversation=${id}`
    expect(html).toMatch(
      new RegExp(`id="read-mark"[^>]*hx-post="/app${action.replace('?', '\\?')}"[^>]*hx-trigger="load delay:0ms"`),
    )
    expect(await isUnread()).toBe(true)
    const part = { 'hx-request': 'true', 'hx-request-type': 'partial', 'hx-target': 'form#read-mark' }
    const answer = await maya.send(action, { unread: 'false' }, part)
    expect(answer.html).toContain('Mark as unread')
    expect(answer.html).toMatch(new RegExp(`id="conversation-${id}" hx-swap-oob`))
    expect(answer.html).not.toContain('hx-trigger')
    expect(await isUnread()).toBe(false)
    expect(placeOf(await maya.send(action, { unread: 'true' }))).toBe('/app/answers')
    expect(await isUnread()).toBe(true)
  })

  test('show who wrote by name, and on which day they are back', async () => {
    const id = await answered('lena', 'I am away until 9 March.')
    await maya.send(`/conversations/${id}`, { class: 'not_now' })
    const named = `update leads set first_name = 'Lena', last_name = 'Orr' where email = 'lena@mill.example' returning id`
    const [lead] = (await app.database.pool.query<{ id: number }>(named)).rows
    const known = `update conversations set lead_id = $2, back_on = '2026-03-05' where id = $1`
    await app.database.pool.query(known, [id, lead?.id])
    const { html } = await maya.see(`/answers?class=not_now&conversation=${id}`)
    expect(html.match(/<bdi>Lena Orr<\/bdi>/g)).toHaveLength(2)
    expect(html).toContain('<bdi>lena@mill.example</bdi>')
    expect(html).toContain('back on 5 Mar 2026')
  })

  test("keep a user's classification and note", async () => {
    const id = await answered('tiago', 'Tom does that.')
    const place = await maya.send(`/conversations/${id}?conversation=${id}`, { class: 'not_now' })
    expect(placeOf(place)).toBe(`/app/answers?conversation=${id}`)
    await maya.send(`/conversations/${id}`, { closed: 'true' })
    const { data } = (await app.get(`/v2/conversations/${id}`)).body
    expect(data).toMatchObject({ class: 'not_now', class_by: 'person', closed_at: expect.any(String) })
    const reader = await webVisitor(app, { role: 'reader' })
    expect((await reader.see(`/answers?conversation=${id}`)).html).not.toContain(
      '<form method="post" action="/app/conv',
    )
  })

  test('are replied to: the reply is written, shown in full, and sent once', async () => {
    const id = await answered('vera', 'Could you call me on Thursday?')
    const written = await maya.send(`/conversations/${id}/replies`, { text: 'Gladly <at> ten.', quote: 'true' })
    const draft = below(placeOf(written))
    expect(draft).toMatch(new RegExp(`^/conversations/${id}/replies/\\d+$`))
    const shown = (await maya.see(draft)).html
    expect(shown).toContain('Send this to vera@mill.example?')
    expect(shown).toContain('Gladly &lt;at&gt; ten.')
    await maya.send(draft, { text: 'Gladly at eleven.' })
    expect((await maya.see(draft)).html).toContain('Gladly at eleven.')
    expect(smtp.mails).toHaveLength(0)
    expect(placeOf(await maya.send(`${draft}/send`, {}))).toBe(`/app/answers?conversation=${id}`)
    clock.advance(MINUTE_MS)
    await sendDueMessages(app.context)
    expect(smtp.mails).toHaveLength(1)
    expect((await maya.see(draft)).html).toContain('This draft no longer exists.')
    const empty = await maya.send(`/conversations/${id}/replies?conversation=${id}`, { text: '' })
    expect(empty.status).toBe(422)
  })

  test('are not replied to with a text that was changed after it was read', async () => {
    const id = await answered('gero', 'Tell me more.')
    const page = below(placeOf(await maya.send(`/conversations/${id}/replies`, { text: 'At ten,\nas agreed.' })))
    const [read, send] = [await formOn(maya, page, /\/send$/), `${page}/send`]
    await maya.send(page, { text: 'At nine,\nas agreed.' })
    const refused = await maya.send(send, read.fields)
    expect([refused.status, refused.html.includes('The draft has been changed in the meantime')]).toEqual([422, true])
    expect(refused.html).toContain('At nine,')
    const { fields } = await formOn(maya, page, /\/send$/)
    const asBrowsersSend = String(fields['expected_text']).replaceAll('\n', '\r\n')
    expect((await maya.send(send, { ...fields, expected_text: asBrowsersSend })).status).toBe(303)
    await sendDueMessages(app.context)
    expect(smtp.to('gero@mill.example').map(({ raw }) => raw.includes('At nine,'))).toEqual([true])
  })

  test('and all other texts come back whole with a sentence if they are too long', async () => {
    const idOf = (made: unknown): number => (made as { id: number }).id
    const id = await answered('otto', 'Tell me more')
    const draft = below(placeOf(await maya.send(`/conversations/${id}/replies`, { text: 'At ten.' })))
    const { data: lead } = (await app.post('/v2/leads', { email: 'ada@mill.example' })).body
    const { data: campaign } = (await app.post('/v2/sequences', { name: 'Lamps' })).body
    const { body } = await app.get(`/v2/sequences/${idOf(campaign)}/follow-ups`)
    const steps = body.data as { follow_ups: unknown[] }
    const forms: [path: string, name: string, most: number, more?: FormFields][] = [
      [`/conversations/${id}/replies?conversation=${id}`, 'text', 50_000],
      [draft, 'text', 50_000],
      [`/leads/${idOf(lead)}`, 'notes', 10_000, { email: 'ada@mill.example' }],
      [`/campaigns/${idOf(campaign)}/steps/${idOf(steps.follow_ups[0])}`, 'body', 50_000],
      [`/mailboxes/${mailbox.mailboxId}/settings`, 'signature', 5_000],
    ]
    for (const [path, name, most, more] of forms) {
      const { status, html } = await maya.send(path, { ...more, [name]: `${'x'.repeat(most)} to the end` })
      expect([path, status, html.includes(' to the end</textarea')]).toEqual([path, 422, true])
      expect(html).toMatch(new RegExp(`[Aa]t most ${most} characters`))
    }
  })

  test('that ask for no more mail end it, and cannot be replied to', async () => {
    const id = await answered('nuno', 'We spoke on the phone: that was all, thank you.')
    await maya.send(`/conversations/${id}/unsubscribe`, {})
    expect((await app.get(`/v2/conversations/${id}`)).body.data).toMatchObject({ class: 'remove_me' })
    const { html } = await maya.see(`/answers?conversation=${id}`)
    expect(html).not.toContain('name="text"')
  })
})

test('owners are notified once a day of interested people, unless they turn that off', async () => {
  await app.database.pool.query(`update users set email = 'rui@lumen.example' where email is null`)
  await app.database.pool.query('delete from notices')
  await answered('sofia', 'Sounds good, please send me your prices.')
  await answered('bruno', 'No thanks.')
  clock.advance(2 * MINUTE_MS)
  await tellOfInterest(app.context)
  const told = await app.database.pool.query<{ subject: string; body: string }>('select subject, body from notices')
  expect(told.rows).toHaveLength(1)
  expect(told.rows[0]?.body).toContain('sofia@mill.example')
  expect(told.rows[0]?.body).not.toContain('bruno@mill.example')
  await app.database.pool.query('delete from notices')
  expect((await maya.see('/settings/profile')).html).toMatch(/name="told_by_mail" value="true" checked/)
  await maya.send('/settings/profile', {})
  expect((await maya.see('/settings/profile')).html).not.toMatch(/name="told_by_mail" value="true" checked/)
  await app.database.pool.query('update users set told_by_mail = false')
  await answered('tessa', 'Sounds good, please send me your prices.')
  clock.advance(2 * MINUTE_MS)
  await tellOfInterest(app.context)
  expect((await app.database.pool.query('select 1 from notices')).rowCount).toBe(0)
})

test('owners are notified of each answer once, even if a morning check was missed', async () => {
  const told = async () => {
    await tellOfInterest(app.context)
    const { rows } = await app.database.pool.query<{ body: string }>('delete from notices returning body')
    return rows.map(({ body }) => body.match(/\S+@mill\.example/g) ?? [])
  }
  await app.database.pool.query('update users set told_by_mail = true')
  await told()
  await answered('xenia', 'Sounds good, please send me your prices.')
  clock.advance(30 * HOUR_MS)
  await answered('wanda', 'Sounds good, please send me your prices.')
  clock.advance(30 * HOUR_MS)
  expect(await told()).toEqual([['wanda@mill.example', 'xenia@mill.example']])
  expect(await told()).toEqual([])
  clock.advance(HOUR_MS)
  expect(await told()).toEqual([])
})

test('a person who asks in a sentence to be removed is unsubscribed immediately; one who asks how is not', async () => {
  await answered('olga', 'Hello Rui,\r\n\r\nplease take me off your list.\r\n\r\nRegards\r\nOlga')
  await answered('paul', 'When can I unsubscribe?')
  await answered('rosa', 'Bitte streichen Sie mich nicht von der Liste.')
  const { data } = (await app.get('/v2/unsubscribes')).body as { data: { email: string; reason: string }[] }
  const said = data.filter(({ reason }) => reason === 'unsubscribed').map(({ email }) => email)
  expect(said).toEqual(['olga@mill.example'])
  expect((await request(app, 'DELETE', '/v2/unsubscribes?email=olga@mill.example')).status).toBe(403)
})

test('paging through conversations while reading them misses none', async () => {
  await app.database.pool.query(
    `insert into conversations (account_id, mailbox_id, email, subject, class, unread, last_at, last_direction)
     select 1, $1, 'person' || n || '@pine.example', 'Hello', 'interested', true, timestamptz '2026-03-01' - interval '1 hour' * (n / 3), 'in'
     from generate_series(1, 60) n`,
    [mailbox.mailboxId],
  )
  const ofPine = '/v2/conversations?query=%40pine.example&unread=true&limit=10'
  const seen: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const { body }: TestAnswer = await app.get(`${ofPine}${after === '' ? '' : `&after=${after}`}`)
    const page = body.data as { id: number; email: string }[]
    for (const { id } of page)
      await app.database.pool.query('update conversations set unread = false where id = $1', [id])
    seen.push(...page.map(({ email }) => email))
    after = (body.meta as { next: string | null }).next
  }
  expect(new Set(seen).size).toBe(60)
  expect(seen).toHaveLength(60)
  expect((await app.get(`${ofPine}&after=nonsense`)).body.errors?.[0]?.id).toBe('pagination_error')

  const first = await maya.see('/answers')
  const older = /<a [^>]*rel="next" href="\/app(\/answers\?after=[\w%-]+)"/.exec(first.html)?.[1] ?? ''
  const second = await maya.see(older)
  const [, opened = ''] = /href="\/app(\/answers\?[^"]*conversation=\d+[^"]*)"/.exec(second.html) ?? []
  // What is opened there appears beside the same page.
  expect(opened).toContain('after=')
  expect((await maya.see(opened.replaceAll('&amp;', '&'))).html).toContain(
    `href="/app${older.replaceAll('&', '&amp;')}"`,
  )
})
