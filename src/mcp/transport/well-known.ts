import { Router } from 'express'

/**
 * Clients look for OAuth before and after they are given a key. If there is none, they need a JSON answer with a string
 * `error`: a page makes them report a broken authorization server.
 */
const DOCUMENTS = ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'].flatMap((name) => [
  `/.well-known/${name}`,
  `/.well-known/${name}/mcp`,
  `/mcp/.well-known/${name}`,
])
const OAUTH_PATHS = [...DOCUMENTS, '/register', '/authorize', '/token']

/** Addresses of the transport that preceded streamable HTTP. */
const FORMER_PATHS = ['/sse', '/messages']

/** @param hasOauth some of these addresses have been answered before; the others are those of other servers. */
export function wellKnownRoute(hasOauth: boolean): Router {
  const router = Router()
  const description = hasOauth
    ? 'Nothing is here. GET /.well-known/oauth-protected-resource/mcp says where to connect.'
    : 'This server does not use OAuth. Send an API key in the X-API-KEY header.'
  router.all(OAUTH_PATHS, (_request, response) => {
    response.status(404).set('Cache-Control', 'no-store').json({ error: 'not_found', error_description: description })
  })
  router.all(FORMER_PATHS, (_request, response) => {
    response.status(410).json({ error: 'gone', error_description: 'Use POST /mcp (streamable HTTP).' })
  })
  return router
}
