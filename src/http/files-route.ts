import { createHash } from 'node:crypto'
import { Router } from 'express'
import type { RequestHandler } from 'express'
import { DAY_MS, SECOND_MS } from '../lib/process/clock.ts'
import { COUNTRIES } from '../lib/companies/country-names.ts'
import { INDUSTRIES } from '../lib/companies/industries.ts'
import { TECHNOLOGIES } from '../lib/companies/technologies.ts'
import { otherMethod } from '../api/other-method.ts'
import { isKnownTag } from './entity-tag.ts'

const DAY_SECONDS = DAY_MS / SECOND_MS

/**
 * The lists of words that filters accept, without a key: names of industries, slugs of technologies, countries with their
 * codes.
 */
export function filesRoute(): Router {
  const router = Router()
  const only = otherMethod(['GET'])
  const serve = (path: string, list: readonly unknown[]) => router.route(path).get(answer(list)).all(only)
  serve('/industries.json', INDUSTRIES)
  serve(
    '/technologies.json',
    TECHNOLOGIES.map(({ slug }) => slug),
  )
  serve('/countries.json', COUNTRIES)
  return router
}

/** Lists change only with a release, so each is serialised once. */
function answer(list: readonly unknown[]): RequestHandler {
  const body = JSON.stringify(list)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return (request, response) => {
    response.setHeader('Cache-Control', `public, max-age=${DAY_SECONDS}`)
    response.setHeader('ETag', etag)
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    // They contain nothing private, so pages of every origin may read them.
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (isKnownTag(request, etag)) response.status(304).end()
    else response.type('json').end(body)
  }
}
