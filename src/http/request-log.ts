import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from './request-id.ts'

/** Our own keys, also where they were put by mistake. */
const KEY = /qry_[\w-]+/g

/** The URL for the log: whatever names `api_key`, however it is written (`api%5Fkey`, `api_key[]`), is masked. */
function masked(url: string): string {
  const start = url.indexOf('?') + 1
  if (start === 0) return url.replace(KEY, '***')
  const pairs = url.slice(start).split('&')
  return (url.slice(0, start) + pairs.map(maskedPair).join('&')).replace(KEY, '***')
}

function maskedPair(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys()
  return /^\W*api_key/i.test(name) ? `${pair.slice(0, pair.indexOf('='))}=***` : pair
}

/** One line and one measurement a request; keys in URLs are masked, bodies and headers are not logged. */
export const requestLog =
  (log: Logger, metrics: Metrics): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now()
    const { method, originalUrl } = request
    response.once('close', () => {
      const ms = performance.now() - startedAt
      metrics.observe(originalUrl, response.statusCode, ms)
      if (!log.isLevelEnabled('info')) return
      const url = masked(originalUrl)
      const details = {
        requestId: requestIdOf(request),
        method,
        url,
        status: response.statusCode,
        ms: Math.round(ms * 10) / 10,
      }
      log.info(response.writableFinished ? details : { ...details, aborted: true }, 'request')
    })
    next()
  }
