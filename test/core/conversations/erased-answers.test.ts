import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { exportPerson } from '../../../src/core/data/export-index.ts'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { startHookTarget } from '../../support/doors/hook-target.ts'
import type { HookTarget } from '../../support/doors/hook-target.ts'
import { seedMailbox, seedSent } from '../../support/mails/sent-mail.ts'
import type { SeededMailbox, SentTo } from '../../support/mails/sent-mail.ts'
import { dumpDatabase, dumpShows } from '../../support/records/database-dump.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

/** Words planted everywhere Quarry keeps what people wrote are gone from everywhere once they must be erased. */

const clock = handClock('2026-03-02T09:00:00Z')
let app: TestApp
let imap: TestImapServer
let hook: HookTarget
let own: SeededMailbox
let foreign: SeededMailbox

beforeAll(async () => {
  const env = {
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_WEBHOOK_ALLOW_PRIVATE: 'on',
    QUARRY_RATE_LIMIT_FACTOR: '0',
  }
  app = await startApp({ env, replace: { clock } })
  imap = await startImapServer()
  hook = await startHookTarget()
  own = await seedMailbox(app.context, imap.port)
  const { accountId } = await app.context.store.accounts.createAccount('unlimited', clock.now())
  foreign = await seedMailbox(app.context, imap.port, accountId)
  const wanted = { target_url: hook.url, event: 'message.replied', include_text: true }
  expect((await request(app, 'POST', '/v2/webhooks', wanted)).status).toBe(201)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await imap.stop()
  await hook[Symbol.asyncDispose]()
})

let people = 0
let email = ''
let words = { subject: '', body: '', file: '', draft: '' }
let sent: SentTo

/** One answer to each of two accounts, reported to a webhook with its text. */
async function answered(context = app.context): Promise<number> {
  email = `tomas${++people}@quay${people}.example`
  words = { subject: `Plum ${people}`, body: `Quince ${people}`, file: `Tayberry ${people}`, draft: `Medlar ${people}` }
  sent = await seedSent(app.context, own, email)
  const theirs = await seedSent(app.context, foreign, email)
  for (const { headerId } of [sent, theirs]) {
    const head = [`From: ${email}`, `Subject: Re: ${words.subject}`, `In-Reply-To: ${headerId}`]
    const parts = [
      '--b\r\n',
      `Call me about ${words.body}.`,
      '--b',
      `Content-Type: text/plain; name="${words.file}.txt"`,
      'Content-Disposition: attachment\r\n',
      'More.',
      '--b--\r\n',
    ]
    const raw = [...head, 'Content-Type: multipart/mixed; boundary=b', '', ...parts].join('\r\n')
    imap.deliver(raw, { arrivedAt: clock.now() })
  }
  clock.advance(MINUTE_MS)
  await readMailboxes(context)
  await hook.received(people)
  const [conversation] = (await app.get(`/v2/conversations?email=${email}`)).body.data as { id: number }[]
  return conversation?.id ?? 0
}

/** The same, with a draft reply written by a request with an Idempotency-Key. */
async function answeredWithDraft(): Promise<number> {
  const id = await answered()
  const draft = await app.post(`/v2/conversations/${id}/replies`, { text: words.draft }, { 'idempotency-key': email })
  expect(draft.status).toBe(201)
  return id
}

const rowsShowing = async (which = '') =>
  (await dumpDatabase(app.database.pool))
    .split('\n')
    .filter((row) => row.startsWith(which) && Object.values(words).some((word) => dumpShows(row, word)))
const figures = async () =>
  (
    await app.database.pool.query('select status, replied_at from messages where campaign_id = $1 order by id', [
      sent.campaignId,
    ])
  ).rows
const told = async () => {
  const text = `select payload::jsonb #>> '{data,reply,text}' as text from webhook_deliveries where position($1 in payload) > 0`
  return (await app.database.pool.query<{ text: string | null }>(text, [email])).rows
}

test('a data request returns what the person wrote, from all accounts', async () => {
  await answeredWithDraft()
  const { conversations, mails } = await exportPerson(app.context, email)
  expect(conversations).toHaveLength(2)
  const bodies = mails?.map(({ body }) => body).filter((body) => body !== null)
  const written = expect.stringContaining(`Call me about ${words.body}.`)
  expect(bodies?.toSorted()).toEqual([written, written, expect.stringContaining(words.draft)])
})

test.each(['of the person', 'of their domain'])(
  'an opt-out %s leaves no word in any account, only the counters',
  async (of) => {
    await answeredWithDraft()
    expect(await told()).toEqual([{ text: `Call me about ${words.body}.` }])
    const before = await figures()
    await addOptout(app.context, of === 'of the person' ? email : email.slice(email.indexOf('@') + 1), null)
    expect(await rowsShowing()).toEqual([])
    expect(await told()).toEqual([])
    expect(await figures()).toMatchObject(before.map(({ replied_at }) => ({ replied_at })))
  },
)

test('after the retention time the words are gone, and only that there was an answer, its class and its time are kept', async () => {
  const id = await answeredWithDraft()
  const before = await figures()
  clock.advance(15 * DAY_MS)
  await runUpkeep({ ...app.context, config: { ...app.context.config, answersDays: 7 } })
  expect(await rowsShowing()).toEqual([])
  expect(await told()).toEqual([{ text: null }])
  expect(await figures()).toEqual(before)
  const { data } = (await app.get(`/v2/conversations/${id}`)).body
  expect(data).toMatchObject({
    email,
    subject: 'Hello',
    class: 'interested',
    mails: [{ subject: 'Hello' }, { text: null }],
  })
})

test('deleting a conversation erases its words from what webhooks were sent', async () => {
  const id = await answeredWithDraft()
  expect((await request(app, 'DELETE', `/v2/conversations/${id}`)).status).toBe(204)
  expect(await rowsShowing(`(${own.accountId},`)).toEqual([])
  expect(await told()).toEqual([{ text: null }])
  expect(await rowsShowing(`(${foreign.accountId},`)).not.toEqual([])
})

test('where no texts are kept, neither are subjects and file names', async () => {
  const id = await answered({ ...app.context, config: { ...app.context.config, answersDays: 0 } })
  expect(await rowsShowing()).toEqual([])
  expect(await told()).toEqual([{ text: null }])
  const { data } = (await app.get(`/v2/conversations/${id}`)).body
  expect(data).toMatchObject({ email, subject: 'Hello', mails: [{}, { text: null, attachments: [] }] })
})
