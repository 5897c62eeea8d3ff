import { Router } from 'express'
import type { Config } from '../config.ts'
import { otherMethod } from '../api/other-method.ts'
import { docsPage, homePage } from './docs-page.ts'

const HOME = `Quarry answers who works at a company, how to reach them, and whether the mail will arrive.

  API description   /docs  (machine-readable: /v2/openapi.json)
  JSON API          /v2
  MCP server        /mcp   (streamable HTTP; send your key as X-API-KEY)
  State             /readyz
`

/**
 * The start page, and the description of the API. Browsers are led to the screens, or get HTML where there are none; others
 * get text.
 */
export function docsRouter({ origin, web }: Pick<Config, 'origin' | 'web'>): Router {
  const router = Router({ caseSensitive: true })
  let docs: string | null = null // made when it is asked for first
  router.get('/', (request, response) => {
    const isForReaders = request.accepts(['text', 'html']) === 'html'
    response.vary('Accept')
    if (isForReaders && web) return response.redirect(302, '/app')
    response.type(isForReaders ? 'html' : 'text')
    response.send(isForReaders ? homePage(origin) : HOME)
  })
  router
    .route('/docs')
    .get((_, response) => void response.type('html').send((docs ??= docsPage(origin))))
    .all(otherMethod(['GET']))
  return router
}
