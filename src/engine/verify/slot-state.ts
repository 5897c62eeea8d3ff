import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'

/** Politeness at one operator's servers, as pure changes of one small record; times are milliseconds since 1970. */

export interface SlotState {
  /** Slots in use, each with the time at which a dead holder loses it. */
  slots: { holder: string; enteredAt: number; until: number }[]
  /** All sessions that ever ended well; a group with few of them gets less. */
  clean: number
  /** Consecutive refusals because of our pace or host. */
  strikes: number
  /** Consecutive connections that could not be established. */
  failures: number
  restUntil: number
  restBecause: RestReason
  /** After a deferral, connections are spaced out until then. */
  pacedUntil: number
  /** When the connections of the last minute were made. */
  entered: number[]
  /** How many recipients in one transaction were accepted before one was too many; absent if no server has said so. */
  recipients?: number
}

export type RestReason = 'rate_limited' | 'blocked' | 'unreachable'

/** How a session went, for the pace of the next ones. */
export type SlotReport = 'clean' | 'deferred' | RestReason

/** `unused`: no session took place. */
export interface SlotExit {
  report: SlotReport | 'unused'
  /** How many recipients in one transaction the server accepts, if it has said so. */
  recipients?: number | null
}

export const SLOT_RULES = {
  /** At the same time, in all processes. By default Exim serves 20 clients in total, Postfix 50 connections per client. */
  connections: 2,
  /** In any minute. Rate limits count connections first. */
  perMinute: 60,
  /** In one transaction. */
  recipients: 10,
}

export const NEW_SLOTS: SlotState = {
  slots: [],
  clean: 0,
  strikes: 0,
  failures: 0,
  restUntil: 0,
  restBecause: 'rate_limited',
  pacedUntil: 0,
  entered: [],
}

/** Until this many sessions went well, only one connection at a time. */
const TRUSTED_AFTER = 20
/** Holders renew their slots; an older slot belongs to a dead holder. */
const SLOT_MS = 60 * SECOND_MS
export const SLOT_RENEWAL_MS = 20 * SECOND_MS
/** Connections arrive later than counted here, by varying delays, so the server's minute differs from ours. */
const WINDOW_MS = MINUTE_MS + 6 * SECOND_MS
const PACE_MS = SECOND_MS
const PACED_FOR_MS = MINUTE_MS
const FAILURES_BEFORE_REST = 3
/** If all slots are taken, another look follows after this time; holders in this process announce when they leave. */
const FULL_WAIT_MS = 250

/** Backs off from the server, not the address; a block gets worse by asking. */
const RESTS: Readonly<Record<RestReason, { firstMs: number; mostMs: number }>> = {
  rate_limited: { firstMs: MINUTE_MS, mostMs: HOUR_MS },
  unreachable: { firstMs: MINUTE_MS, mostMs: HOUR_MS },
  blocked: { firstMs: 15 * MINUTE_MS, mostMs: DAY_MS },
}
/** Rests vary by this share in either direction, so that holders do not return in step. */
const JITTER = 0.2

export type SlotDecision =
  | { outcome: 'entered'; state: SlotState }
  | { outcome: 'wait'; waitMs: number }
  | { outcome: 'resting'; because: RestReason }

/** Whether `holder` may open a connection now. */
export function takeSlot(state: SlotState, holder: string, now: number): SlotDecision {
  if (state.restUntil > now) return { outcome: 'resting', because: state.restBecause }
  const slots = state.slots.filter(({ until }) => until > now)
  const onTrial = state.strikes > 0 || state.clean < TRUSTED_AFTER
  if (slots.length >= (onTrial ? 1 : SLOT_RULES.connections)) return { outcome: 'wait', waitMs: FULL_WAIT_MS }
  const entered = state.entered.filter((at) => at > now - WINDOW_MS)
  const pausedMs = state.pacedUntil > now ? (entered.at(-1) ?? 0) + PACE_MS - now : 0
  if (pausedMs > 0) return { outcome: 'wait', waitMs: pausedMs }
  const [oldest = now] = entered
  if (entered.length >= SLOT_RULES.perMinute) return { outcome: 'wait', waitMs: oldest + WINDOW_MS - now }
  return {
    outcome: 'entered',
    state: {
      ...state,
      slots: [...slots, { holder, enteredAt: now, until: now + SLOT_MS }],
      entered: [...entered, now],
    },
  }
}

/** Renews the slot of a living holder; null if it is lost. */
export function renewSlot(state: SlotState, holder: string, now: number): SlotState | null {
  if (!state.slots.some((slot) => slot.holder === holder)) return null
  const slots = state.slots.map((slot) => (slot.holder === holder ? { ...slot, until: now + SLOT_MS } : slot))
  return { ...state, slots }
}

const entryOf = ({ slots }: SlotState, holder: string): number | undefined =>
  slots.find((slot) => slot.holder === holder)?.enteredAt

function withoutOne(times: readonly number[], time: number | undefined): number[] {
  const index = time === undefined ? -1 : times.indexOf(time)
  return index < 0 ? [...times] : times.toSpliced(index, 1)
}

/** Gives the slot back and learns from the session. `random` is 0 ≤ x < 1. */
export function leaveSlot(
  state: SlotState,
  holder: string,
  { report, recipients }: SlotExit,
  now: number,
  random: number,
): SlotState {
  const left: SlotState = {
    ...state,
    slots: state.slots.filter((slot) => slot.holder !== holder),
    ...(typeof recipients === 'number' && { recipients: Math.max(1, recipients) }),
  }
  if (report === 'unused') return { ...left, entered: withoutOne(left.entered, entryOf(state, holder)) }
  if (report === 'clean') return { ...left, clean: left.clean + 1, strikes: 0, failures: 0 }
  if (report === 'deferred') return { ...left, failures: 0, pacedUntil: now + PACED_FOR_MS }
  const failures = report === 'unreachable' ? left.failures + 1 : 0
  if (report === 'unreachable' && failures < FAILURES_BEFORE_REST) return { ...left, failures }
  const { firstMs, mostMs } = RESTS[report]
  const restMs = Math.min(mostMs, firstMs * 2 ** left.strikes) * (1 - JITTER + 2 * JITTER * random)
  return {
    ...left,
    failures,
    strikes: left.strikes + 1,
    restUntil: Math.round(now + restMs),
    restBecause: report,
    pacedUntil: Math.round(now + restMs) + PACED_FOR_MS,
  }
}
