import { createMailboxCalendar } from './mailbox-calendar.ts'
import type { PlannedMailbox, MailboxCalendar } from './mailbox-calendar.ts'
import type { SendingWindow } from './sending-window.ts'
import { addLocalDays, offsetsOf } from './zone-time.ts'

/** When mail goes out: every message of every recipient gets its time before the first one is sent. */

export interface RecipientToPlan {
  id: number
  /** All mail to one recipient comes from one mailbox; null if none is assigned yet. */
  mailboxId: number | null
  /** In order, from the first step still to be sent. */
  steps: readonly StepToPlan[]
  /** When the step before the first of these was sent; null if there is none. */
  after: number | null
}

export interface StepToPlan {
  step: number
  /** Days after the previous step, on the calendar of the window. */
  waitDays: number
}

export interface PlannedMessage {
  recipientId: number
  mailboxId: number
  step: number
  /** Milliseconds since 1970, a whole second. */
  dueAt: number
}

export interface PlannerOptions {
  window: SendingWindow
  /** The instant before which nothing is sent. */
  notBefore: number
  mailboxes: readonly PlannedMailbox[]
}

/** Plans many recipients in parts: what was planned earlier keeps its times. */
export interface Planner {
  /** @param notBefore as in the options; it only moves forward. */
  plan: (recipients: readonly RecipientToPlan[], notBefore: number) => PlannedMessage[]
}

/** Two messages to one recipient never have the same time. */
const STEP_APART_MS = 1_000

/**
 * Plans in the order of the recipients. Each gets the mailbox that can write first, and every step gets the earliest time that
 * is inside the window, at least its days after the previous step, and within the mailbox's daily limit (days in the mailbox's
 * time zone) and gap. A recipient for whom no mailbox has a time within ten years is left out.
 */
export function createPlanner({ window, notBefore: start, mailboxes }: PlannerOptions): Planner {
  const calendars = new Map(
    mailboxes.map((mailbox) => [mailbox.id, createMailboxCalendar(mailbox, window, start)] as const),
  )
  const everyCalendar = [...calendars.values()]
  const offsetAt = offsetsOf(window.timeZone)

  function planRecipient(recipient: RecipientToPlan, notBefore: number): PlannedMessage[] {
    const [first, ...others] = recipient.steps
    if (first === undefined) return []
    const earliest = (after: number | null, waitDays: number): number =>
      after === null ? notBefore : Math.max(notBefore, addLocalDays(after, waitDays, offsetAt), after + STEP_APART_MS)
    const own = recipient.mailboxId === null ? undefined : calendars.get(recipient.mailboxId)
    const candidates = recipient.mailboxId === null ? everyCalendar : own === undefined ? [] : [own]
    const opening = soonest(candidates, earliest(recipient.after, first.waitDays), first.step)
    if (opening === null) return []
    const { calendar } = opening
    const planned: PlannedMessage[] = []
    let dueAt: number | null = opening.dueAt
    for (const { step, waitDays } of [first, ...others]) {
      if (step !== first.step) dueAt = calendar.find(earliest(dueAt, waitDays), step)
      if (dueAt === null) return planned
      calendar.take(dueAt)
      planned.push({ recipientId: recipient.id, mailboxId: calendar.mailboxId, step, dueAt })
    }
    return planned
  }

  return { plan: (recipients, notBefore) => recipients.flatMap((recipient) => planRecipient(recipient, notBefore)) }
}

/** The calendar with the first free time; among equals the one with the fewest messages that day, so that they alternate. */
function soonest(
  calendars: readonly MailboxCalendar[],
  earliest: number,
  step: number,
): { calendar: MailboxCalendar; dueAt: number } | null {
  let best: { calendar: MailboxCalendar; dueAt: number } | null = null
  for (const calendar of calendars) {
    const dueAt = calendar.find(earliest, step)
    if (dueAt === null || (best !== null && dueAt > best.dueAt)) continue
    if (best === null || dueAt < best.dueAt || calendar.countOn(dueAt) < best.calendar.countOn(dueAt))
      best = { calendar, dueAt }
  }
  return best
}
