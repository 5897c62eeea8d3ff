import { Router } from 'express'
import type { Request, RequestHandler } from 'express'
import type { Ctx, Provider } from 'oidc-provider'
import type { Part } from '../context.ts'
import { OauthProblem } from '../core/apps/oauth-problem.ts'
import { toAppError } from '../errors.ts'
import { SERVER_DOCUMENTS } from './metadata.ts'
import { OAUTH_PATHS, OAUTH_SCOPES } from './provider.ts'
import { connectionLimit, preflights, registrationLimit } from './registration-rules.ts'
import type { RegistrationNeeds } from './registration-rules.ts'

export type RouterNeeds = Part<'config'> & RegistrationNeeds

/** Errors to be shown on one of Quarry's own pages; the provider leaves them here on its way. */
export type ShownErrors = WeakMap<object, OauthProblem>

/** All endpoints of the authorization server for programs, and the address at which a connection starts. */
export function oauthRouter(needs: RouterNeeds, provider: Provider, shown: ShownErrors): Router {
  const { config } = needs
  const router = Router({ caseSensitive: true, strict: true })
  const answer = answeredBy(needs, provider, shown)
  router.get([...SERVER_DOCUMENTS], answer)
  router.options([...SERVER_DOCUMENTS], answer)
  router.get(OAUTH_PATHS.authorization, connectionLimit(needs), withDefaultScope, answer)
  router.get(`${OAUTH_PATHS.authorization}/:uid`, answer)
  router.post([OAUTH_PATHS.token, OAUTH_PATHS.revocation], answer)
  router.options([OAUTH_PATHS.token, OAUTH_PATHS.revocation], answer)
  if (config.oauth?.registration === true) {
    router.options(OAUTH_PATHS.registration, preflights(config))
    router.post(OAUTH_PATHS.registration, registrationLimit(needs), answer)
  }
  router.get(OAUTH_PATHS.jwks, answer)
  return router
}

/** Without a scope, the provider would refuse; clients that request nothing are offered everything, and people decide. */
const withDefaultScope: RequestHandler = (request, _, next) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (pathname === OAUTH_PATHS.authorization && !searchParams.has('scope'))
    request.url = `${request.url}${request.url.includes('?') ? '&' : '?'}scope=${OAUTH_SCOPES.join('+')}`
  next()
}

/** Passes a request to the provider as if it had been sent to the public address. */
function answeredBy({ config, log }: RouterNeeds, provider: Provider, shown: ShownErrors): RequestHandler {
  const callback = provider.callback()
  const { host, protocol } = new URL(config.origin)
  return async (request, response, next) => {
    const { headers } = request
    headers['x-forwarded-for'] = request.ip ?? ''
    headers.host = headers['x-forwarded-host'] = host
    headers['x-forwarded-proto'] = protocol.slice(0, -1)
    delete headers['x-forwarded-port']
    if (request.method === 'HEAD') request.method = 'GET' // Node leaves the body out by itself
    keepNoSession(request)
    try {
      await callback(request, response)
    } catch (error) {
      log.error({ err: error }, 'The authorization server failed.')
      return next(toAppError(error))
    }
    const problem = shown.get(request)
    if (problem !== undefined) next(problem)
  }
}

/** No sign-in at the provider outlives the flow it belongs to, whatever cookies a browser sends. */
function keepNoSession({ headers }: Pick<Request, 'headers'>): void {
  const pairs = (headers.cookie ?? '')
    .split(/; */)
    .filter((pair) => !/^[\w-]*quarry_oauth_session(?:\.sig)?=/.test(pair))
  headers.cookie = pairs.join('; ')
}

/** Adds what the provider's own answers lack, and removes what they should not contain. */
export function finishAnswers(provider: Provider, { log }: Pick<RouterNeeds, 'log'>, shown: ShownErrors): void {
  const failed = new WeakMap<Ctx, unknown>()
  provider.on('server_error', (ctx, error) => void failed.set(ctx, error))
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'discovery') describeOpenly(ctx)
    leaveNoSession(ctx)
    const error = failed.get(ctx)
    if (error === undefined) return
    const { status, retryAfterSeconds } = toAppError(error)
    if (status !== 503) return log.error({ err: error }, 'The authorization server failed.')
    ctx.res.removeHeader('Location')
    ctx.status = status
    ctx.set('Retry-After', String(retryAfterSeconds ?? 30))
    if (shown.has(ctx.req)) return void shown.set(ctx.req, new OauthProblem('temporarily_unavailable', status))
    ctx.body = { error: 'temporarily_unavailable', error_description: 'The service is temporarily unavailable.' }
  })
}

/** The members of the document (RFC 8414); the last two are expected by readers of `openid-configuration`, and promise nothing. */
const SAID = new Set([
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'jwks_uri',
  'scopes_supported',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
])

/** There are no ID tokens: the document says no more about them than it must. */
function describeOpenly(ctx: Ctx): void {
  const document = ctx.body as Record<string, unknown>
  const scopes = (document['scopes_supported'] as string[]).filter((scope) => scope !== 'openid')
  const said = Object.entries({ ...document, scopes_supported: scopes }).filter(([name]) => SAID.has(name))
  ctx.body = Object.fromEntries(said)
  ctx.set('Access-Control-Allow-Origin', '*')
  ctx.set('Cache-Control', 'public, max-age=300')
}

function leaveNoSession({ res }: Ctx): void {
  const cookies = res.getHeader('Set-Cookie')
  if (cookies === undefined) return
  const kept = [cookies]
    .flat()
    .map(String)
    .filter((cookie) => !/^[\w-]*quarry_oauth_session(?:\.sig)?=/.test(cookie))
  if (kept.length === 0) res.removeHeader('Set-Cookie')
  else res.setHeader('Set-Cookie', kept)
}
