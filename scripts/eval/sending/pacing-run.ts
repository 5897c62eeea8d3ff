import type { Context } from '../../../src/context.ts'
import { leaseMessage } from '../../../src/core/campaigns/send-message.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { insertCampaign } from '../../../test/support/records/outbox-in-hand.ts'
import { openSendingHands } from './sending-hands.ts'

/** Three workers take mail to the same companies and people out of many mailboxes, as fast as they are let; nothing leaves. */

const MAILBOXES = 24
const CAMPAIGNS = 3
const COMPANIES = 120
const PEOPLE = 3_000
const WEEKLY_LIMIT = 60
const COMPANY_GAP_MS = 10 * MINUTE_MS
const FIRSTS_A_DAY = 5
const MAILS_A_WEEK = 2
const MOST_MINUTES = 60 * 24 * 30

interface Claims {
  /** Messages that were decided about under the locks, whether they were taken or put off. */
  decided: number
  deadlocks: number
}

/** The same worker, whose decisions are counted. */
function counted(worker: Context, claims: Claims): Context {
  const { leaseNext } = worker.store.outbox
  const outbox: typeof worker.store.outbox = {
    ...worker.store.outbox,
    leaseNext: (workerId, mailbox, now, questions) =>
      leaseNext(workerId, mailbox, now, {
        ...questions,
        decide: (candidate, facts) => {
          if (facts.guard !== undefined) claims.decided += 1
          return questions.decide(candidate, facts)
        },
      }),
  }
  return { ...worker, store: { ...worker.store, outbox } }
}

const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'

/** What one worker does in its round: each mailbox that is due, until it has nothing more to send just now. */
async function takeDue(worker: Context, claims: Claims): Promise<void> {
  const workerId = await worker.presence.enter()
  for (const mailbox of await worker.store.outbox.mailboxesDue(worker.clock.now(), MAILBOXES))
    for (let isMore = true; isMore;) {
      try {
        const lease = await leaseMessage(worker, workerId, mailbox)
        isMore = lease !== null && (await worker.store.outboxResults.sent(lease, worker.clock.now(), '250'))
      } catch (error) {
        if (!isDeadlock(error)) throw error
        claims.deadlocks += 1
        isMore = false
      }
    }
}

interface Taken {
  email: string
  mailboxId: number
  at: Date
  isFirst: boolean
}

/** Pairs of mails that came too soon after each other: counted from what was written down, whatever decided it. */
function violationsOf(taken: readonly Taken[]) {
  /** In each group, mails so many places apart have to be so far apart in time. */
  const tooSoon = (key: (one: Taken) => string, places: number, ms: number, rows = taken): number => {
    const groups = Map.groupBy(rows, key)
    return [...groups.values()].reduce((sum, group) => {
      const times = group.map(({ at }) => at.getTime())
      return sum + times.filter((at, place) => place >= places && at - (times[place - places] ?? 0) < ms).length
    }, 0)
  }
  const company = ({ email }: Taken): string => email.slice(email.indexOf('@'))
  const firsts = taken.filter(({ isFirst }) => isFirst)
  return {
    pacing_company_gap: tooSoon(company, 1, COMPANY_GAP_MS),
    pacing_company_firsts: tooSoon(company, FIRSTS_A_DAY, DAY_MS, firsts),
    pacing_address: tooSoon(({ email }) => email, MAILS_A_WEEK, 7 * DAY_MS),
    pacing_mailbox_week: tooSoon(({ mailboxId }) => String(mailboxId), WEEKLY_LIMIT, 7 * DAY_MS),
  }
}

/** @param wanted how many messages are decided about. */
export async function pacingRun(wanted: number) {
  await using hands = await openSendingHands()
  const { clock, pool, workers } = hands
  const mailboxIds: number[] = []
  for (let box = 0; box < MAILBOXES; box += 1)
    mailboxIds.push(
      await hands.addMailbox(
        { port: 25, email: `box${box}@lumen.example`, dailyLimit: 10_000 },
        `weekly_limit = ${WEEKLY_LIMIT}`,
      ),
    )
  const steps = [{}, { body: 'And today?' }]
  for (let campaign = 0; campaign < CAMPAIGNS; campaign += 1)
    await insertCampaign(pool, { mailboxIds, recipients: PEOPLE, dueAt: clock.now(), steps })
  await pool.query('update campaigns set brake = true')
  // The same people in all campaigns, out of other mailboxes; their companies are of all sizes.
  await pool.query(
    `update campaign_recipients set email = split_part(email, '@', 1) || '@company'
      || floor($1 * power(substring(email from '^r([0-9]+)')::float / $2, 2)) || '.example'`,
    [COMPANIES, PEOPLE + 1],
  )
  await pool.query(
    `update messages m set mailbox_id = ($1::bigint[])[1 + (m.mailbox_id + 7 * m.campaign_id) % cardinality($1::bigint[])]`,
    [mailboxIds],
  )
  const claims: Claims = { decided: 0, deadlocks: 0 }
  const counting = workers.map((worker) => counted(worker, claims))
  let minutes = 0
  for (; claims.decided < wanted && minutes < MOST_MINUTES; minutes += 1) {
    await Promise.all(counting.map((worker) => takeDue(worker, claims)))
    clock.advance(MINUTE_MS)
  }
  const { rows: taken } = await pool.query<Taken>(`select r.email, m.mailbox_id as "mailboxId", m.leased_at as at,
      m.step = 0 as "isFirst" from messages m join campaign_recipients r on r.id = m.recipient_id
    where m.leased_at is not null order by m.leased_at, m.id`)
  const violations = violationsOf(taken)
  return {
    rows: [
      ['pacing', 'claims', 'mails taken', 'simulated hours', ''],
      ['three workers', claims.decided, taken.length, Math.round(minutes / 60), ''],
    ],
    figures: { pacing_claims: claims.decided, pacing_taken: taken.length, ...violations, deadlocks: claims.deadlocks },
    bars: [
      { figure: 'pacing_claims', min: wanted },
      { figure: 'pacing_taken', min: Math.floor(wanted / 100) },
      ...Object.keys(violations).map((figure) => ({ figure, max: 0 })),
      { figure: 'deadlocks', max: 0 },
    ],
  }
}
