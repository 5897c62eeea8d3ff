import { DAY_MS, HOUR_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { firstSendsWait } from '../guard/campaign-brake.ts'
import type { FirstSends } from '../guard/campaign-brake.ts'
import { addressWait, capWait, companyWait, WEEK_MS } from '../guard/pacing.ts'
import type { CompanyTurn, Taken } from '../guard/pacing.ts'
import { verdictGate } from '../guard/verdict-gate.ts'
import type { GateAnswer, GateQuestion, HeldBy } from '../guard/verdict-gate.ts'
import { nextInBoth, openHours, startOfDay } from './sending-window.ts'
import type { SendingWindow } from './sending-window.ts'

/** What is known of a message whose time has come. */
export interface DueMessage {
  recipientState: string
  noMail: 'unsubscribed' | 'bounced' | 'manual' | 'complained' | null
  optedOut: boolean
  /** Of the step before; null for the opening one. */
  previousStatus: string | null
  notBefore: Date | null
  window: SendingWindow
  mailboxWindow: SendingWindow | null
  /** On whose calendar the mailbox counts its days. */
  mailboxZone: string
  dailyLimit: number
  sentToday: number
  /** What guards the sender, as far as the campaign and the mailbox have it. */
  guard?: SendGuard
}

/** Each part is null where the campaign or the mailbox goes without. */
export interface SendGuard {
  gate: GateQuestion | null
  caps: { day: Taken; dayCap: number; week: Taken; weekCap: number } | null
  /** `company` is null where strangers share the domain. */
  pace: { company: CompanyTurn | null; lately: readonly Date[] } | null
  /** `busy`: another worker decides about the first emails of the campaign at this moment. */
  first: FirstSends | 'busy' | null
}

const NO_GUARD: SendGuard = { gate: null, caps: null, pace: null, first: null }
const OPEN: GateAnswer = { gate: 'open' }

export type SendDecision =
  | { do: 'send' }
  /** `all` of the campaign that are due in the mailbox. */
  | { do: 'postpone'; to: Date; all: boolean }
  /** It waits until its campaign consents, or more is known of the address. */
  | { do: 'hold'; by: HeldBy }
  | { do: 'cancel'; stoppedBy: 'unsubscribed' | 'bounced' | 'opted_out' | 'invalid' | 'left_company' | null }

/** How far a window is searched: a year holds every weekday of every zone. */
const HORIZON_MS = 366 * DAY_MS
/** A step before that is in progress or in doubt is looked at again after this long. */
const LOOK_AGAIN_MS = HOUR_MS

/** Whether a message leaves now, later or never; in that order what forbids it for ever comes first. */
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
  // Who was written to before is known to take mail: only the first email waits for consent.
  if (gate.gate === 'hold' && message.previousStatus === null) return { do: 'hold', by: gate.by }
  return withinCaps(guard, now) ?? atItsPace(message, guard, now) ?? inItsTime(message, now)
}

function withinCaps({ caps }: SendGuard, now: Date): SendDecision | null {
  if (caps === null) return null
  const waits = [capWait(caps.day, caps.dayCap, DAY_MS, now), capWait(caps.week, caps.weekCap, WEEK_MS, now)]
  return putOff(latest(waits), true)
}

/** Another worker is done in so long. */
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
  // The last second of a window counts whole.
  const at = Math.floor(now.getTime() / SECOND_MS) * SECOND_MS
  const from = sentToday < dailyLimit ? at : startOfDay(mailboxZone, at, 1)
  const next = nextInBoth(hours, own, from, from + HORIZON_MS)
  if (next === at) return { do: 'send' }
  return { do: 'postpone', to: wholeSecond(next ?? from + HORIZON_MS), all: true }
}

const wholeSecond = (instant: number): Date => new Date(Math.ceil(instant / SECOND_MS) * SECOND_MS)

/** Since when messages count into the daily limit: midnight in the zone of the mailbox. */
export const dayStart = (zone: string, now: Date): Date => new Date(startOfDay(zone, now.getTime(), 0))
