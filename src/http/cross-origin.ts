import cors from 'cors'
import type { RequestHandler } from 'express'

/** Cross-origin headers for the operator's origins only; OPTIONS is answered by the route, with its methods. */
export const crossOrigin = (origins: readonly string[]): RequestHandler =>
  cors({
    origin: (origin, decide) => decide(null, origin !== undefined && origins.includes(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
    preflightContinue: true,
  })
