import type { Part } from '../../context.ts'
import { isTimeZone } from '../../lib/input/time-zone.ts'
import { auditBy } from '../accounts/audit.ts'
import { newDevice } from './known-devices.ts'
import { openSession } from './sessions.ts'

/** What every way of signing in needs. */
export type EnterNeeds = Part<'clock' | 'database' | 'linkKey', 'audit' | 'loginFailures' | 'logins' | 'sessions'>

/** The browser at which somebody signs in. */
export interface Newcomer {
  /** Of the client. */
  ip: string
  /** As shown in the list of sessions. */
  browser: string
  /** The device cookie that was sent along, if any. */
  device: string | null
  /** What the browser says of itself; becomes the zone of a person who has not chosen one. */
  timeZone?: string
  requestId: string
}

/** What the browser keeps: its session's token, and the cookie that makes it known next time. */
export interface Entered {
  token: string
  device: string
  /** Identifies the session, for a notice on its first page. */
  hash: Buffer
}

export type WayIn = 'password' | 'passkey' | 'oidc' | 'setup' | 'invitation' | 'reset'

/**
 * Signs in somebody who has proved their identity.
 * @throws AppError forbidden for a login that is not a member of any account
 */
export function enter(
  needs: EnterNeeds,
  { loginId, accountId, way }: { loginId: number; accountId?: number; way: WayIn },
  { ip, browser, timeZone = '', requestId }: Newcomer,
): Promise<Entered> {
  return needs.database.pool.inOne(async () => {
    if (isTimeZone(timeZone)) await needs.store.logins.adoptTimeZone(loginId, timeZone)
    const opened = await openSession(needs, {
      loginId,
      ...(accountId === undefined ? {} : { accountId }),
      browser,
      network: ip,
    })
    const actor = { ...opened, actor: '', via: 'session', requestId } as const
    await auditBy(needs, actor, 'sign_in', { details: { way, browser } })
    return { token: opened.token, hash: opened.hash, device: newDevice(needs, loginId) }
  })
}
