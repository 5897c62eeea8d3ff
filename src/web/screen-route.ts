import type { Request, RequestHandler, Response } from 'express'
import type { Call } from '../context.ts'
import { CONFIRMED_FOR_MS } from '../core/logins/sessions.ts'
import type { SignedIn } from '../core/logins/sessions.ts'
import { perform } from '../core/capability/perform.ts'
import { ownValue } from '../lib/text/own-value.ts'
import { AppError, toAppError } from '../errors.ts'
import type { Ask, Read, Wanted } from './page/ask.ts'
import { ASKED } from './components/confirm.ts'
import { html, NOTHING } from './page/html.ts'
import { to } from './page/page-query.ts'
import type { Allowed, Screen } from './page/screen.ts'
import { setPolicy } from './security-headers.ts'
import type { View } from './page/view.ts'
import type { WebDoor, WebHouse } from './web-door.ts'
import { callOf, isEnhanced, viewOf } from './web-request.ts'
import { sendHtml, sendPage } from './web-page.ts'

type Found = Record<string, unknown>

/** Answers one screen: the page, or the part of it that is requested alone. */
export const screenRoute =
  (house: WebHouse, path: string, screen: Screen): RequestHandler =>
  async (request, response) => {
    const me = house.whoIs(request)
    if (!admitted(house.door, request, response, { me, allowed: screen.scope, confirmed: screen.confirmed === true }))
      return
    const view = viewOf(house.door.context, request, me, path)
    await showScreen(house, request, response, { screen, view })
  }

/** Shows a screen, also again after a refused form. */
export async function showScreen(
  { door, linesFor }: WebHouse,
  request: Request,
  response: Response,
  { screen, view, status = 200 }: { screen: Screen; view: View; status?: number },
): Promise<void> {
  const call = view.me === null ? null : callOf(door, request, response, view.me)
  const first = await find(door, call, view.me, screen.asks?.(view) ?? {})
  const second = await find(door, call, view.me, screen.thenAsks?.(first, view) ?? {})
  const found = { ...first, ...second }
  if (screen.policy !== undefined) setPolicy(response, door.context.config, screen.policy)
  const part = view.part === null ? undefined : partOf(screen, view.part)
  if (part !== undefined)
    return sendHtml(request, response.status(status), part(found, view), {
      view,
      secret: screen.secret === true,
    })
  await sendPage(door.context, request, response, {
    title: screen.title(view, found),
    body: screen.page(found, view),
    view,
    status,
    lines: linesFor(view),
    bare: screen.bare === true,
    secret: screen.secret === true,
    refreshes: status === 200 && (screen.refreshes?.(found, view) ?? false), // a reload would lose what was refused
    more: screen.head?.(view) ?? NOTHING,
  })
}

/** One of its parts, or its whole content for a dialog on another page. */
const partOf = ({ parts = {}, page }: Screen, name: string): Screen['page'] | undefined =>
  name === ASKED ? (found, view) => html`<div id="${ASKED}">${page(found, view)}</div>` : ownValue(parts, name)

async function find({ context }: WebDoor, call: Call | null, me: SignedIn | null, wanted: Wanted): Promise<Found> {
  const one = async (asked: Ask | Read): Promise<unknown> => {
    if (asked.kind === 'read') return asked.read(context, me)
    if (call === null) throw new AppError('authentication_failed', 'Sign in first.')
    try {
      return await perform(asked.capability, call, asked.input)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (asked.orError && error.status < 500) return error
      throw thrown
    }
  }
  const found = await Promise.all(
    Object.entries(wanted).map(async ([name, asked]) => [name, asked === null ? null : await one(asked)] as const),
  )
  return Object.fromEntries(found)
}

/**
 * Whether this caller may continue. A caller who is not signed in, or has not recently confirmed their identity where that is
 * required, is sent to do so and returns.
 * @throws AppError forbidden
 */
export function admitted(
  { context }: WebDoor,
  request: Request,
  response: Response,
  { me, allowed, confirmed }: Caller,
): boolean {
  const place = proofFirst(context, { me, allowed, confirmed })
  if (place === null) return true
  const next = request.method === 'GET' ? request.originalUrl : backOf(request)
  const there = to(place, { next })
  return led(request, response, isFollowed(there) ? there : to(place))
}

interface Caller {
  me: SignedIn | null
  allowed: Allowed | readonly Allowed[]
  confirmed: boolean
}

/**
 * Where this caller first has to identify; null for a caller who may continue.
 * @throws AppError forbidden
 */
export function proofFirst(
  { clock }: Pick<WebDoor['context'], 'clock'>,
  { me, allowed, confirmed }: Caller,
): '/login' | '/confirm' | null {
  const scopes = [allowed].flat().filter((scope) => scope !== 'anyone')
  if (me === null) return scopes.length === 0 && !confirmed ? null : '/login'
  if (!scopes.every((scope) => me.principal.scopes.has(scope)))
    throw new AppError('forbidden', 'Your role does not allow that.', { reason: 'role' })
  const proved = clock.now().getTime() - me.session.confirmedAt.getTime()
  return confirmed && proved > CONFIRMED_FOR_MS ? '/confirm' : null
}

/** The page that contained the form or link. */
export function backOf({ headers }: Request): string {
  const url = URL.parse(headers.referer ?? '')
  return url === null ? '/app' : url.pathname + url.search
}

/** Longer paths are refused by proxies or by this server. */
const MAX_PATH_LENGTH = 8_000
const isFollowed = (path: string): boolean => path.length <= MAX_PATH_LENGTH

/**
 * Redirects to another page in a way that the request can follow: after a form, filters too long for a link are dropped.
 * @returns false
 * @throws AppError payload_too_large when no client would follow
 */
export function led(request: Request, response: Response, path: string): false {
  const [bare = path] = path.split('?', 1)
  const there = isFollowed(path) || request.method === 'GET' ? path : bare
  if (!isFollowed(there))
    throw new AppError('payload_too_large', 'This is too long to search for. Shorten it.', {
      reason: 'too_long_for_a_link',
    })
  if (isEnhanced(request)) response.setHeader('HX-Redirect', there).end()
  else response.redirect(303, there)
  return false
}
