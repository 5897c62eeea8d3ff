import { isIP } from 'node:net'
import type { Config } from '../../config.ts'

/** Where passkeys are valid: their domain, and the origins that may ask for them. */
export interface PasskeyPlace {
  rpId: string
  origins: readonly string[]
}

/**
 * Passkeys belong to a domain name and need a connection that browsers trust: https, or `localhost`.
 * @param origin as the browser reports it
 * @returns null where passkeys are impossible: on an IP address, over plain http, under a name other than the installation's
 */
export function passkeyPlace({ origin: own }: Pick<Config, 'origin'>, origin: string): PasskeyPlace | null {
  const [here, installed] = [new URL(origin), new URL(own)]
  if (here.hostname === 'localhost') return { rpId: 'localhost', origins: [here.origin] }
  const isNamed = isIP(installed.hostname.replace(/^\[|\]$/g, '')) === 0
  if (installed.protocol !== 'https:' || !isNamed || here.hostname !== installed.hostname) return null
  return { rpId: installed.hostname, origins: [installed.origin] }
}
