import { createHmac } from 'node:crypto'
import type { Part } from '../../context.ts'
import type { FailureCount, FailureSubject } from '../../db/accounts/login-failures-store.ts'
import { AppError } from '../../errors.ts'
import { clientNeighbourhood } from '../../lib/input/client-network.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { DEVICE_FAILURES, readDevice } from './known-devices.ts'

/** What counting wrong passwords and codes needs. */
export type ThrottleNeeds = Part<'clock' | 'linkKey', 'loginFailures'>

/** An attempt to prove an identity. */
export interface Attempt {
  /** The address as typed, in lower case. */
  address: string
  /** The login with that address, if any. */
  loginId: number | null
  /** Of the client. */
  ip: string
  /** The device cookie that was sent along, if any. */
  device: string | null
}

/** An attempt that was admitted. It counts as failed until it is reported as successful. */
export interface Try {
  /** How many failures there have been, including this one: of the address, or of the known browser. */
  failures: number
  succeeded: () => Promise<void>
  /** Reports that no attempt was made after all. */
  undo: () => Promise<void>
}

/** How long a subject's failures delay the next attempt, in milliseconds; 0 for not at all. */
type Rule = (count: FailureCount, now: Date) => number

const until = (moment: Date | null, waitMs: number, now: Date): number =>
  Math.max(0, (moment?.getTime() ?? -Infinity) + waitMs - now.getTime())

const PAIR_FREE = 5
const PAIR_MOST_MS = 15 * MINUTE_MS
/** From the fifth failure of one network at one address: 2ⁿ seconds, up to 15 minutes. */
const ofPair: Rule = ({ failures, lastAt }, now) =>
  failures < PAIR_FREE ? 0 : until(lastAt, Math.min(2 ** Math.min(failures, 20) * SECOND_MS, PAIR_MOST_MS), now)

const NETWORK_MOST = 30
const NETWORK_MS = 10 * MINUTE_MS
/** After this many attempts in ten minutes, the next one has to wait a minute. */
const ofNetwork: Rule = ({ failures }) => (failures < NETWORK_MOST ? 0 : MINUTE_MS)

const ADDRESS_FREE = 20
const ADDRESS_EVERY_MS = 30 * SECOND_MS
/** From the twentieth failure in an hour, wherever they come from: one attempt every 30 seconds, for all strangers together. */
const ofAddress: Rule = ({ failures, lastAt }, now) =>
  failures < ADDRESS_FREE ? 0 : until(lastAt, ADDRESS_EVERY_MS, now)

/** Once too many failures have voided its cookie, a browser counts as a stranger from its next attempt on. */
const ofDevice: Rule = ({ failures }) => (failures < DEVICE_FAILURES ? 0 : SECOND_MS)

/**
 * Admits an attempt with a password, or says when the next one may be made. A browser that this login has used before is
 * counted separately, so that no stranger can lock its owner out.
 * @throws AppError too_many_requests with `retryAfterSeconds`
 */
export async function takePasswordTry(needs: ThrottleNeeds, attempt: Attempt): Promise<Try> {
  const { address, loginId, ip, device } = attempt
  const now = needs.clock.now()
  const known = loginId === null ? null : await readDevice(needs, device, loginId)
  if (known !== null) return admit(needs, [{ ...known, rule: ofDevice }], known.subject)
  const network = clientNeighbourhood(ip)
  const pair = subjectOf(needs, 'pair', address, network)
  return admit(
    needs,
    [
      { subject: pair, since: before(now, DAY_MS), rule: ofPair },
      { subject: subjectOf(needs, 'network', network), since: before(now, NETWORK_MS), rule: ofNetwork },
      { subject: subjectOf(needs, 'address', address), since: before(now, HOUR_MS), rule: ofAddress },
    ],
    pair,
  )
}

/**
 * Admits an attempt with a code, which is too long to guess: it is counted only for the network.
 * @throws AppError too_many_requests with `retryAfterSeconds`
 */
export async function takeCodeTry(needs: ThrottleNeeds, ip: string): Promise<Try> {
  const subject = subjectOf(needs, 'network', clientNeighbourhood(ip))
  return admit(needs, [{ subject, since: before(needs.clock.now(), NETWORK_MS), rule: ofNetwork }], null)
}

/** @param cleared the subject whose failures are forgotten after a success */
async function admit(
  { store, clock }: ThrottleNeeds,
  rules: readonly (FailureSubject & { rule: Rule })[],
  cleared: Buffer | null,
): Promise<Try> {
  const now = clock.now()
  let failures = 1
  const waitMs = await store.loginFailures.take(rules, now, (counts) => {
    failures = (counts.at(-1)?.failures ?? 0) + 1
    const waits = rules.map(({ rule }, index) => rule(counts[index] ?? { failures: 0, lastAt: null }, now))
    return Math.max(...waits) || null
  })
  if (waitMs !== null) throw tooManyTries(Math.ceil(waitMs / SECOND_MS))
  const undo = () => store.loginFailures.takeBack(rules, now)
  return {
    failures,
    undo,
    succeeded: async () => {
      await undo()
      if (cleared !== null) await store.loginFailures.clear(cleared)
    },
  }
}

const tooManyTries = (seconds: number): AppError =>
  new AppError('too_many_requests', `Too many attempts. Try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
    reason: 'too_many_tries',
  })

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

/** How an address or network is stored: unreadable without the installation's key. */
const subjectOf = ({ linkKey }: Pick<ThrottleNeeds, 'linkKey'>, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', linkKey)
    .update(`login failures\n${parts.join('\n')}`)
    .digest()
