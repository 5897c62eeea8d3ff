import { createHash } from 'node:crypto'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { Router } from 'express'
import type { RequestHandler } from 'express'
import type { Context } from '../../context.ts'

/**
 * The server card (SEP-2127, draft of 2026-07-24) and the catalog that leads to it, for clients that look for servers by host
 * name. Off unless the operator enables it, because it tells strangers what runs here.
 */

const CARD_TYPE = 'application/mcp-server-card+json'
const CATALOG_TYPE = 'application/ai-catalog+json'
const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
const CACHE = 'public, max-age=3600'

/** At most 100 characters. */
const DESCRIPTION = 'Self-hosted email intelligence: companies, people, addresses and whether mail will arrive'

/** Every revision that `/mcp` supports, newest first. */
const REVISIONS = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS]

type Config = Pick<Context['config'], 'origin' | 'oauth' | 'foreignIssuer'>

export function serverCardRoute(config: Config, version: string): Router {
  const { origin, oauth, foreignIssuer } = config
  const { hostname } = new URL(origin)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const card = {
    $schema: CARD_SCHEMA,
    name: `${isAddress ? 'address' : hostname.split('.').toReversed().join('.')}/quarry`,
    title: 'Quarry',
    version,
    description: DESCRIPTION,
    remotes: [
      {
        type: 'streamable-http',
        url: `${origin}/mcp`,
        supportedProtocolVersions: REVISIONS,
        // If people can sign in, a key is not required.
        headers: [
          {
            name: 'X-API-KEY',
            description: 'An API key for this Quarry.',
            isRequired: oauth === null && foreignIssuer === null,
            isSecret: true,
          },
        ],
      },
    ],
  }
  const entry = { identifier: `urn:air:${hostname}:mcp:quarry`, type: CARD_TYPE, url: `${origin}/mcp/server-card` }
  const router = Router({ caseSensitive: true })
  router.get('/mcp/server-card', document(CARD_TYPE, card))
  router.get('/.well-known/ai-catalog.json', document(CATALOG_TYPE, { specVersion: '1.0', entries: [entry] }))
  return router
}

/** Public, the same for everyone, made once. */
function document(type: string, content: object): RequestHandler {
  const text = JSON.stringify(content)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return (request, response) => {
    response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': CACHE, ETag: etag })
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    if (known.includes(etag)) response.status(304).end()
    else response.type(type).send(text)
  }
}
