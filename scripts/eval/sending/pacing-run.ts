import type { Pool } from 'pg'
import type { Context } from '../../../src/context.ts'
import { leaseMessage } from '../../../src/core/campaigns/send-message.ts'
import type { DueCandidate } from '../../../src/db/campaigns/due-candidate.ts'
import type { GuardFacts } from '../../../src/db/campaigns/outbox-guard-store.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { insertCampaign } from '../../../test/support/records/outbox-in-hand.ts'
import { pacingViolations, rulesSeen } from './pacing-violations.ts'
import type { PacedMail, PacedMailbox } from './pacing-violations.ts'
import { openSendingHands } from './sending-hands.ts'

/**
 * Three workers send to the same companies and people from many mailboxes, as fast as they are allowed; nothing is
 * really sent.
 */

const MAILBOXES = 24
const CAMPAIGNS = 3
const COMPANIES = 120
const PEOPLE = 3_000
/** Rounds a minute apart, then a leap: the run covers more than a week, as well as the minutes in which pacing limits apply. */
const MINUTES_IN_A_ROW = 15
const LEAP_MS = 11.5 * HOUR_MS
const MOST_ROUNDS = 10_000

/** In turn, each mailbox has one limit that applies: per week, per day, between two emails; or none of its own. */
const GAP = { seconds: 1_800, spread: 0.4 }
const KINDS: readonly PacedMailbox[] = [
  { dayLimit: null, weekLimit: 9, gapMs: 0 },
  { dayLimit: 4, weekLimit: 1_000, gapMs: 0 },
  { dayLimit: null, weekLimit: null, gapMs: GAP.seconds * (1 - GAP.spread) * SECOND_MS },
  { dayLimit: null, weekLimit: null, gapMs: 0 },
]
const ample = 10_000

/** What delayed a message, as far as that is visible from outside. */
const RULES = ['week', 'day', 'first_sends', 'company_busy', 'company_gap', 'company_firsts', 'address'] as const
type Rule = (typeof RULES)[number]

interface Claims {
  /** Messages decided on under the locks, whether they were taken or postponed. */
  decided: number
  deadlocks: number
  bound: Record<Rule, number>
  /** How often a mailbox that had mail to send was waiting for its gap. */
  waited: number
}

/** The same worker, with its decisions counted. */
function counted(worker: Context, claims: Claims): Context {
  const { leaseNext } = worker.store.outbox
  const outbox: typeof worker.store.outbox = {
    ...worker.store.outbox,
    leaseNext: (workerId, mailbox, now, questions) =>
      leaseNext(workerId, mailbox, now, {
        ...questions,
        decide: (candidate, facts) => {
          const decision = questions.decide(candidate, facts)
          if (facts.guard === undefined) return decision
          claims.decided += 1
          if (decision.do === 'postpone') claims.bound[ruleOf(candidate, facts.guard, now)] += 1
          return decision
        },
      }),
  }
  return { ...worker, store: { ...worker.store, outbox } }
}

function ruleOf({ weeklyLimit, dailyLimit }: DueCandidate, { caps, first, pace }: GuardFacts, now: Date): Rule {
  if (caps !== null && caps.week.count >= (weeklyLimit ?? Infinity)) return 'week'
  if (caps !== null && caps.day.count >= dailyLimit) return 'day'
  if (first === 'busy' || (first !== null && first.bounced + first.recent.length > 2)) return 'first_sends'
  if (pace?.company?.isBusy === true) return 'company_busy'
  if ((pace?.company?.nextSendAt ?? now) > now) return 'company_gap'
  return (pace?.lately.length ?? 0) < 2 ? 'company_firsts' : 'address'
}

const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'

/** Does what one worker does in its round: goes through each mailbox that is due, until it has nothing more to send for now. */
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

