import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import { requestIdOf } from './request-id.ts'

/** Our own keys, also in places where they do not belong. */
const KEY = /qry_[\w-]+/g

/** A key, or the signature that opens a file. */
const SECRET = /^\W*(?:api_key|sig)/i
/** Where consents begin and return to: with the app's state, and with the code that is exchanged for tokens (RFC 6749 4.1.2). */
const OF_CONSENTS = /^\/oauth\/|\/callback\/*$/i
const SECRET_OF_CONSENTS = /^\W*(?:api_key|sig|code|state|token|id_token|access_token)/i
/** Who is looked for. Logs outlive opt-outs, and nobody removes a person from them. */
const PERSON = /^\W*(?:first_name|last_name|full_name|linkedin|phone|twitter)/i
/** The part of an address before the `@`. */
const LOCAL_PART = /[^/?&=]{1,200}(?=@|%40)/gi
/** Longer URLs are made to fill disks. */
const MAX_LENGTH = 2_000

/**
 * The URL for the log: any spelling of `api_key` (`api%5Fkey`, `api_key[]`), signatures and the parameters of a consent are masked,
 * and so are the names of people and what identifies them in their addresses.
 */
function masked(asked: string): string {
  const url = asked.length > MAX_LENGTH ? `${asked.slice(0, MAX_LENGTH)}…` : asked
  const start = url.indexOf('?') + 1
  if (start === 0) return withoutPeople(url)
  const secrets = OF_CONSENTS.test(url.slice(0, start - 1)) ? SECRET_OF_CONSENTS : SECRET
  const pairs = url.slice(start).split('&')
  return withoutPeople(url.slice(0, start) + pairs.map((pair) => maskedPair(pair, secrets)).join('&'))
}

const withoutPeople = (url: string): string => url.replace(KEY, '***').replace(LOCAL_PART, '***')

function maskedPair(pair: string, secrets: RegExp): string {
  const [name = ''] = new URLSearchParams(pair).keys()
  return secrets.test(name) || PERSON.test(name) ? `${pair.slice(0, pair.indexOf('='))}=***` : pair
}

/** One line and one measurement per request; keys and people in URLs are masked, bodies and headers are not logged. */
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
