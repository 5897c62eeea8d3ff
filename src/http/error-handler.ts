import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { AppError, toAppError } from '../errors.ts'
import { endUnread } from '../lib/input/unread-body.ts'
import { requestIdOf } from './request-id.ts'

/** Everything thrown below `/v2` becomes the documented envelope; the details of unexpected errors are logged, not sent. */
export const errorHandler =
  (log: Logger, countRefusal: (id: string) => void): ErrorRequestHandler =>
  (thrown: unknown, request, response, next) => {
    if (response.headersSent) {
      next(thrown)
      return
    }
    const error = toAppError(thrown instanceof URIError ? notFound() : thrown)
    for (const { id } of error.errors) countRefusal(id)
    if (error.status >= 500)
      log.error({ err: error.cause ?? error, requestId: requestIdOf(request) }, 'A request failed.')
    if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="quarry"')
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', error.retryAfterSeconds)
    const { moreOfError } = response.locals as { moreOfError?: (error: AppError) => object }
    const errors = error.errors.map(({ id, details }) => ({ id, code: error.status, details }))
    response.status(error.status).setHeader('Content-Type', 'application/json; charset=utf-8')
    endUnread(request, response, JSON.stringify({ errors, ...error.beside, ...moreOfError?.(error) }))
  }

/** The last handler, for paths without an answer. */
export const unknownPath: RequestHandler = () => {
  throw notFound()
}

const notFound = (): AppError => new AppError('not_found', 'Not found.')
