import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from './request-id.ts'

const KEY_IN_URL = /([?&]api_key=)[^&#]*/gi

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
      const url = originalUrl.replace(KEY_IN_URL, '$1***')
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
