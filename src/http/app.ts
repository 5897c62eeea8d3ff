import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import express from 'express'
import type { Express, RequestHandler } from 'express'
import helmet from 'helmet'
import type { HelmetOptions } from 'helmet'
import { v2Router } from '../api/v2-router.ts'
import { VERSION } from '../config.ts'
import type { Call, Context } from '../context.ts'
import type { NoteStep } from '../core/apps/note-step.ts'
import { countRequest } from '../core/capability/rate-limit.ts'
import type { Toolset } from '../mcp/tools/define-tool.ts'
import type { McpDoor } from '../mcp/tools/mcp-door.ts'
import { wellKnownRoute } from '../mcp/transport/well-known.ts'
import { foreignTokens, ownTokens } from './app-tokens.ts'
import type { AppTokens } from './app-tokens.ts'
import { createAuthenticator, keylessPrincipal, sendsKey } from './authenticate.ts'
import { clientAddress } from './client-request.ts'
import { crossOrigin } from './cross-origin.ts'
import { docsRouter } from './docs-router.ts'
import { errorHandler, unknownPath } from './error-handler.ts'
import { exportFileRoute } from './export-file-route.ts'
import { filesRoute } from './files-route.ts'
import { createMetrics } from './metrics.ts'
import { logoHost, logoRoute } from './logo-route.ts'
import { probesRouter } from './probes-router.ts'
import { answerRequestId, requestIdOf } from './request-id.ts'
import { readSmallBody } from './small-body.ts'
import { createBodyReader, queryParameters } from './request-input.ts'
import { requestLog } from './request-log.ts'
import { trackingRoutes } from './tracking-routes.ts'
import type { ForeignIssuer } from '../oauth/foreign-issuer.ts'
import type { OauthServer } from '../oauth/open-oauth.ts'
import { openedLater, routeLater } from './opened-later.ts'
import { webDoor } from './web-door-of.ts'

/** The whole HTTP surface. */
export interface App {
  listener: RequestListener
  /** Loads what is otherwise loaded with its first request: pages and tools. */
  openAll: () => Promise<void>
}

/**
 * The middleware, in the order a request meets it. `/mcp` bypasses Express, which would take a tenth of the time of a call.
 * @param loadToolsets called with the first message to `/mcp`
 * @param oauth the authorization server, or the issuer in its place, if there is one
 */
export async function createApp(
  context: Context,
  loadToolsets: () => Promise<readonly Toolset[]>,
  oauth: Oauth,
): Promise<App> {
  const { config, log } = context
  const { authenticate, authenticateMcp, challengeOf } = createAuthenticator(context, appTokensOf(context, oauth))
  const metrics = createMetrics(context)
  const readBody = createBodyReader()
  const app = express()
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing')
  app.set('query parser', queryParameters).set('trust proxy', config.trustProxy)

  mountOauth(app, oauth, () => webDoor(context, readBody))
  app.use(probesRouter(context, metrics))
  app.use(trackingRoutes(context))
  if (config.serverCard) app.use((await import('../mcp/transport/server-card.ts')).serverCardRoute(config, VERSION))
  app.use(wellKnownRoute(oauth.server !== null || oauth.issuer !== null))
  app.use(
    '/v2',
    crossOrigin(config.corsOrigins),
    v2Router({
      context,
      authenticate,
      sendsKey,
      keyless: keylessPrincipal,
      readBody,
      readSmallBody,
      requestId: requestIdOf,
    }),
  )
  const pages = openedLater(async () => {
    const { webRouter } = await import('../web/web-router.ts')
    const { WEB_ROUTES } = await import('../web/web-routes.ts')
    return webRouter(webDoor(context, readBody), WEB_ROUTES)
  })
  if (config.web) app.use('/app', routeLater(pages))
  app.use('/files/exports', exportFileRoute(context))
  app.use('/files', filesRoute())
  app.use('/logos', logoRoute(context)).use(logoHost(context))
  app.use(helmet(PLAIN_HTTP_TOO), docsRouter(config))
  app.use(unknownPath, errorHandler(log, metrics.countRefusal))

  const logRequest = requestLog(log, metrics)
  const mcp = mcpOpenedLater(context, loadToolsets, {
    authenticate: authenticateMcp,
    challengeOf,
    countRefusal: metrics.countRefusal,
  })
  const answerMcp = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const visitor = Object.assign(request, { ip: clientAddress(request, config.trustProxy) })
    const answer = mcp.now() ?? (await mcp.open())
    await answer(visitor, response)
  }
  return {
    listener: (request, response) => {
      answerRequestId(request, response)
      keepNothing(response)
      logRequest(request, response)
      if (MCP.test(request.url ?? '')) {
        answerMcp(request, response).catch((error: unknown) => {
          log.error({ err: error, requestId: requestIdOf(request) }, 'A request failed.')
          response.destroy()
        })
      } else app(request, response)
    },
    openAll: async () => {
      await mcp.open()
      if (config.web) await pages.open()
    },
  }
}

