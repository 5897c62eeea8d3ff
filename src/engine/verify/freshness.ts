import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import type { Outcome } from './verification.ts'

/** How long a verdict is valid, and when to ask again; pure. */

const KEPT_MS: Readonly<Record<Outcome['status'], number>> = {
  valid: 30 * DAY_MS, // mailboxes rarely change hands within a month
  invalid: 30 * DAY_MS,
  accept_all: 7 * DAY_MS,
  webmail: 7 * DAY_MS,
  disposable: DAY_MS,
  unknown: 15 * MINUTE_MS,
}
const FULL_MAILBOX_KEPT_MS = DAY_MS

/** Reasons that say nothing about the address: our own problem, a resolver's, or a server that was not asked. */
const PASSING = new Set<Outcome['reason']>(['out_of_time', 'dns_failure', 'no_network', 'port_25_closed'])

/** How long the verdict is reused, in milliseconds; 0 if it must not be stored. */
export function keptForMs(outcome: Outcome): number {
  if (outcome.unexpected || outcome.resting || PASSING.has(outcome.reason)) return 0
  return outcome.mailboxFull ? FULL_MAILBOX_KEPT_MS : KEPT_MS[outcome.status]
}

/** Delays after the first try. Greylists require 5 minutes by default; an immediate retry never passes. */
const RETRIES_MS = [MINUTE_MS, 6 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS]
const TEMPORARY_RETRY_MS = 6 * MINUTE_MS
const LEAST_PAUSE_MS = MINUTE_MS
/** An older run has lost its job: it ends with what it knows. */
export const GIVEN_UP_AFTER_MS = 2 * HOUR_MS
/** How long callers are asked to wait for a retry; after that they get `unknown`, and the retries continue. */
export const CALLERS_WAIT_MS = 10 * MINUTE_MS
/** Polling is pointless before a retry is due, but callers should not wait longer than this for news. */
const MAX_RETRY_AFTER_SECONDS = 60

/** When to ask again, or null if this verdict is final. `tries` includes this one. */
export function nextTryAt({ retry }: Outcome, startedAt: Date, tries: number, now: Date): Date | null {
  const start = startedAt.getTime()
  if (retry === null || now.getTime() - start >= GIVEN_UP_AFTER_MS) return null
  const afterMs = retry === 'temporary' ? (tries === 1 ? TEMPORARY_RETRY_MS : undefined) : RETRIES_MS[tries - 1]
  return afterMs === undefined ? null : new Date(Math.max(start + afterMs, now.getTime() + LEAST_PAUSE_MS))
}

/** Whether this is the last try. */
export const isLastTry = (tries: number): boolean => tries > RETRIES_MS.length

/** The `Retry-After` value before a try due at that time. */
export const retryAfterSeconds = (dueAt: Date, now: Date): number =>
  Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil((dueAt.getTime() - now.getTime()) / SECOND_MS)))
