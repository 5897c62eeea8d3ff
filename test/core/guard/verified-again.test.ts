import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { verifyRecipients } from '../../../src/core/guard/verify-recipients.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { ACCEPTED, unknownUser } from '../../internet/mail-script.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request, writtenCampaign } from '../../support/doors/campaign-client.ts'
import { startMailTown } from '../../support/mails/mail-town.ts'
import type { MailTown } from '../../support/mails/mail-town.ts'
import { handClock, insertMailbox } from '../../support/records/outbox-in-hand.ts'

/** Recipients whose verdict is fresh for others, but too old for their campaign. */

const clock = handClock('2026-03-02T09:00:00Z')
/** Addresses that the mail servers of their domains no longer know. */
const gone = new Set<string>()
let town: MailTown
let smtp: ReceivingServer
let app: TestApp

beforeAll(async () => {
  const rcpt = (to: string) => (/^u\d+@/.test(to) && !gone.has(to) ? ACCEPTED : unknownUser(to))
  town = await startMailTown(8, { script: { rcpt } })
  smtp = await startReceivingServer({ clock, rcpt: (to) => (gone.has(to) ? unknownUser(to) : '250 Ok') })
  const env = { ...verifying(town), QUARRY_SEND_GATE: 'gate', QUARRY_SEND_GUARD: 'on', QUARRY_ROLE: 'server' }
  app = await startApp({ env, replace: { clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([smtp.stop(), town[Symbol.asyncDispose]()])
})

/** Starts a campaign to `u<from>@` and the next ones, each at a domain of its own. */
async function started(from: number, count: number, settings: Record<string, unknown> = {}): Promise<number> {
  const email = `box${from}@lumen.example`
  const mailbox = await insertMailbox(app.context.database.pool, { port: smtp.port, email })
  const always = { days: [0, 1, 2, 3, 4, 5, 6], time_start: '00:00', time_end: '23:59' }
  const { id } = await writtenCampaign(app, { email_account_ids: [mailbox], ...always, ...settings })
  const emails = Array.from({ length: count }, (_, at) => `u${from + at}@${town.domains[at]}`)
  await app.post(`/v2/campaigns/${id}/recipients`, { emails })
  await app.post(`/v2/campaigns/${id}/start`, {})
  return id
}

async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    await verifyRecipients(app.context, AbortSignal.timeout(MINUTE_MS))
    await sendDueMessages(app.context)
    clock.advance(MINUTE_MS)
  }
}

const statuses = async (id: number) =>
  ((await app.get(`/v2/campaigns/${id}/recipients`)).body.data as { recipients: { sending_status: string }[] })
    .recipients
const countsOf = async (id: number) =>
  Object.fromEntries(
    [...Map.groupBy(await statuses(id), ({ sending_status: status }) => status)].map(([status, rows]) => [
      status,
      rows.length,
    ]),
  )

test('a campaign resumed after a pause verifies everyone again, and writes to those who are still there', async () => {
  const id = await started(0, 8)
  await verifyRecipients(app.context, AbortSignal.timeout(MINUTE_MS))
  for (const at of [0, 1, 2, 3]) gone.add(`u${at}@${town.domains[at]}`)
  await minutes(2)
  expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ status: 'paused' })
  expect(await countsOf(id)).toEqual({ bounced: 3, pending: 5 })
  await request(app, 'POST', `/v2/sequences/${id}/resume`, {})
  await minutes(10)
  expect(await countsOf(id)).toEqual({ bounced: 3, null: 1, sent: 4 })
  expect((await app.get(`/v2/sequences/${id}/check`)).body.data).toMatchObject({
    no_mail: [
      { reason: 'bounced', recipients: 3 },
      { reason: 'invalid', recipients: 1, emails: [`u3@${town.domains[3]}`] },
    ],
  })
})

test('a campaign that wants verdicts of a day asks again about one of two days', async () => {
  const emails = [`u20@${town.domains[0]}`, `u21@${town.domains[1]}`]
  for (const email of emails) expect((await app.get(`/v2/email-verifier?email=${email}`)).status).toBe(200)
  clock.advance(2 * DAY_MS)
  const id = await started(20, 2, { max_verdict_days: 1 })
  await minutes(2)
  expect(await countsOf(id)).toEqual({ sent: 2 })
})
