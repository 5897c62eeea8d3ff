import { DAY_MS, HOUR_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { firstSendsWait } from '../guard/campaign-brake.ts'
import type { FirstSends } from '../guard/campaign-brake.ts'
import { addressWait, capWait, companyWait, WEEK_MS } from '../guard/pacing.ts'
import type { CompanyTurn, Taken } from '../guard/pacing.ts'
import { verdictGate } from '../guard/verdict-gate.ts'
import type { GateAnswer, GateQuestion, HeldBy } from '../guard/verdict-gate.ts'
import { nextInBoth, openHours, startOfDay } from './sending-window.ts'
import type { SendingWindow } from './sending-window.ts'

/** What is known about a message that is due. */
export interface DueMessage {
  recipientState: string
  noMail: 'unsubscribed' | 'bounced' | 'manual' | 'complained' | null
  optedOut: boolean
  /** Status of the previous step; null for the first one. */
  previousStatus: string | null
  notBefore: Date | null
  window: SendingWindow
  mailboxWindow: SendingWindow | null
  /** The time zone in which the mailbox's days are counted. */
  mailboxZone: string
  dailyLimit: number
  sentToday: number
  /** What protects the sender, if the campaign and the mailbox use it. */
  guard?: SendGuard
}

/** Each part is null if the campaign or the mailbox does not use it. */
export interface SendGuard {
  gate: GateQuestion | null
  caps: { day: Taken; dayCap: number; week: Taken; weekCap: number } | null
  /** `company` is null if strangers share the domain. */
  pace: { company: CompanyTurn | null; lately: readonly Date[] } | null
  /** `busy`: another worker is deciding about the first emails of the campaign right now. */
  first: FirstSends | 'busy' | null
}

const NO_GUARD: SendGuard = { gate: null, caps: null, pace: null, first: null }
const OPEN: GateAnswer = { gate: 'open' }

export type SendDecision =
  | { do: 'send' }
  /** `all`: applies to all due messages of the campaign in this mailbox. */
  | { do: 'postpone'; to: Date; all: boolean }
  /** Waits until the campaign consents, or more is known about the address. */
  | { do: 'hold'; by: HeldBy }
  | { do: 'cancel'; stoppedBy: 'unsubscribed' | 'bounced' | 'opted_out' | 'invalid' | 'left_company' | null }

/** How far ahead a window is searched: a year has every weekday in every zone. */
const HORIZON_MS = 366 * DAY_MS
/** If the previous step is in progress or in doubt, it is checked again after this long. */
const LOOK_AGAIN_MS = HOUR_MS

/** Whether a message is sent now, later or never; permanent obstacles are checked first. */
export function decideSending(message: DueMessage, now: Date): SendDecision {
  if (message.optedOut) return { do: 'cancel', stoppedBy: 'opted_out' }
  if (message.noMail !== null)
    return { do: 'cancel', stoppedBy: message.noMail === 'bounced' ? 'bounced' : 'unsubscribed' }
  if (message.recipientState === 'stopped' || message.recipientState === 'canceled')
    return { do: 'cancel', stoppedBy: null }
  const guard = message.guard ?? NO_GUARD
  const gate = guard.gate === null ? OPEN : verdictGate(guard.gate, now)
  if (gate.gate === 'stop') return { do: 'cancel', stoppedBy: gate.because }
  const later = afterPrevious(message, now)
  if (later !== null) return later
  // A recipient of an earlier step is known to receive mail: only the first email waits for consent.
  if (gate.gate === 'hold' && message.previousStatus === null) return { do: 'hold', by: gate.by }
  return withinCaps(guard, now) ?? atItsPace(message, guard, now) ?? inItsTime(message, now)
}

function withinCaps({ caps }: SendGuard, now: Date): SendDecision | null {
  if (caps === null) return null
  const waits = [capWait(caps.day, caps.dayCap, DAY_MS, now), capWait(caps.week, caps.weekCap, WEEK_MS, now)]
  return putOff(latest(waits), true)
}

/** By then another worker has finished. */
const BUSY_MS = 5 * SECOND_MS

function atItsPace({ previousStatus }: DueMessage, { pace, first }: SendGuard, now: Date): SendDecision | null {
  const begin =
    first === 'busy' ? new Date(now.getTime() + BUSY_MS) : first === null ? null : firstSendsWait(first, now)
  if (begin !== null) return putOff(begin, true)
  if (pace === null) return null
  const company = pace.company === null ? null : companyWait(pace.company, previousStatus === null, now)
  return putOff(latest([company, addressWait(pace.lately, now)]), false)
}

const latest = (waits: readonly (Date | null)[]): Date | null =>
  waits.reduce((last, wait) => (wait !== null && (last === null || wait > last) ? wait : last), null)

const putOff = (to: Date | null, all: boolean): SendDecision | null =>
  to === null ? null : { do: 'postpone', to: wholeSecond(to.getTime()), all }

function afterPrevious({ previousStatus, notBefore }: DueMessage, now: Date): SendDecision | null {
  if (previousStatus === null) return null
  if (previousStatus === 'error' || previousStatus === 'canceled') return { do: 'cancel', stoppedBy: null }
  if (notBefore === null || previousStatus !== 'sent')
    return { do: 'postpone', to: new Date(now.getTime() + LOOK_AGAIN_MS), all: false }
  return notBefore > now ? { do: 'postpone', to: notBefore, all: false } : null
}

function inItsTime(message: DueMessage, now: Date): SendDecision {
  const { window, mailboxWindow, mailboxZone, dailyLimit, sentToday } = message
  const hours = openHours(window)
  const own = mailboxWindow === null ? hours : openHours(mailboxWindow)
  // The last second of a window belongs to it entirely.
  const at = Math.floor(now.getTime() / SECOND_MS) * SECOND_MS
  const from = sentToday < dailyLimit ? at : startOfDay(mailboxZone, at, 1)
  const next = nextInBoth(hours, own, from, from + HORIZON_MS)
  if (next === at) return { do: 'send' }
  return { do: 'postpone', to: wholeSecond(next ?? from + HORIZON_MS), all: true }
}

const wholeSecond = (instant: number): Date => new Date(Math.ceil(instant / SECOND_MS) * SECOND_MS)

/** Since when messages count towards the daily limit: midnight in the mailbox's time zone. */
export const dayStart = (zone: string, now: Date): Date => new Date(startOfDay(zone, now.getTime(), 0))
