import type { Part } from '../../context.ts'
import { auditBy } from '../accounts/audit.ts'
import { newDevice } from './known-devices.ts'
import { openSession } from './sessions.ts'

/** What every way in needs. */
export type EnterNeeds = Part<'clock' | 'database' | 'linkKey', 'audit' | 'loginFailures' | 'sessions'>

/** The browser at which somebody signs in. */
export interface Newcomer {
  /** Of the client. */
  ip: string
  /** As the list of sessions shows it. */
  browser: string
  /** The device cookie that came along. */
  device: string | null
  requestId: string
}

/** What the browser keeps: the token of its session, and what makes it known next time. */
export interface Entered {
  token: string
  device: string
  /** Names the session, for what its first page says. */
  hash: Buffer
}

export type WayIn = 'password' | 'passkey' | 'oidc' | 'setup' | 'invitation' | 'reset'

/**
 * Signs in somebody who has proved who it is.
 * @throws AppError forbidden for a login that is a member of no account
 */
export function enter(
  needs: EnterNeeds,
  { loginId, accountId, way }: { loginId: number; accountId?: number; way: WayIn },
  { ip, browser, requestId }: Newcomer,
): Promise<Entered> {
  return needs.database.pool.inOne(async () => {
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
