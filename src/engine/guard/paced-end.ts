import { DAY_MS, HOUR_MS } from '../../lib/process/clock.ts'
import { dayCap, weekCap } from './day-cap.ts'
import { companyAfter, companyWait, WEEK_MS } from './pacing.ts'
import { plannedCap } from './ramp-plan.ts'

/** When a plan ends once the caps of mailboxes and the pace for companies have put off what it contains. */

/** A mailbox with what limits it besides its daily limit and gap. */
export interface PacedMailbox {
  id: number
  ramp: 'off' | 'auto'
  rampPlace: number
  rampCap: number | null
  weeklyLimit: number | null
  dailyLimit: number
  smtpHost: string
  mailboxEmail: string
}

/** A message of a plan; times in milliseconds since 1970. */
export interface PlannedMail {
  recipientId: number
  mailboxId: number
  dueAt: number
}

export type SlowedBy = 'mailbox_caps' | 'company_pace'

interface Pace {
  /** The company of each recipient who is written to for the first time; none for those at webmail, or without pacing. */
  companies: ReadonlyMap<number, string>
  mailboxes: readonly PacedMailbox[]
  now: number
}

/** Mail that leaves a little later is as planned. */
const NOTICED_MS = HOUR_MS

/**
 * An estimate: every day goes well, so that mailboxes grow as fast as they can, and nothing else is sent. Takes time in
 * proportion to the messages.
 * @returns the time of the last message, and what puts messages off; `planned` must not be empty.
 */
export function pacedEnd(planned: readonly PlannedMail[], pace: Pace): { last: number; slowedBy: SlowedBy[] } {
  const delays = companyDelays(planned, pace)
  const mails = planned.map((mail) => ({ ...mail, dueAt: mail.dueAt + (delays.get(mail.recipientId) ?? 0) }))
  const slowedBy: SlowedBy[] = [...delays.values()].some((delay) => delay > NOTICED_MS) ? ['company_pace'] : []
  let last = Number.NEGATIVE_INFINITY
  for (const [id, own] of Map.groupBy(mails, ({ mailboxId }) => mailboxId)) {
    const due = own.map(({ dueAt }) => dueAt).toSorted((a, b) => a - b)
    const mailbox = pace.mailboxes.find((one) => one.id === id)
    const sent = mailbox === undefined ? due : withinCaps(due, mailbox, pace.now)
    if (sent.some((at, place) => at - (due[place] ?? at) > NOTICED_MS) && !slowedBy.includes('mailbox_caps'))
      slowedBy.push('mailbox_caps')
    last = Math.max(last, sent.at(-1) ?? last)
  }
  return { last, slowedBy }
}

/** By how much the first email to each recipient is put off, and the others with it. */
function companyDelays(planned: readonly PlannedMail[], { companies }: Pace): Map<number, number> {
  const firsts = new Map<number, number>()
  for (const { recipientId, dueAt } of planned)
    if (companies.has(recipientId)) firsts.set(recipientId, Math.min(firsts.get(recipientId) ?? dueAt, dueAt))
  const turns = new Map<string, ReturnType<typeof companyAfter>>()
  const delays = new Map<number, number>()
  for (const [recipientId, dueAt] of [...firsts].toSorted(([, a], [, b]) => a - b)) {
    const company = companies.get(recipientId) ?? ''
    const turn = turns.get(company) ?? { nextSendAt: null, firsts: [] }
    let at = new Date(dueAt)
    for (let tries = 0; tries < MOST_WAITS; tries += 1) {
      const wait = companyWait({ ...turn, isBusy: false }, true, at)
      if (wait === null) break
      at = wait
    }
    turns.set(company, companyAfter(turn.firsts, true, at))
    delays.set(recipientId, at.getTime() - dueAt)
  }
  return delays
}

/** The gap to the company, then room for another first email: at most one after the other, twice. */
const MOST_WAITS = 4

/** In order, each as early as the caps of a moving day and a moving week allow. */
function withinCaps(due: readonly number[], mailbox: PacedMailbox, now: number): number[] {
  if (mailbox.ramp === 'off' && mailbox.weeklyLimit === null) return [...due]
  const sent: number[] = []
  for (const [place, dueAt] of due.entries()) {
    let at = Math.max(dueAt, sent[place - 1] ?? dueAt)
    for (;;) {
      const caps = capsOn(mailbox, Math.floor((at - now) / DAY_MS))
      const free = Math.max(after(sent[place - caps.day], DAY_MS), after(sent[place - caps.week], WEEK_MS))
      if (free <= at) break
      at = free
    }
    sent.push(at)
  }
  return sent
}

const after = (instant: number | undefined, ms: number): number =>
  instant === undefined ? Number.NEGATIVE_INFINITY : instant + ms

/** What it may send some days from now. */
function capsOn(mailbox: PacedMailbox, days: number): { day: number; week: number } {
  const { ramp, rampPlace, rampCap, dailyLimit } = mailbox
  const grown = days <= 0 ? rampCap : plannedCap(rampPlace + days, dailyLimit)
  const then = { ...mailbox, rampCap: ramp === 'auto' ? grown : rampCap }
  return { day: Math.max(1, dayCap(then)), week: Math.max(1, weekCap(then)) }
}
