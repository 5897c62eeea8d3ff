import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { greylisting, mailboxes } from '../../internet/mail-script.ts'
import type { MailScript } from '../../internet/mail-script.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startMailTown } from '../../support/mails/mail-town.ts'
import type { MailTown } from '../../support/mails/mail-town.ts'

type Row = { email: string | null; status?: string | null; accept_all?: boolean | null; error?: string }
interface Job {
  id: number
  status: string
}

const BULK = '/v2/email-verifier/bulk'
const known = mailboxes()

async function answers(app: TestApp, emails: string[]): Promise<Row[]> {
  const { id } = (await app.post(BULK, { emails })).body.data as Job
  for (;;) {
    const { status } = (await app.get(`${BULK}/${id}`)).body.data as Job
    if (status === 'done') break
    await sleep(20)
  }
  return ((await app.get(`${BULK}/${id}/results?limit=1000`)).body.data as { results: Row[] }).results
}

/** Returns the recipients of each session with the first server. */
function sessions({ servers }: MailTown): string[][] {
  const asked = new Map<number, string[]>()
  for (const { session, line } of servers[0]?.commands ?? []) {
    const [, recipient] = /^RCPT TO:<([^>]+)>/.exec(line) ?? []
    if (recipient !== undefined) asked.set(session, [...(asked.get(session) ?? []), recipient])
  }
  return [...asked.values()]
}

const isListed = (recipient: string): boolean => /^(?:u|stranger)\d+@/.test(recipient)

async function verified(script: MailScript, emailsOf: (town: MailTown) => string[], domains = 1) {
  await using town = await startMailTown(domains, { sharing: domains, script })
  await using app = await startApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const rows = await answers(app, emailsOf(town))
  return { rows, sessions: sessions(town), metrics: await (await fetch(`${app.origin}/metrics`)).text() }
}

const locals = (count: number, local: string): string[] =>
  Array.from({ length: count }, (_, index) => `${local}${index}@town0.example`)

test('addresses behind the same servers are checked together, at most ten recipients at a time', async () => {
  const { rows, sessions: asked, metrics } = await verified({ rcpt: known }, (town) => town.addresses(60), 3)
  expect(rows.every(({ status, email }) => status === (email?.startsWith('u') === true ? 'valid' : 'invalid'))).toBe(
    true,
  )
  expect(Math.max(...asked.map((recipients) => recipients.length))).toBeLessThanOrEqual(10)
  expect(asked.length).toBeLessThanOrEqual(10)
  expect(asked.flat().filter(isListed)).toHaveLength(60)
  expect(metrics).toMatch(new RegExp(`^quarry_smtp_sessions_total\\{report="clean"\\} ${asked.length}$`, 'm'))
  expect(metrics).toMatch(/^quarry_bulk_open_addresses 0$/m)
})

test('whether a domain is a catch-all is asked once, not for each address', async () => {
  const { rows, sessions: asked } = await verified({ rcpt: () => '250 2.1.5 Ok' }, () => locals(40, 'u'))
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['accept_all']))
  expect(asked.flat().filter((recipient) => !isListed(recipient))).toHaveLength(2)
})

test('a session ends before its ninth refused recipient', async () => {
  const { rows, sessions: asked } = await verified({ rcpt: known }, () => locals(30, 'stranger'))
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['invalid']))
  expect(Math.max(...asked.map((recipients) => recipients.length))).toBeLessThanOrEqual(8)
  expect(asked.flat()).toHaveLength(30)
})

test('a server that accepts two recipients per transaction is asked about two from then on', async () => {
  const script = { rcpt: known, limits: { recipientsPerTransaction: 2 } }
  const { rows, sessions: asked } = await verified(script, () => locals(12, 'u'))
  expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'valid'))
  const [, ...later] = asked
  expect(Math.max(...later.map((recipients) => recipients.length))).toBe(2)
})

test('an address that a server leaves unanswered goes back to the queue and is not reported as unknown', async () => {
  const rcpt: MailScript['rcpt'] = (recipient, { recipients }) =>
    recipients.length === 4 ? { say: known(recipient), leave: 'close' } : known(recipient)
  const { rows, sessions: asked } = await verified({ rcpt }, () => locals(9, 'u'))
  expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'valid'))
  expect(asked.length).toBeGreaterThan(1)
})

test('addresses deferred by a greylist are asked about together again once they are due', async () => {
  let laterMs = 0
  const now = (): number => Date.now() + laterMs
  const rcpt = greylisting({ waitMs: MINUTE_MS, now, rcpt: known })
  await using town = await startMailTown(1, { script: { rcpt } })
  const clock = { now: () => new Date(now()) }
  await using app = await startApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock } })
  const answered = answers(app, locals(6, 'u'))
  const waiting = `select 1 from verification_runs where state = 'waiting'`
  while ((await app.context.database.pool.query(waiting)).rowCount !== 6) await sleep(20)
  laterMs = MINUTE_MS + SECOND_MS
  expect((await answered).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'valid'))
  expect(sessions(town).map((recipients) => recipients.filter(isListed).length)).toEqual([6, 6])
})

test('an address that opts out later leaves no trace in finished lists, but its place is kept', async () => {
  await using town = await startMailTown(1, { script: { rcpt: known } })
  await using app = await startApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const rows = await answers(app, ['u1@town0.example', 'U2@Town0.Example', 'u3@town0.example'])
  expect(rows.map(({ status }) => status)).toEqual(['valid', 'valid', 'valid'])
  await addOptout(app.context, 'u2@town0.example', null)
  const stored = async (): Promise<string[]> => {
    const query = 'select email from bulk_rows order by job_id, position'
    return (await app.context.database.pool.query<{ email: string }>(query)).rows.map(({ email }) => email)
  }
  expect(await stored()).toEqual(['u1@town0.example', '', 'u3@town0.example'])
  expect(await answers(app, ['u2@town0.example'])).toEqual([{ email: null, error: 'claimed_email' }])
  await addOptout(app.context, 'town0.example', null)
  expect(await stored()).toEqual(['', '', '', ''])
})

test('an account may have at most twenty open lists', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const start = () => app.post(BULK, { emails: ['u1@town0.example'] })
  for (let count = 0; count < 20; count += 1) expect((await start()).status).toBe(202)
  const refused = await start()
  expect([refused.status, refused.body.errors?.[0]]).toMatchObject([
    429,
    { id: 'too_many_requests', details: expect.stringContaining('Wait for one to finish, or cancel one.') },
  ])
  const { data } = (await app.get(`${BULK}?limit=1`)).body
  const [{ id } = { id: 0 }] = data as Job[]
  await fetch(`${app.origin}${BULK}/${id}`, { method: 'DELETE', headers: { 'x-api-key': app.key } })
  expect((await start()).status).toBe(202)
})
