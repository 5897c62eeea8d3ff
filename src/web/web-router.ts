import { Router } from 'express'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { SignedIn } from '../core/logins/sessions.ts'
import { isSetUp } from '../core/logins/setup.ts'
import { AppError, toAppError } from '../errors.ts'
import { hangUpOf } from '../lib/process/hang-up.ts'
import { ownValue } from '../lib/text/own-value.ts'
import { assetRoute } from './page/assets.ts'
import type { NavLine } from './components/nav.ts'
import { errorPart, errorScreen, shownStatus } from './error-screen.ts'
import { downloadRoute, formRoute, mailRoute } from './form-route.ts'
import { passageRoute } from './passage-route.ts'
import { comesFromUs } from './same-site.ts'
import { backOf, led, screenRoute } from './screen-route.ts'
import { cookieOf } from './session-cookie.ts'
import { securityHeaders } from './security-headers.ts'
import { html, NOTHING } from './page/html.ts'
import type { Form } from './page/screen.ts'
import type { Fields } from './page/fields.ts'
import { isWorthKeeping, keptTyped } from './page/kept-typed.ts'
import { nextPath } from './page/next-path.ts'
import { to } from './page/page-query.ts'
import type { View } from './page/view.ts'
import type { WebDoor, WebHouse } from './web-door.ts'
import { sendHtml, sendPage } from './web-page.ts'
import { briefly, signedIn, viewOf } from './web-request.ts'
import type { WebRoute } from './web-route.ts'

const READING = new Set(['GET', 'HEAD'])

/** `/app`: host, headers and origin first, then the session, then the table of routes. */
export function webRouter(door: WebDoor, routes: readonly WebRoute[]): Router {
  const { config } = door.context
  const router = Router({ caseSensitive: true })
  const { house, readSessionFirst } = openHouse(door, (view) => linesFor(routes, view))
  router.use(
    securityHeaders(config),
    onlyKnownHosts(door),
    assetRoute,
    onlyFromUs(config.origin),
    readSessionFirst,
    setUpFirst(door),
  )
  for (const [path, here] of Map.groupBy(routes, (route) => route.path)) {
    const place = router.route(path)
    const [first] = here
    if (here.length === 1 && first?.kind === 'form') place.get(toPageOf(first.form))
    for (const route of here) {
      if (route.kind === 'screen') place.get(screenRoute(house, path, route.screen))
      else if (route.kind === 'form') place.post(formRoute(house, path, route.form))
      else if (route.kind === 'passage') place.get(passageRoute(house, route.passage))
      else if (route.kind === 'download') place.get(downloadRoute(house, path, route.download))
      else if (route.kind === 'mail') place.get(mailRoute(house, path, route.mail))
      else
        place.get(
          (request, response) =>
            void led(request, response, route.leadsTo(viewOf(door.context, request, house.whoIs(request), path))),
        )
    }
  }
  router.use(nowhere, sayWhatWentWrong(house))
  return router
}

/** A refused form is shown at its own address, which a browser may open again later: its page is elsewhere. */
const toPageOf =
  ({ on }: Form): RequestHandler =>
  (request, response) => {
    const path = on.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(ownValue(request.params, name))),
    )
    const query = request.originalUrl.split('?').slice(1).join('?')
    led(request, response, `${to(path)}${query === '' ? '' : `?${query}`}`)
  }

/** The shared parts, for requests that have a session once `readSessionFirst` has seen them. */
export function openHouse(
  door: WebDoor,
  lines: WebHouse['linesFor'] = () => [],
): { house: WebHouse; readSessionFirst: RequestHandler } {
  const sessions = new WeakMap<Request, SignedIn | null>()
  return {
    house: { door, whoIs: (request) => sessions.get(request) ?? null, linesFor: lines },
    readSessionFirst: async (request, _, next) => {
      sessions.set(request, await signedIn(door, request))
      next()
    },
  }
}

/** DNS rebinding needs a name that the attacker controls. */
export const onlyKnownHosts =
  ({ isKnownHost }: WebDoor): RequestHandler =>
  (request, _, next) => {
    if (!isKnownHost(request))
      throw new AppError(
        'forbidden',
        'Quarry does not answer to this host name. The operator can add it to QUARRY_ALLOWED_HOSTS.',
      )
    next()
  }

