import { timingSafeEqual } from 'node:crypto'
import { Router } from 'express'
import type { Request } from 'express'
import { otherMethod } from '../api/other-method.ts'
import type { Context } from '../context.ts'
import { knownHosts } from '../lib/input/known-host.ts'
import type { Metrics } from './metrics.ts'

/** `/healthz`: the process is alive. `/readyz`: it can answer. `/metrics`: for Prometheus. */
export function probesRouter(context: Context, metrics: Metrics): Router {
  const router = Router({ caseSensitive: true })
  const only = otherMethod(['GET'])
  router
    .route('/healthz')
    .get((_, response) => void response.json({ status: 'ok' }))
    .all(only)
  router
    .route('/readyz')
    .get(async (_, response) => {
      const reason = context.stopping.signal.aborted ? 'shutting down' : await context.database.problem()
      response
        .status(reason === null ? 200 : 503)
        .json(reason === null ? { status: 'ready', ...warningsOf(context) } : { status: 'not ready', reason })
    })
    .all(only)
  const isKnownHost = knownHosts(context.config)
  router
    .route('/metrics')
    .all((request, _, next) => {
      const { metricsToken } = context.config
      // A page whose host name was made to point here (DNS rebinding) also comes from this machine, but it cannot know a token.
      const isReader = mayReadMetrics(request, metricsToken) && (metricsToken !== null || isKnownHost(request))
      next(isReader ? undefined : 'route')
    })
    .get(async (_, response) => {
      response.setHeader('Content-Type', metrics.contentType)
      response.end(await metrics.render())
    })
    .all(only)
  return router
}

/** Problems that do not keep Quarry from answering. The network is checked again for the next call. */
function warningsOf({ dns }: Context): { warnings?: string[] } {
  const problem = dns.witness.problem()
  void dns.witness.ask()
  return problem === null ? {} : { warnings: [problem] }
}

/**
 * With a token, only its holder; without one, only this machine, and not strangers behind a proxy on it. Others do not even
 * learn that metrics exist.
 */
function mayReadMetrics(request: Request, token: string | null): boolean {
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  if (token === null) return forwarded === undefined && /^(?:::ffff:)?127\.|^::1$/.test(request.ip ?? '')
  const sent = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
