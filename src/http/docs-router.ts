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
 * The start page and the API description. Browsers are redirected to the web pages, or get HTML if there are none; other
 * clients get text.
 */
export function docsRouter({ origin, web }: Pick<Config, 'origin' | 'web'>): Router {
  const router = Router({ caseSensitive: true })
  let docs: string | null = null // made on first request
  const only = otherMethod(['GET'])
  router
    .route('/')
    .get((request, response) => {
      const isForReaders = request.accepts(['text', 'html']) === 'html'
      response.vary('Accept')
      if (isForReaders && web) return response.redirect(302, '/app')
      response.type(isForReaders ? 'html' : 'text')
      response.send(isForReaders ? homePage(origin) : HOME)
    })
    .all(only)
  router
    .route('/docs')
    .get((_, response) => void response.type('html').send((docs ??= docsPage(origin))))
    .all(only)
  return router
}
