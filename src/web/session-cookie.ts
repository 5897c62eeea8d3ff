import type { Request, Response } from 'express'
import type { Config } from '../config.ts'
import { DAY_MS } from '../lib/process/clock.ts'
import type { CookieName } from './page/screen.ts'

const KEPT_MS: Readonly<Record<CookieName, number>> = { session: 30 * DAY_MS, device: 180 * DAY_MS, flow: DAY_MS / 144 }
const OVER_HTTPS: Readonly<Record<CookieName, string>> = {
  session: '__Host-quarry',
  device: '__Host-quarry_device',
  flow: '__Host-quarry_flow',
}
const OVER_HTTP: Readonly<Record<CookieName, string>> = {
  session: 'quarry_session',
  device: 'quarry_device',
  flow: 'quarry_flow',
}

/** Over plain http, browsers drop a cookie with `Secure` or `__Host-`. */
const isSecure = ({ origin }: Pick<Config, 'origin'>): boolean => origin.startsWith('https:')
const nameOf = (config: Pick<Config, 'origin'>, name: CookieName): string =>
  (isSecure(config) ? OVER_HTTPS : OVER_HTTP)[name]

/** RFC 6265 5.4: the first cookie of a name is the one with the longest path. Null if there is none. */
export function cookieOf(request: Request, config: Pick<Config, 'origin'>, name: CookieName): string | null {
  const wanted = `${nameOf(config, name)}=`
  const pair = (request.headers.cookie ?? '').split(/; */).find((text) => text.startsWith(wanted))
  const value = pair?.slice(wanted.length) ?? ''
  return /^[\w.~-]{1,4000}$/.test(value) ? value : null
}

/** @param value null removes the cookie. */
export function setCookie(
  response: Response,
  config: Pick<Config, 'origin'>,
  name: CookieName,
  value: string | null,
): void {
  response.cookie(nameOf(config, name), value ?? '', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(config),
    maxAge: value === null ? 0 : KEPT_MS[name],
  })
}