/** Where people consent, on screens: to mailboxes through OAuth, and to apps if there is an authorization server. */
function mountOauth(app: Express, { server, issuer }: Oauth, door: () => ReturnType<typeof webDoor>): void {
  const mailboxConsent = openedLater(async () => {
    const { mailboxConsentRouter } = await import('../web/mailbox-consent-router.ts')
    return mailboxConsentRouter(door())
  })
  app.use(onlyBelow(['/oauth/mail/'], routeLater(mailboxConsent)))
  if (server !== null) {
    const authorization = openedLater(async () => {
      const { consentRouter } = await import('../web/consent-router.ts')
      const opened = await server.open()
      return consentRouter(door(), opened.consents, opened.router)
    })
    app.use(server.documents)
    app.use(onlyBelow(server.paths, routeLater(authorization)))
  }
  if (issuer !== null) app.use(issuer.router)
}

/** `/mcp`, with what it shares with the other doors. */
const mcpOpenedLater = (
  context: Context,
  loadToolsets: () => Promise<readonly Toolset[]>,
  shared: Pick<McpDoor, 'authenticate' | 'challengeOf' | 'countRefusal'>,
) =>
  openedLater(async () => {
    const { createMcpRoute } = await import('../mcp/transport/mcp-route.ts')
    return createMcpRoute({
      ...shared,
      context,
      version: VERSION,
      toolsets: await loadToolsets(),
      countRequest: countMessage,
      stopping: context.stopping.signal,
    })
  })

/** Also in the form in which proxies are asked (RFC 9112 3.2.2). */
const MCP = /^(?:https?:\/\/[^/?]*)?\/mcp\/?(?:\?|$)/

/** Spares all other requests from loading the handler of these paths. */
const onlyBelow =
  (paths: readonly string[], handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    paths.some((path) => request.path.startsWith(path)) ? handler(request, response, next) : next()

/** Who issues tokens to apps: our own server, the operator's issuer, or neither. */
export interface Oauth {
  server: AuthorizationServer | null
  issuer: ForeignIssuer | null
}

/** Our own server, which is opened with the first request to one of its paths. */
export interface AuthorizationServer {
  note: NoteStep
  /** By which clients find it. */
  documents: RequestHandler
  paths: readonly string[]
  open: () => Promise<OauthServer>
}

const appTokensOf = (context: Context, { server, issuer }: Oauth): AppTokens | null =>
  server !== null ? ownTokens(context, server.note) : issuer !== null ? foreignTokens(context, issuer) : null

/**
 * Answers contain personal data, and a URL may contain a key: caches must not store them, and browsers must not guess their
 * type. What may be cached says so itself.
 */
function keepNothing(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
}

/** Redirecting browsers to https is up to the server that terminates TLS in front of Quarry. */
const PLAIN_HTTP_TOO: HelmetOptions = {
  strictTransportSecurity: false,
  contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
}

/** Protocol messages other than tool calls count as "all others". */
async function countMessage(call: Call): Promise<void> {
  const { refusal } = await countRequest(call, 'others')
  if (refusal !== null) throw refusal
}
