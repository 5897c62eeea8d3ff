import { DAY_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'

/**
 * What each pacing rule forbids, counted from the records, whatever made the decision. The rules are stated here a
 * second time.
 */

export interface PacedMail {
  email: string
  mailboxId: number
  campaignId: number
  at: Date
  isFirst: boolean
}

/** How much a mailbox may send; null where nothing is set. */
export interface PacedMailbox {
  dayLimit: number | null
  weekLimit: number | null
  /** The shortest gap that its settings allow. */
  gapMs: number
}

const WEEK_MS = 7 * DAY_MS
const COMPANY_GAP_MS = 10 * MINUTE_MS
const FIRSTS_A_DAY = 5
const MAILS_A_WEEK = 2
const FIRST_SENDS = 25
const OPEN_AT_ONCE = 3
const REPORTS_MS = 3 * MINUTE_MS

/**
 * @param mails in the order in which they were taken
 * @returns the emails that were sent too soon, by the rule they break
 */
export function pacingViolations(mails: readonly PacedMail[], mailboxOf: (id: number) => PacedMailbox) {
  const grouped = (key: (mail: PacedMail) => string | number, chosen = mails): PacedMail[][] => [
    ...Map.groupBy(chosen, key).values(),
  ]
  const ofMailbox = grouped(({ mailboxId }) => mailboxId).map((group) => ({
    group,
    ...mailboxOf(group[0]?.mailboxId ?? 0),
  }))
  const company = ({ email }: PacedMail): string => email.slice(email.indexOf('@'))
  const firsts = mails.filter(({ isFirst }) => isFirst)
  const beginnings = grouped(({ campaignId }) => campaignId).map((group) => group.slice(0, FIRST_SENDS))
  return {
    pacing_company_gap: sum(grouped(company).map((group) => tooSoon(group, 1, COMPANY_GAP_MS))),
    pacing_company_firsts: sum(grouped(company, firsts).map((group) => tooSoon(group, FIRSTS_A_DAY, DAY_MS))),
    pacing_address: sum(grouped(({ email }) => email).map((group) => tooSoon(group, MAILS_A_WEEK, WEEK_MS))),
    pacing_first_sends: sum(beginnings.map((group) => tooSoon(group, OPEN_AT_ONCE, REPORTS_MS))),
    pacing_mailbox_gap: sum(ofMailbox.map(({ group, gapMs }) => tooSoon(group, 1, gapMs))),
    pacing_mailbox_day: sum(ofMailbox.map(({ group, dayLimit }) => tooSoon(group, dayLimit ?? Infinity, DAY_MS))),
    pacing_mailbox_week: sum(ofMailbox.map(({ group, weekLimit }) => tooSoon(group, weekLimit ?? Infinity, WEEK_MS))),
  }
}

/** Counts emails that are this many places apart but less than this time. */
const tooSoon = (group: readonly PacedMail[], places: number, ms: number): number =>
  group.filter(({ at }, place) => {
    const before = group[place - places]
    return before !== undefined && at.getTime() - before.at.getTime() < ms
  }).length

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** What the emails that break a rule have in common, how many it takes, and the least time between them. */
type Shared = Partial<Pick<PacedMail, 'mailboxId' | 'campaignId' | 'email'>> & { company?: string; isFirst?: boolean }
const TRIED: PacedMailbox = { dayLimit: 2, weekLimit: 3, gapMs: 5 * MINUTE_MS }
const BREACHES: readonly (readonly [rule: string, mails: number, ms: number, shared: Shared])[] = [
  ['pacing_company_gap', 2, COMPANY_GAP_MS, { company: 'lumen.example' }],
  ['pacing_company_firsts', FIRSTS_A_DAY + 1, DAY_MS, { company: 'lumen.example', isFirst: true }],
  ['pacing_address', MAILS_A_WEEK + 1, WEEK_MS, { email: 'rui@lumen.example' }],
  ['pacing_first_sends', OPEN_AT_ONCE + 1, REPORTS_MS, { campaignId: -1 }],
  ['pacing_mailbox_gap', 2, TRIED.gapMs, { mailboxId: -1 }],
  ['pacing_mailbox_day', 3, DAY_MS, { mailboxId: -1 }],
  ['pacing_mailbox_week', 4, WEEK_MS, { mailboxId: -1 }],
]

/**
 * @returns how many rules are counted correctly: once if emails are a millisecond too close, and not if they are just
 * far enough apart
 */
export const rulesSeen = (): number =>
  BREACHES.filter(([rule, count, ms, shared]) => {
    const broken = brokenBy(madeMails(count, ms - 1, shared))
    return broken.length === 1 && broken[0] === rule && brokenBy(madeMails(count, ms, shared)).length === 0
  }).length

const brokenBy = (mails: readonly PacedMail[]): string[] =>
  Object.entries(pacingViolations(mails, () => TRIED)).flatMap(([rule, count]) => Array<string>(count).fill(rule))

function madeMails(count: number, overMs: number, { company, isFirst = false, ...same }: Shared): PacedMail[] {
  return Array.from({ length: count }, (_, place) => ({
    email: `r${place}@${company ?? `company${place}.example`}`,
    mailboxId: place,
    campaignId: place,
    at: new Date(Math.floor((place * overMs) / (count - 1))),
    isFirst,
    ...same,
  }))
}
