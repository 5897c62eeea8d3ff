import { Router } from 'express'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { otherMethod } from '../api/other-method.ts'
import type { Context } from '../context.ts'
import {
  followLink,
  followUnsubscribe,
  LINK_PATHS,
  openMail,
  countLinkRequest,
  unsubscribeLink,
} from '../core/answers/tracking.ts'
import { PAGE_LANGUAGES, testLinkPage, unsubscribedPage, unsubscribePage, wrongLinkPage } from './tracking-pages.ts'
import type { PageLanguage } from './tracking-pages.ts'

/** One transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Links in emails: no key, no cookies; following one reveals only where it leads. */
export function trackingRoutes(context: Context): Router {
  const router = Router({ caseSensitive: true })
  const only = otherMethod(['GET'])
  router.use(Object.values(LINK_PATHS), discreet, counted(context))

  router
    .route(`${LINK_PATHS.open}/:token`)
    .get(async (request: Request<{ token: string }>, response) => {
      if (!(await openMail(context, request.params.token, counts(request)))) return wrongLink(request, response)
      response.type('gif').end(PIXEL)
    })
    .all(only)

  router
    .route(`${LINK_PATHS.click}/:token`)
    .get(async (request: Request<{ token: string }>, response) => {
      const url = await followLink(context, request.params.token, counts(request))
      if (url === null) return wrongLink(request, response)
      response.status(302).setHeader('Location', encodeUrl(url))
      response.end()
    })
    .all(only)

  router
    .route(`${LINK_PATHS.unsubscribe}/:token`)
    .get(async (request: Request<{ token: string }>, response) => {
      const whose = await unsubscribeLink(context, request.params.token)
      if (whose === null) return wrongLink(request, response)
      show(request, response, whose === 'test' ? testLinkPage : unsubscribePage)
    })
    // RFC 8058 3.1: acts at once, without a redirect, for any POST. The body adds nothing and is not read.
    .post(async (request: Request<{ token: string }>, response) => {
      if (!request.complete) response.setHeader('Connection', 'close')
      const by = request.query['by'] === 'link' ? 'link' : 'one_click'
      const whose = await followUnsubscribe(context, request.params.token, by)
      if (whose === null) return wrongLink(request, response)
      show(request, response, whose === 'test' ? testLinkPage : unsubscribedPage)
    })
    .all(otherMethod(['GET', 'POST']))
  return router
}

/** A webmail page fetches the picture from another origin; links must not leak in the referrer. */
const protect = helmet({
  strictTransportSecurity: false,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
  },
})

const discreet: RequestHandler = (request, response, next) => {
  response.setHeader('X-Robots-Tag', 'noindex, nofollow')
  protect(request, response, next)
}

const counted =
  (context: Context) =>
  async (request: Request, _: Response, next: NextFunction): Promise<void> => {
    await countLinkRequest(context, request.ip ?? '')
    next()
  }

/** Prefetching is not reading. */
const counts = ({ method, headers }: Request): boolean =>
  method === 'GET' && !/prefetch|preview/i.test(String(headers['sec-purpose'] ?? headers['purpose'] ?? ''))

const wrongLink = (request: Pick<Request, 'acceptsLanguages'>, response: Response): void =>
  show(request, response.status(404), wrongLinkPage)

function show(
  request: Pick<Request, 'acceptsLanguages'>,
  response: Response,
  page: (language: PageLanguage) => string,
): void {
  const preferred = request.acceptsLanguages(PAGE_LANGUAGES)
  const language = PAGE_LANGUAGES.find((known) => known === preferred) ?? 'en'
  response.vary('Accept-Language').type('html').end(page(language))
}

/** As in the mail; characters that no header can contain are escaped. */
const encodeUrl = (url: string): string => URL.parse(url)?.href ?? encodeURI(url)
