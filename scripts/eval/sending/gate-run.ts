import type { Pool } from 'pg'
import { verifyRecipients } from '../../../src/core/guard/verify-recipients.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startReceivingServer } from '../../../test/internet/receiving-server.ts'
import { insertCampaign } from '../../../test/support/records/outbox-in-hand.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { openSendingHands } from './sending-hands.ts'

/** Recipients with all kinds of verdicts, about whom more becomes known while mail to them waits. */

const MAILBOXES = 60
const CHANGED_A_ROUND = 40
const CHANGING_ROUNDS = 50
const MOST_ROUNDS = 400
const MAX_VERDICT_DAYS = 30

interface Known {
  status: 'valid' | 'invalid' | 'accept_all' | 'unknown' | 'webmail'
  isAnswered: boolean
  days: number
}
type Truth = Known | null

const KINDS: readonly (readonly [share: number, truth: Truth])[] = [
  [0.25, { status: 'valid', isAnswered: true, days: 2 }],
  [0.1, { status: 'valid', isAnswered: true, days: 45 }],
  [0.2, { status: 'invalid', isAnswered: true, days: 10 }],
  [0.05, { status: 'invalid', isAnswered: true, days: 120 }],
  [0.15, { status: 'accept_all', isAnswered: true, days: 3 }],
  [0.1, { status: 'unknown', isAnswered: false, days: 1 }],
  [0.05, { status: 'webmail', isAnswered: false, days: 1 }],
  [0.1, null],
]

/** What each campaign allows. */
const CONSENTS: readonly (readonly string[])[] = [[], ['accept_all'], ['unknown', 'unverified'], ['old', 'accept_all']]

/** Whether a campaign may write to a recipient, stated again as in the design and not as in the engine. */
function mayWrite(truth: Truth, consents: readonly string[]): boolean {
  if (truth === null) return consents.includes('unverified')
  if (truth.status === 'invalid') return truth.days > 90 && consents.includes('old')
  if (truth.days > MAX_VERDICT_DAYS && !consents.includes('old')) return false
  if (truth.status === 'valid' || (truth.status === 'webmail' && truth.isAnswered)) return true
  return consents.includes(truth.status === 'accept_all' ? 'accept_all' : 'unknown')
}

