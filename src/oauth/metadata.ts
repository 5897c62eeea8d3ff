import { Router } from 'express'
import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'
import type { NoteStep } from '../core/apps/note-step.ts'
import { requestIdIn } from './step-of.ts'

/** The documents by which clients find the authorization server (RFC 9728). */

const RESOURCE_DOCUMENTS = ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']

/** What the authorization server says of itself (RFC 8414, OpenID Connect Discovery 1.0). */
export const SERVER_DOCUMENTS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
] as const

/** The description of `/mcp`, with the server that issues its tokens. `offline_access` is not a scope of a resource. */
export const resourceDocument = ({ origin }: Pick<Config, 'origin'>, issuer: string): object => ({
  resource: `${origin}/mcp`,
  authorization_servers: [issuer],
  scopes_supported: ['read', 'write', 'send'],
  bearer_methods_supported: ['header'],
  resource_name: 'Quarry',
  resource_documentation: `${origin}/docs`,
})

export function resourceDocuments(config: Pick<Config, 'origin'>, issuer: string, note: NoteStep): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const document = resourceDocument(config, issuer)
  const answer: RequestHandler = (request, response) => {
    const isOurs = request.headers.host === new URL(config.origin).host
    note({
      step: 'documents',
      outcome: isOurs ? 'ok' : 'other_host',
      ip: request.ip ?? '',
      userAgent: request.get('user-agent') ?? null,
      requestId: requestIdIn(response),
    })
    response.set(OPEN).json(document)
  }
  router.get(RESOURCE_DOCUMENTS, answer)
  return router
}

/** Anyone may read these, and cache them for minutes. */
export const OPEN = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' }
