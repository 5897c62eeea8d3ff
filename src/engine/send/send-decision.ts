import { DAY_MS, HOUR_MS, SECOND_MS } from '../../lib/process/clock.ts'
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
}

export type SendDecision =
  | { do: 'send' }
  | { do: 'postpone'; to: Date; all: boolean }
  | { do: 'cancel'; stoppedBy: 'unsubscribed' | 'bounced' | 'opted_out' | null }

/** How far a window is searched: a year holds every weekday of every zone. */
const HORIZON_MS = 366 * DAY_MS
/** A step before that is under way or in doubt is looked at again after this long. */
const LOOK_AGAIN_MS = HOUR_MS

/** Whether a message leaves now, later or never; in that order what forbids it for ever comes first. */
export function decideSending(message: DueMessage, now: Date): SendDecision {
  if (message.optedOut) return { do: 'cancel', stoppedBy: 'opted_out' }
  if (message.noMail !== null)
    return { do: 'cancel', stoppedBy: message.noMail === 'bounced' ? 'bounced' : 'unsubscribed' }
  if (message.recipientState === 'stopped' || message.recipientState === 'canceled')
    return { do: 'cancel', stoppedBy: null }
  return afterPrevious(message, now) ?? inItsTime(message, now)
}

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
