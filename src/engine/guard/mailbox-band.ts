/** How healthy a mailbox is, judged by the response to its emails. */

import { DAY_MS, HOUR_MS } from '../../lib/process/clock.ts'

export const BANDS = ['healthy', 'watch', 'strained', 'stopped'] as const
export type Band = (typeof BANDS)[number]

/** Counted over emails in the order sent; only nonexistent addresses count as bounces. */
export interface MailboxFacts {
  bouncesIn25: number
  policyIn20: number
  policyIn50: number
  /** In the last 30 days. */
  sent: number
  bounced: number
  complained: number
  replied: number
}

export const SIGN_KINDS = ['bounces', 'bounce_rate', 'policy', 'complaints', 'complaint_rate'] as const

/** The deciding rule, and its numbers. */
export interface BandSign {
  sign: (typeof SIGN_KINDS)[number]
  count: number
  of: number
}

export interface Judged {
  band: Band
  sign: BandSign | null
}

const ENOUGH = 100
const MANY = 1_000

type Rule = (facts: MailboxFacts) => BandSign | null

const bounces = (least: number): Rule => {
  return ({ bouncesIn25: count, sent }) => (count >= least ? { sign: 'bounces', count, of: Math.min(25, sent) } : null)
}
const bounceRate = (share: number): Rule => {
  return ({ bounced: count, sent: of }) =>
    of >= ENOUGH && count >= share * of ? { sign: 'bounce_rate', count, of } : null
}
const complaints = (least: number): Rule => {
  return ({ complained: count, sent: of }) => (count >= least ? { sign: 'complaints', count, of } : null)
}
const complaintRate = (isOver: (share: number) => boolean): Rule => {
  return ({ complained: count, sent: of }) =>
    of >= MANY && isOver(count / of) ? { sign: 'complaint_rate', count, of } : null
}
const refusals = (least: number, of: 20 | 50): Rule => {
  return ({ policyIn20, policyIn50 }) => {
    const count = of === 20 ? policyIn20 : policyIn50
    return count >= least ? { sign: 'policy', count, of } : null
  }
}

/** The worst first. */
const RULES: readonly (readonly [Band, readonly Rule[]])[] = [
  ['stopped', [bounces(5), bounceRate(0.08), complaints(3), complaintRate((share) => share >= 0.003), refusals(3, 20)]],
  ['strained', [bounces(3), bounceRate(0.05), complaints(2), complaintRate((share) => share > 0.001)]],
  ['watch', [bounces(2), bounceRate(0.03), refusals(1, 50), complaints(1)]],
]

/** The band according to the facts alone. */
export function judgeMailbox(facts: MailboxFacts): Judged {
  for (const [band, rules] of RULES)
    for (const rule of rules) {
      const sign = rule(facts)
      if (sign !== null) return { band, sign }
    }
  return { band: 'healthy', sign: null }
}

const WATCHED_MS = 7 * DAY_MS
const WATCHED_WITH_REPLIES_MS = 2 * DAY_MS
const REPLY_RATE = 0.03

export const isWorse = (one: Band, other: Band): boolean => BANDS.indexOf(one) > BANDS.indexOf(other)

/**
 * The band a mailbox is in from now on. It gets worse at once, but recovers from `strained` only by way of `watch`, which it
 * leaves after seven days, or after two if people reply. A `stopped` mailbox is not judged here: it returns to `watch` after
 * its rest.
 * @param since when it entered its band.
 */
export function nextBand(current: Band, since: Date | null, facts: MailboxFacts, now: Date): Judged {
  const judged = judgeMailbox(facts)
  if (current === 'stopped' || current === 'healthy' || isWorse(judged.band, current)) return judged
  if (current === 'strained') return judged.band === 'strained' ? judged : { ...judged, band: 'watch' }
  if (judged.band === 'watch') return judged
  const answered = facts.sent >= ENOUGH && facts.replied >= REPLY_RATE * facts.sent
  const over = (since?.getTime() ?? 0) + (answered ? WATCHED_WITH_REPLIES_MS : WATCHED_MS) <= now.getTime()
  return over ? judged : { band: 'watch', sign: null }
}

const RESTS_MS = [24 * HOUR_MS, 72 * HOUR_MS]

/** How long a stopped mailbox rests; null: until a person resumes it. @param stops how often it was stopped before. */
export const restAfterStop = (stops: number): number | null => RESTS_MS[stops] ?? null

/** Whether emails leave half as often in this band. */
export const isSlow = (band: Band): boolean => band === 'strained'
