import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from './request-id.ts'

/** Our own keys, also in places where they do not belong. */
const KEY = /qry_[\w-]+/g

const SECRET = /^\W*api_key/i
/** Where a consent returns to: with its state, and with the code that is exchanged for tokens (RFC 6749 4.1.2). */
const COMES_BACK = /\/callback\/*$/i
const SECRET_OF_CONSENTS = /^\W*(?:api_key|code|state|token|id_token|access_token)/i

/** The URL for the log: any spelling of `api_key` (`api%5Fkey`, `api_key[]`) and the parameters of a consent are masked. */
function masked(url: string): string {
  const start = url.indexOf('?') + 1
  if (start === 0) return url.replace(KEY, '***')
  const names = COMES_BACK.test(url.slice(0, start - 1)) ? SECRET_OF_CONSENTS : SECRET
  const pairs = url.slice(start).split('&')
  return (url.slice(0, start) + pairs.map((pair) => maskedPair(pair, names)).join('&')).replace(KEY, '***')
}

function maskedPair(pair: string, names: RegExp): string {
  const [name = ''] = new URLSearchParams(pair).keys()
  return names.test(name) ? `${pair.slice(0, pair.indexOf('='))}=***` : pair
}

/** One line and one measurement per request; keys in URLs are masked, bodies and headers are not logged. */
export const requestLog =
  (log: Logger, metrics: Metrics) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now()
    const { method, url: asked = '' } = request
    response.once('close', () => {
      const ms = performance.now() - startedAt
      metrics.observe(asked, response.statusCode, ms)
      if (!log.isLevelEnabled('info')) return
      const url = masked(asked)
      const details = {
        requestId: requestIdOf(request),
        method,
        url,
        status: response.statusCode,
        ms: Math.round(ms * 10) / 10,
      }
      log.info(response.writableFinished ? details : { ...details, aborted: true }, 'request')
    })
  }
