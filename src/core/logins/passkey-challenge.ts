import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Part } from '../../context.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'

/**
 * Passkey challenges are signed instead of stored, so showing a page writes nothing. Once answered, a challenge is remembered
 * until it expires, so that it is answered only once.
 */

export type ChallengeNeeds = Part<'clock' | 'linkKey', 'loginFlows'>

/** What a challenge is for: one for adding a passkey cannot be used to sign in. */
export interface Purpose {
  act: 'sign_in' | 'confirm' | 'add'
  /** 0 while nobody is known. */
  loginId: number
}

const VALID_MS = 10 * MINUTE_MS
const RANDOM_BYTES = 16
const TIME_BYTES = 6
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES
/** Answering takes a passkey, or a provider that vouches: strangers cannot fill this up. */
const MOST_ANSWERED = 100_000

const signed = (linkKey: string, { act, loginId }: Purpose, body: Buffer): Buffer =>
  createHmac('sha256', linkKey).update(`passkey challenge\n${act}\n${loginId}\n`).update(body).digest()

/** At least 16 random bytes (WebAuthn 13.4.3), and the time until which it may be answered. */
export function newChallenge(
  { linkKey, clock }: Pick<ChallengeNeeds, 'linkKey' | 'clock'>,
  purpose: Purpose,
): Uint8Array<ArrayBuffer> {
  const until = Buffer.alloc(TIME_BYTES)
  until.writeUIntBE(clock.now().getTime() + VALID_MS, 0, TIME_BYTES)
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), until])
  return Uint8Array.from(Buffer.concat([body, signed(linkKey, purpose, body)]))
}

/** Whether it is ours, for this purpose, and not expired. @param challenge in base64url */
export function isChallenge(
  { linkKey, clock }: Pick<ChallengeNeeds, 'linkKey' | 'clock'>,
  purpose: Purpose,
  challenge: string,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const body = bytes.subarray(0, BODY_BYTES)
  const expected = signed(linkKey, purpose, body)
  const given = bytes.subarray(BODY_BYTES)
  if (body.length < BODY_BYTES || given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  return body.readUIntBE(RANDOM_BYTES, TIME_BYTES) > clock.now().getTime()
}

/** Marks a challenge, or another text in base64url that is valid for ten minutes, as answered. @returns false if it already was */
export function useChallenge({ store, clock }: ChallengeNeeds, challenge: string): Promise<boolean> {
  const now = clock.now()
  const hash = createHash('sha256').update(Buffer.from(challenge, 'base64url')).digest()
  const expiresAt = new Date(now.getTime() + VALID_MS)
  return store.loginFlows.addAnswered({ hash, expiresAt, most: MOST_ANSWERED }, now)
}