async function waitingForGap(pool: Pool, now: Date): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from mailboxes e where e.next_send_at > $1
      and exists (select 1 from messages m where m.mailbox_id = e.id and m.status = 'scheduled' and m.due_at <= $1)`,
    [now],
  )
  return rows[0]?.count ?? 0
}

/** @returns the settings of the mailbox with each id */
async function addMailboxes(hands: Awaited<ReturnType<typeof openSendingHands>>): Promise<Map<number, PacedMailbox>> {
  const mailboxes = new Map<number, PacedMailbox>()
  for (let box = 0; box < MAILBOXES; box += 1) {
    const kind = KINDS[box % KINDS.length]
    if (kind === undefined) break
    const gap = kind.gapMs === 0 ? { seconds: 0, spread: 0 } : GAP
    const seed = { port: 25, email: `box${box}@lumen.example`, dailyLimit: kind.dayLimit ?? ample }
    const assignments = `weekly_limit = ${kind.weekLimit ?? 'null'}, gap_seconds = ${gap.seconds}, gap_spread = ${gap.spread}`
    mailboxes.set(await hands.addMailbox(seed, assignments), kind)
  }
  return mailboxes
}

async function addCampaigns(pool: Pool, now: Date, mailboxIds: number[]): Promise<void> {
  const steps = [{}, { body: 'And today?' }]
  for (let campaign = 0; campaign < CAMPAIGNS; campaign += 1)
    await insertCampaign(pool, { mailboxIds, recipients: PEOPLE, dueAt: now, steps })
  await pool.query('update campaigns set brake = true')
  // The same people in all campaigns, from other mailboxes; their companies are of all sizes.
  await pool.query(
    `update campaign_recipients set email = split_part(email, '@', 1) || '@company'
      || floor($1 * power(substring(email from '^r([0-9]+)')::float / $2, 2)) || '.example'`,
    [COMPANIES, PEOPLE + 1],
  )
  await pool.query(
    `update messages m set mailbox_id = ($1::bigint[])[1 + (m.mailbox_id + 7 * m.campaign_id) % cardinality($1::bigint[])]`,
    [mailboxIds],
  )
}

/** @param wanted how many messages to decide on */
export async function pacingRun(wanted: number) {
  await using hands = await openSendingHands()
  const { clock, pool, workers } = hands
  const begun = clock.now().getTime()
  const mailboxes = await addMailboxes(hands)
  await addCampaigns(pool, clock.now(), [...mailboxes.keys()])
  const bound = Object.fromEntries(RULES.map((rule) => [rule, 0])) as Record<Rule, number>
  const claims: Claims = { decided: 0, deadlocks: 0, bound, waited: 0 }
  const counting = workers.map((worker) => counted(worker, claims))
  for (let round = 1; claims.decided < wanted && round < MOST_ROUNDS; round += 1) {
    claims.waited += await waitingForGap(pool, clock.now())
    await Promise.all(counting.map((worker) => takeDue(worker, claims)))
    clock.advance(round % MINUTES_IN_A_ROW === 0 ? LEAP_MS : MINUTE_MS)
  }
  const { rows: taken } = await pool.query<PacedMail>(`select r.email, m.mailbox_id as "mailboxId", m.leased_at as at,
      m.campaign_id as "campaignId", m.step = 0 as "isFirst" from messages m join campaign_recipients r on r.id = m.recipient_id
    where m.leased_at is not null order by m.leased_at, m.id`)
  const violations = pacingViolations(taken, (id) => mailboxes.get(id) ?? { dayLimit: null, weekLimit: null, gapMs: 0 })
  const bounds = Object.fromEntries(
    [...Object.entries(bound), ['mailbox_gap', claims.waited] as const].map(([rule, count]) => [
      `bound_${rule}`,
      count,
    ]),
  )
  const hours = Math.round((clock.now().getTime() - begun) / HOUR_MS)
  return {
    rows: [
      ['pacing', 'claims', 'mails taken', 'simulated hours', ''],
      ['three workers', claims.decided, taken.length, hours, ''],
      ['rule', 'put off by it', 'broken', '', ''],
      ...broughtTogether(bounds, violations),
    ],
    figures: {
      pacing_claims: claims.decided,
      pacing_taken: taken.length,
      pacing_hours: hours,
      ...bounds,
      ...violations,
      pacing_rules_seen: rulesSeen(),
      deadlocks: claims.deadlocks,
    },
    bars: [
      { figure: 'pacing_claims', min: wanted },
      // A rule that never applies is not shown to work.
      ...Object.keys(bounds)
        .filter((figure) => figure !== 'bound_company_busy')
        .map((figure) => ({ figure, min: 1 })),
      ...Object.keys(violations).map((figure) => ({ figure, max: 0 })),
      // The counter of violations recognises one of each.
      { figure: 'pacing_rules_seen', min: Object.keys(violations).length },
      { figure: 'deadlocks', max: 0 },
    ],
  }
}

/** Returns each rule with how often it applied and how often it was broken. */
function broughtTogether(bounds: Record<string, number>, violations: Record<string, number>): (string | number)[][] {
  const pairs: Record<string, string> = {
    bound_week: 'pacing_mailbox_week',
    bound_day: 'pacing_mailbox_day',
    bound_mailbox_gap: 'pacing_mailbox_gap',
    bound_first_sends: 'pacing_first_sends',
    bound_company_gap: 'pacing_company_gap',
    bound_company_firsts: 'pacing_company_firsts',
    bound_address: 'pacing_address',
  }
  return Object.entries(bounds).map(([figure, count]) => {
    const broken = violations[pairs[figure] ?? '']
    return [figure.replace('bound_', '').replaceAll('_', ' '), count, broken ?? '-', '', '']
  })
}
