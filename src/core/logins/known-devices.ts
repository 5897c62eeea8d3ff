import { createHmac, randomBytes } from 'node:crypto'
import type { Part } from '../../context.ts'
import type { FailureSubject } from '../../db/accounts/login-failures-store.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { isSameText } from '../../lib/text/same-text.ts'

/**
 * Browsers that a login has signed in from before. Each keeps a signed cookie that grants nothing: it only exempts the
 * browser from the limits that apply to strangers.
 */

type DeviceNeeds = Part<'clock' | 'linkKey', 'loginFailures'>

export const DEVICE_KEPT_MS = 180 * DAY_MS
/** Limits guessing with a copied cookie. */
export const DEVICE_FAILURES = 10
/** Login, last day on which it is valid (days since 1970), random, signature. */
const COOKIE = /^(\d{1,10})\.(\d{1,6})\.([\w-]{22})\.([\w-]{43})$/

/** The value of a new device cookie for a login. */
export function newDevice({ linkKey, clock }: Pick<DeviceNeeds, 'linkKey' | 'clock'>, loginId: number): string {
  const lastDay = Math.floor((clock.now().getTime() + DEVICE_KEPT_MS) / DAY_MS)
  const body = `${loginId}.${lastDay}.${randomBytes(16).toString('base64url')}`
  return `${body}.${signatureOf(linkKey, body)}`
}

/**
 * The subject under which a known browser's failures are counted.
 * @returns null for a cookie that is not this login's, expired, forged, or void after too many failures.
 */
export async function readDevice(
  { linkKey, clock, store }: DeviceNeeds,
  cookie: string | null,
  loginId: number,
): Promise<FailureSubject | null> {
  const [, login = '', day = '', random = '', signature = ''] = COOKIE.exec(cookie ?? '') ?? []
  const body = `${login}.${day}.${random}`
  if (signature === '' || !isSameText(signature, signatureOf(linkKey, body)) || Number(login) !== loginId) return null
  const end = new Date((Number(day) + 1) * DAY_MS)
  if (end <= clock.now()) return null
  const since = new Date(end.getTime() - DEVICE_KEPT_MS - 2 * DAY_MS)
  const subject = createHmac('sha256', linkKey).update(`login failures\ndevice\n${random}`).digest()
  const failures = await store.loginFailures.count(subject, since)
  return failures >= DEVICE_FAILURES ? null : { subject, since, until: end }
}

const signatureOf = (linkKey: string, body: string): string =>
  createHmac('sha256', linkKey).update(`known device\n${body}`).digest('base64url')
