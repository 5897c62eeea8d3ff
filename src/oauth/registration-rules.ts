import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { clientNetwork } from '../lib/input/client-network.ts'
import { HOUR_MS } from '../lib/process/clock.ts'
import { isLoopback } from './provider.ts'
import type { Part } from '../context.ts'

/** Anybody may register a client, so it has to be worth nothing, and cost us little. */

const MOST_OF_ONE_ADDRESS = 20
const MOST_UNUSED = 500

export type RegistrationNeeds = Part<'clock' | 'log' | 'speedCounter', 'oauthObjects'>

/** 429 for one address that registers ever new clients, and for everybody while too many lie unused. */
export function registrationLimit(needs: RegistrationNeeds): RequestHandler {
  const { store, clock, speedCounter, log } = needs
  /** The same client again costs nothing. */
  const countNew = async (network: string, id: string): Promise<void> => {
    const times = await speedCounter.count(`${network}:${id}`, HOUR_MS, 1)
    if (times === 1) await speedCounter.count(network, HOUR_MS, MOST_OF_ONE_ADDRESS)
  }
  return async (request, response, next) => {
    const network = `client:${clientNetwork(request.ip ?? '')}:registrations`
    const tooMany =
      (await speedCounter.counted(network, HOUR_MS)) >= MOST_OF_ONE_ADDRESS ||
      (await store.oauthObjects.unusedClients(clock.now())) >= MOST_UNUSED
    if (tooMany) {
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

/** Registration has no preflight in the provider: pages of this computer and of the operator may register. */
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