const NOT_FROM_US =
  'This form was not sent from a Quarry page, so nothing was changed. Open the page in Quarry and repeat it there.'

/**
 * Requests that may change something must come from one of our pages (CSRF).
 * @param refusal what did not happen, and what to do
 */
export const onlyFromUs =
  (origin: string, refusal = NOT_FROM_US): RequestHandler =>
  (request, _, next) => {
    if (!READING.has(request.method) && !comesFromUs(request, origin)) throw new AppError('forbidden', refusal)
    next()
  }

const SETUP = '/setup'

/** As long as no one can sign in, every page leads to the set-up. Once someone can, it stays that way. */
function setUpFirst({ context }: WebDoor): RequestHandler {
  let isDone = false
  return async (request, response, next) => {
    isDone ||= await briefly(context, request, () => isSetUp(context))
    if (isDone || request.path === SETUP) next()
    else led(request, response, to(SETUP))
  }
}

const nowhere: RequestHandler = () => {
  throw new AppError('not_found', 'Not found.')
}

/** How long a page waits before it checks whether the fault is over. */
const RELOAD_SECONDS = 5

/** The page the reader saw before; null if it was this one, home, or not one of ours. */
function cameFrom(request: Request): string | null {
  const back = nextPath(backOf(request))
  return back === to('/') || back === request.originalUrl ? null : back
}

/** The lines of the table that this reader may open. */
function linesFor(routes: readonly WebRoute[], { words, can }: View): NavLine[] {
  return routes.flatMap((route) => {
    if (route.kind !== 'screen' || route.nav === undefined) return []
    const { path, nav, screen } = route
    if (screen.scope !== 'anyone' && !can(screen.scope)) return []
    return [{ path, label: words.general[nav.word], icon: nav.icon, apart: nav.apart === true }]
  })
}

/**
 * What a form sent that was not read because its sender may not send it, or because the database is away and nobody can tell who
 * sends it: a browser that has been signed in is believed for as much as that. Null for strangers, other sites, and what is no form.
 */
async function unreadFields(
  { door, whoIs }: WebHouse,
  { request, response, status }: { request: Request; response: Response; status: number },
): Promise<Fields | null> {
  const { config } = door.context
  if (status !== 403 && status !== 429 && status !== 503) return null
  if (READING.has(request.method) || request.readableDidRead || !comesFromUs(request, config.origin)) return null
  const isKnown = status === 503 ? cookieOf(request, config, 'session') !== null : whoIs(request) !== null
  if (!isKnown) return null
  const fields = await door.readFields(request, `client:${request.ip ?? ''}`, hangUpOf(response)).catch(() => null)
  return fields !== null && isWorthKeeping(fields) ? fields : null
}

/** The last handler of every failed request: a page with the request id; 500s go to the log. */
export const sayWhatWentWrong =
  (house: WebHouse): ErrorRequestHandler =>
  async (thrown: unknown, request, response, next) => {
    if (response.headersSent) return next(thrown)
    const { context, requestId } = house.door
    const error = toAppError(thrown)
    const id = requestId(request)
    if (error.status >= 500) context.log.error({ err: error.cause ?? error, requestId: id }, 'A screen failed.')
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', error.retryAfterSeconds)
    const view = viewOf(context, request, house.whoIs(request), '/error')
    const status = shownStatus(error)
    const reloads = status === 503 && READING.has(request.method) // a reload would lose what was sent
    if (view.part !== null) {
      const place = { part: view.part, from: reloads ? request.originalUrl : null }
      return sendHtml(request, response.status(status), errorPart(error, view, place), { view })
    }
    const typed = keptTyped(response) ?? (await unreadFields(house, { request, response, status }))
    const sent = typed === null ? null : { typed, action: request.originalUrl }
    await sendPage(context, request, response, {
      ...errorScreen(error, view, { id, back: cameFrom(request), reloads, sent }),
      view: status === 503 ? { ...view, me: null } : view, // a notice would need the unavailable database
      lines: house.linesFor(view),
      status,
      more: reloads ? html`<meta http-equiv="refresh" content="${RELOAD_SECONDS}" />` : NOTHING,
    })
  }
