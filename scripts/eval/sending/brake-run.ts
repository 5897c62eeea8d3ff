import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { imapPasswordContext } from '../../../src/core/mailboxes/mailbox-secrets.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../../test/internet/imap-server.ts'
import { startReceivingServer } from '../../../test/internet/receiving-server.ts'
import { deliveryReport } from '../../../test/support/mails/returned-mails.ts'
import { insertCampaign } from '../../../test/support/records/outbox-in-hand.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { openSendingHands, setApart } from './sending-hands.ts'
import type { SendingHands } from './sending-hands.ts'

/** The same lists through the database, with three workers and three mailboxes: refused at once, or bounced a while later. */

const DEAD_SHARE = 0.12
const RECIPIENTS = 400
const FIRST = 25
const PASSWORD = 'a password of nobody'
const STEP_MS = 30 * SECOND_MS
const LONGEST_STEPS = 3_000

type Way = 'refused' | 'sent back'

async function pausedAfter(hands: SendingHands, way: Way, seed: number): Promise<{ sends: number; first: number }> {
  const { clock, pool, workers } = hands
  const random = seededRandom(seed)
  for (const table of ['campaigns', 'mailboxes', 'leads', 'unsubscribes', 'recipient_domains'])
    await pool.query(`delete from ${table}`)
  const fate = new Map<string, boolean>()
  const isDead = (to: string): boolean => {
    const known = fate.get(to) ?? random() < DEAD_SHARE
    fate.set(to, known)
    return known
  }
  const reports: { at: number; raw: string }[] = []
  await using imap = await startImapServer({ password: PASSWORD })
  await using server = await startReceivingServer({
    clock,
    rcpt: (to) => (way === 'refused' && isDead(to) ? '550 5.1.1 No such user' : '250 Ok'),
    data: ({ to: [to = ''], raw }) => {
      const messageId = /^message-id: (<[^>]+>)/im.exec(raw)?.[1] ?? ''
      const at = clock.now().getTime() + (5 + random() * 55) * SECOND_MS
      if (way === 'sent back' && isDead(to))
        reports.push({
          at,
          raw: deliveryReport({ recipient: to, messageId, diagnostic: `smtp; 550 5.1.1 <${to}>: No such user` }),
        })
      return '250 Ok'
    },
  })
  const mailboxIds: number[] = []
  for (const name of ['ines', 'jo', 'rui']) {
    const id = await hands.addMailbox({ port: server.port, email: `${name}@lumen.example`, gapSeconds: 60 })
    const sealed = workers[0]?.secrets.seal(PASSWORD, imapPasswordContext(1, id))
    await pool.query(
      `update mailboxes set imap_host = '127.0.0.1', imap_port = $2, imap_security = 'none', imap_username = email,
        imap_password_sealed = $3, created_at = $4 where id = $1`,
      [id, imap.port, sealed, clock.now()],
    )
    mailboxIds.push(id)
  }
  await insertCampaign(pool, { mailboxIds, recipients: RECIPIENTS, dueAt: clock.now() })
  await setApart(pool)
  await pool.query('update campaigns set brake = true')
  for (let steps = 0; steps < LONGEST_STEPS; steps += 1) {
    await hands.send()
    while (reports[0] !== undefined && reports.some(({ at }) => at <= clock.now().getTime())) {
      const next = reports.findIndex(({ at }) => at <= clock.now().getTime())
      for (const { raw } of reports.splice(next, 1)) imap.deliver(raw, { arrivedAt: clock.now() })
    }
    if (steps % (MINUTE_MS / STEP_MS) === 0 && workers[0] !== undefined) await readMailboxes(workers[0])
    const { rows } = await pool.query<{ status: string }>('select status from campaigns')
    if (rows[0]?.status === 'paused') break
    clock.advance(STEP_MS)
  }
  const { rows } = await pool.query<{ to: string }>(`select r.email as "to" from messages m
    join campaign_recipients r on r.id = m.recipient_id where m.leased_at is not null order by m.leased_at, m.id`)
  return { sends: rows.length, first: rows.slice(0, FIRST).filter(({ to }) => fate.get(to) === true).length }
}

/** Runs a list of which 12 % is dead, equally often in each way. */
export async function brakeRun(runs: number) {
  await using hands = await openSendingHands()
  const courses: { way: Way; sends: number; first: number }[] = []
  for (const way of ['refused', 'sent back'] as const)
    for (let run = 0; run < runs; run += 1) courses.push({ way, ...(await pausedAfter(hands, way, 1 + run * 7_919)) })
  return {
    rows: [
      ['through the database: 12 % dead', 'eemails until it paused', 'bounces in the first 25', '', ''],
      ...courses.map(({ way, sends, first }) => [way, sends, first, '', '']),
    ],
    figures: {
      brake_run_longest: Math.max(...courses.map(({ sends }) => sends)),
      brake_run_most_first_bounces: Math.max(...courses.map(({ first }) => first)),
    },
    bars: [
      { figure: 'brake_run_longest', max: 150 },
      { figure: 'brake_run_most_first_bounces', max: 3 },
    ],
  }
}
