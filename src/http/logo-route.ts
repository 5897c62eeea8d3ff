import { Router } from 'express'
import type { Request, RequestHandler } from 'express'
import { otherMethod } from '../api/other-method.ts'
import { newCall } from '../context.ts'
import type { Context } from '../context.ts'
import { logoOf } from '../core/enrich/logo.ts'
import { countRequest } from '../core/capability/rate-limit.ts'
import { AppError } from '../errors.ts'
import { clientSite } from '../lib/input/client-network.ts'
import { DAY_MS, SECOND_MS } from '../lib/process/clock.ts'
import { integerOf } from '../lib/input/field-kinds.ts'
import { quoted } from '../lib/input/input-fields.ts'
import { keylessPrincipal } from './authenticate.ts'
import { isKnownTag } from './entity-tag.ts'
import { requestIdOf } from './request-id.ts'

/** The first is the answer to `image/*` and to no `Accept`, because every program can show it. */
const FORMATS = ['png', 'webp', 'avif'] as const
const MIN_SIZE = 16
const MAX_SIZE = 512
const WEEK_SECONDS = (7 * DAY_MS) / SECOND_MS
const MISS_SECONDS = 300

/** `GET /logos/{domain}`: a picture, without a key. */
export function logoRoute(context: Context): Router {
  const router = Router()
  router
    .route('/:domain')
    .get(answer(context))
    .all(otherMethod(['GET']))
  return router
}

/** The same on its own host, if the operator sets `QUARRY_LOGO_URL`. */
export function logoHost(context: Context): RequestHandler {
  const { config } = context
  const { host, pathname } = new URL(config.logoUrl)
  const router = Router().use(pathname, logoRoute(context))
  const isApart = host !== new URL(config.origin).host
  return (request, response, next) =>
    isApart && request.headers.host === host ? router(request, response, next) : next()
}

const answer =
  (context: Context): RequestHandler<{ domain: string }> =>
  async (request, response) => {
    await countOf(context, request)
    const { domain } = request.params
    const format = formatFor(request)
    response.setHeader('Vary', 'Accept')
    const logo = await logoOf(context, domain, {
      format,
      size: sizeFor(request),
      asker: clientSite(request.ip ?? ''),
    })
    if (logo === null) {
      response.setHeader('Cache-Control', `public, max-age=${MISS_SECONDS}`)
      throw new AppError('not_found', `No logo is stored for ${quoted(domain)} yet.`)
    }
    response.setHeader('Cache-Control', `public, max-age=${WEEK_SECONDS}`)
    response.setHeader('ETag', logo.etag)
    response.setHeader('Content-Type', `image/${logo.format}`)
    // Other sites show logos too.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    if (isKnownTag(request, logo.etag)) response.status(304).end()
    else response.end(logo.bytes)
  }

/** The best of the formats named; a wildcard does not ask for anything newer than PNG. */
function formatFor(request: Request): (typeof FORMATS)[number] {
  const accepted = request.headers.accept ?? ''
  if (/image\/avif(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)) return 'avif'
  if (/image\/webp(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)) return 'webp'
  return 'png'
}

/** @throws AppError wrong_params */
function sizeFor({ query }: Request): number {
  if (query['size'] === undefined || query['size'] === '') return MAX_SIZE
  const size = integerOf(query['size'])
  if (size === null || size < MIN_SIZE || size > MAX_SIZE)
    throw new AppError('wrong_params', `size must be an integer from ${MIN_SIZE} to ${MAX_SIZE}.`)
  return size
}

async function countOf(context: Context, request: Request): Promise<void> {
  const { signal } = context.stopping
  const call = newCall(context, { principal: keylessPrincipal(request), requestId: requestIdOf(request), signal })
  const { refusal } = await countRequest(call, 'logo')
  if (refusal !== null) throw refusal
}
