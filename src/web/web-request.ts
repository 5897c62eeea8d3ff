import type { Request, Response } from 'express'
import { newCall } from '../context.ts'
import type { Call, Context, Part } from '../context.ts'
import type { SignedIn } from '../core/logins/sessions.ts'
import { readSession } from '../core/logins/sessions.ts'
import { clientNetwork } from '../lib/input/client-network.ts'
import { hangUpOf } from '../lib/process/hang-up.ts'
import { formatFor } from './page/format.ts'
import { newOnce, onceSince } from './page/once.ts'
import { filled, pageQueryOf } from './page/page-query.ts'
import { NO_PROBLEMS } from './page/problems.ts'
import { maySpend } from './same-site.ts'
import type { Visitor } from './page/screen.ts'
import { cookieOf } from './session-cookie.ts'
import type { Surroundings, View } from './page/view.ts'
import type { WebDoor } from './web-door.ts'
import { wordsFor } from './languages.ts'
import { LANGUAGES } from './words/words.ts'

const MAX_BROWSER_LENGTH = 300

/** The signed-in user; read for every request, so that changed rights apply to the next one. */
export async function signedIn({ context }: WebDoor, request: Request): Promise<SignedIn | null> {
  const token = cookieOf(request, context.config, 'session')
  return token === null ? null : briefly(context, request, () => readSession(context, token))
}

/** Reads what every request needs before it is a call: a database that hangs is noticed soon. */
export const briefly = <T>({ database }: Part<'database'>, { ip = '' }: Request, read: () => Promise<T>): Promise<T> =>
  database.pool.asCaller({ party: `sessions of ${ip}`, kind: 'light', signals: [] }, read)

export const visitorOf = ({ context, requestId }: WebDoor, request: Request): Visitor => ({
  browser: (request.headers['user-agent'] ?? '').slice(0, MAX_BROWSER_LENGTH),
  network: clientNetwork(request.ip ?? ''),
  requestId: requestId(request),
  cookie: (name) => cookieOf(request, context.config, name),
})

/** A capability call on behalf of the signed-in user. Pages are immediate: they never wait for a crawl. */
export const callOf = (door: WebDoor, request: Request, response: Response, { principal }: SignedIn): Call =>
  newCall(door.context, {
    principal,
    requestId: door.requestId(request),
    signal: hangUpOf(response),
    crawlWaitMs: 0,
  })

/** @param path of the screen, with its parameters not filled in. */
export function viewOf(context: Context, request: Request, me: SignedIn | null, path: string): View {
  const words = wordsFor(me?.login.language ?? (request.acceptsLanguages(Object.keys(LANGUAGES)) || 'en'))
  const now = context.clock.now()
  const params = request.params as Readonly<Record<string, string>>
  return {
    me,
    words,
    format: formatFor(words.language, me?.login.timeZone ?? null, now),
    now,
    ttlDays: context.config.verificationTtlDays,
    path: filled(path, params),
    params,
    query: pageQueryOf(request.query),
    part: partOf(request),
    maySpend: maySpend(request),
    can: (scope) => me?.principal.scopes.has(scope) === true,
    problems: NO_PROBLEMS,
    typed: {},
    once: newOnce(),
    onceInTabs: onceSince(now),
    place: placeOf(context, request),
  }
}

/** htmx names the element to replace, as `div#rows`. */
function partOf({ headers }: Request): string | null {
  if (headers['hx-request-type'] !== 'partial') return null
  return /#([\w-]{1,60})$/.exec(String(headers['hx-target'] ?? ''))?.[1] ?? null
}

export const isEnhanced = ({ headers }: Request): boolean => headers['hx-request'] === 'true'

/** Behind a proxy that terminates TLS, the installation's configured address says how it is reached. */
function originOf(own: string, { headers, protocol }: Request): string {
  const here = URL.parse(`${protocol}://${headers.host ?? ''}`)
  return here === null || here.hostname === new URL(own).hostname ? own : here.origin
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

function placeOf({ config }: Context, request: Request): Surroundings {
  const host = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? ''
  const origin = originOf(config.origin, request)
  return {
    publicUrl: config.originIsSet ? config.origin : origin,
    deadLinks: LOOPBACK.test(new URL(config.origin).hostname) ? config.origin : null,
    oauth: config.oauth !== null || config.foreignIssuer !== null,
    // At the host shown in the browser, if it is ours.
    logoUrl: config.logoUrl.startsWith(`${config.origin}/`)
      ? config.logoUrl.slice(config.origin.length)
      : config.logoUrl,
    isPrivate: request.secure || config.origin.startsWith('https:') || LOOPBACK.test(host),
    host,
    origin,
  }
}
