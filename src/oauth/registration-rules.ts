import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { OauthProblem } from '../core/apps/oauth-problem.ts'
import { clientNetwork } from '../lib/input/client-network.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/process/clock.ts'
import { isLoopback } from './provider.ts'
import type { Part } from '../context.ts'

/** Anyone may register a client, so a registration must be worth nothing and cost little. */

const MOST_OF_ONE_ADDRESS = 20
const TOO_MANY_REQUESTS = 429

export type RegistrationNeeds = Part<'log' | 'rateCounter'>

/** Answers 429 to an address that keeps registering new clients. */
export function registrationLimit({ rateCounter, log }: RegistrationNeeds): RequestHandler {
  /** Registering the same client again does not count. */
  const countNew = async (network: string, id: string): Promise<void> => {
    const times = await rateCounter.count(`${network}:${id}`, HOUR_MS, 1)
    if (times === 1) await rateCounter.count(network, HOUR_MS, MOST_OF_ONE_ADDRESS)
  }
  return async (request, response, next) => {
    const network = `client:${clientNetwork(request.ip ?? '')}:registrations`
    if ((await rateCounter.counted(network, HOUR_MS)) >= MOST_OF_ONE_ADDRESS) {
      response.status(429).set({ 'Retry-After': '3600', 'Cache-Control': 'no-store' })
      response.json({
        error: 'too_many_requests',
        error_description: 'Too many clients were registered. Try again in an hour.',
      })
      return
    }
    const end = response.end.bind(response)
    response.end = ((...sent: Parameters<typeof response.end>) => {
      const id = response.statusCode === 201 ? /"client_id":"([^"]+)"/.exec(String(sent[0]))?.[1] : undefined
      if (id === undefined) return end(...sent)
      void countNew(network, id)
        .catch((error: unknown) => log.error({ err: error }, 'A client that registered was not counted.'))
        .finally(() => end(...sent))
      return response
    }) as typeof response.end
    next()
  }
}

const MOST_A_MINUTE = 60

/** Each request to connect is stored until somebody answers it, or for half an hour: an address may begin one a second. */
export function connectionLimit({ rateCounter }: RegistrationNeeds): RequestHandler {
  return async (request, _, next) => {
    const network = `client:${clientNetwork(request.ip ?? '')}:connections`
    const begun = await rateCounter.count(network, MINUTE_MS, MOST_A_MINUTE)
    next(begun > MOST_A_MINUTE ? new OauthProblem('too_many_requests', TOO_MANY_REQUESTS) : undefined)
  }
}

/** The provider answers no preflight for registration: pages on this computer and the operator's may register. */
export const preflights =
  ({ corsOrigins }: Pick<Config, 'corsOrigins'>): RequestHandler =>
  (request, response) => {
    const { origin = '' } = request.headers
    response.vary('Origin')
    if (isLoopback(origin) || corsOrigins.includes(origin))
      response.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers': 'Content-Type, Accept, MCP-Protocol-Version',
        'Access-Control-Max-Age': '3600',
      })
    response.status(204).end()
  }
