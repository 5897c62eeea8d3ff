import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Router } from 'express'
import { otherMethod } from '../api/other-method.ts'

const require = createRequire(import.meta.url)

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Quarry API</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
  <main id="docs"></main>
  <script src="/docs/assets/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({ url: '/v2/openapi.json', dom_id: '#docs', deepLinking: true, persistAuthorization: false })\n`

const HOME = `Quarry answers who works at a company, how to reach them, and whether the mail will arrive.

  API description   /docs  (machine-readable: /v2/openapi.json)
  JSON API          /v2
  MCP server        /mcp   (streamable HTTP; send your key as X-API-KEY)
`

/** The interactive description of the API; everything it needs is served from here, so it works without a network. */
export function docsRouter(): Router {
  const router = Router({ caseSensitive: true })
  const assets = dirname(require.resolve('swagger-ui-dist/package.json'))
  router.get('/', (_, response) => void response.type('text').send(HOME))
  router
    .route('/docs')
    .get((_, response) => void response.type('html').send(PAGE))
    .all(otherMethod(['GET']))
  router.get('/docs/start.js', (_, response) => void response.type('js').send(START))
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    router.get(
      `/docs/assets/${name}`,
      (_, response) => void response.type(name).send(readFileSync(`${assets}/${name}`)),
    )
  return router
}