/** @param recipients in all campaigns together */
export async function gateRun(recipients: number) {
  await using hands = await openSendingHands()
  const { clock, pool, workers } = hands
  const random = seededRandom(23)
  const truths = new Map<string, Truth>()
  const consents = new Map(CONSENTS.map((words, at) => [at, words]))
  const campaignOf = (email: string): number => Number(email.slice(1)) % CONSENTS.length
  const wrong = { invalid: 0, unconsented: 0 }
  const written = new Set<string>()
  const isOpen = (email: string): boolean => mayWrite(truths.get(email) ?? null, consents.get(campaignOf(email)) ?? [])
  await using server = await startReceivingServer({
    clock,
    data: ({ to: [address = ''] }) => {
      const email = address.slice(0, address.indexOf('@'))
      written.add(email)
      if (truths.get(email)?.status === 'invalid' && !isOpen(email)) wrong.invalid += 1
      else if (!isOpen(email)) wrong.unconsented += 1
      return '250 Ok'
    },
  })
  const mailboxIds: number[] = []
  for (let box = 0; box < MAILBOXES; box += 1)
    mailboxIds.push(
      await hands.addMailbox({
        port: server.port,
        email: `box${box}@lumen.example`,
        gapSeconds: 60,
        dailyLimit: 100_000,
      }),
    )
  const campaignIds = await gatedCampaigns(pool, mailboxIds, recipients, clock.now())
  const draw = (): Truth => {
    let left = random()
    return KINDS.find(([share]) => (left -= share) < 0)?.[1] ?? null
  }
  const names = Array.from({ length: recipients }, (_, at) => `r${at + 1}`)
  const learn = async (emails: readonly string[]): Promise<void> => {
    for (const email of emails) truths.set(email, draw())
    await writeVerdicts(pool, emails, truths, clock.now())
  }
  await learn(names)
  const consent = async (at: number, words: readonly string[]): Promise<void> => {
    consents.set(at, words)
    await pool.query('update campaigns set allow = $2 where id = $1', [campaignIds[at], words])
    await workers[0]?.store.gate.releaseCampaign(1, campaignIds[at] ?? 0)
  }
  for (const [at, words] of CONSENTS.entries()) await consent(at, words)
  let rounds = 0
  for (let quiet = 0; rounds < MOST_ROUNDS && quiet < 6; rounds += 1) {
    await verifyRecipients(workers[rounds % workers.length] ?? fail(), AbortSignal.abort())
    quiet = (await hands.send()) === 0 ? quiet + 1 : 0
    const waiting = names.filter((name) => !written.has(name))
    const changed = Array.from(
      { length: CHANGED_A_ROUND },
      () => waiting[Math.floor(random() * waiting.length)] ?? 'r1',
    )
    if (rounds < CHANGING_ROUNDS) await learn(changed)
    // One campaign withdraws what it allowed, and another allows more.
    if (rounds === 5) await consent(1, [])
    if (rounds === 10) await consent(0, ['accept_all'])
    // Held mail is checked again after a day.
    clock.advance(quiet === 2 ? DAY_MS : MINUTE_MS)
  }
  const { rows } = await pool.query<{ email: string; held: string | null }>(
    `select split_part(r.email, '@', 1) as email, m.held_by as held from messages m
      join campaign_recipients r on r.id = m.recipient_id where m.status = 'scheduled'`,
  )
  const stayed = rows.filter(({ email }) => isOpen(email)).length
  return {
    rows: [
      ['gate', 'recipients', 'rounds', 'written to', 'held or stopped'],
      ['three workers', recipients, rounds, written.size, recipients - written.size],
    ],
    figures: {
      gate_recipients: recipients,
      gate_to_invalid: wrong.invalid,
      gate_unconsented: wrong.unconsented,
      gate_twice: server.mails.length - written.size,
      gate_kept_without_reason: stayed,
      gate_written: written.size,
    },
    bars: [
      { figure: 'gate_to_invalid', max: 0 },
      { figure: 'gate_unconsented', max: 0 },
      { figure: 'gate_twice', max: 0 },
      { figure: 'gate_kept_without_reason', max: 0 },
      { figure: 'gate_written', min: Math.floor(recipients / 4) },
    ],
  }
}

function fail(): never {
  throw new Error('There is no worker.')
}

/** Creates one campaign for each set of permissions; recipient n is in the campaign of n modulo their number. */
async function gatedCampaigns(pool: Pool, mailboxIds: readonly number[], recipients: number, dueAt: Date) {
  const ids: number[] = []
  for (const [at] of CONSENTS.entries()) {
    const id = await insertCampaign(pool, { mailboxIds, recipients, dueAt })
    // All campaigns are planned for everybody: each keeps its own recipients.
    await pool.query(
      `delete from campaign_recipients where campaign_id = $1
        and substring(email from '^r([0-9]+)@')::int % $2 <> $3`,
      [id, CONSENTS.length, at],
    )
    ids.push(id)
  }
  await pool.query(`update campaigns set gate = 'gate', max_verdict_days = $1`, [MAX_VERDICT_DAYS])
  return ids
}

async function writeVerdicts(
  pool: Pool,
  names: readonly string[],
  truths: ReadonlyMap<string, Truth>,
  now: Date,
): Promise<void> {
  const rows = [...new Set(names)].map((name) => ({ email: `${name}@crowd.example`, truth: truths.get(name) ?? null }))
  const known = rows.flatMap(({ email, truth }) => (truth === null ? [] : [{ email, truth }]))
  await pool.query(`delete from verifications where domain = 'crowd.example' and value = any($1::text[])`, [
    rows.map(({ email }) => email),
  ])
  await pool.query(
    `insert into verifications (domain, value, status, outcome, checked_at, fresh_until)
      select 'crowd.example', x.email, x.status, jsonb_build_object('smtpCheck', x.answered), x.at, x.at
      from unnest($1::text[], $2::text[], $3::boolean[], $4::timestamptz[]) x (email, status, answered, at)`,
    [
      known.map(({ email }) => email),
      known.map(({ truth }) => truth.status),
      known.map(({ truth }) => truth.isAnswered),
      known.map(({ truth }) => new Date(now.getTime() - truth.days * DAY_MS)),
    ],
  )
}
