import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const HOST = /^(\[[\da-f:.]{2,45}\]|[\w.-]{1,253})(?::\d{1,5})?$/i

/** The name in a Host header, in lower case and without the port; null if there is no valid one. */
export function hostName(header: string | undefined): string | null {
  return header === undefined ? null : (HOST.exec(header)?.[1]?.toLowerCase() ?? null)
}

/**
 * DNS rebinding needs a name that the attacker controls, so own names, loopback names and IP literals pass.
 * @param origin the address of this installation.
 */
export function knownHosts({
  origin,
  allowedHosts,
}: {
  origin: string
  allowedHosts: readonly string[]
}): (request: IncomingMessage) => boolean {
  const names = [new URL(origin).host, ...allowedHosts].map(hostName)
  const known = new Set([...LOOPBACK_NAMES, ...names])
  return (request) => {
    const name = hostName(request.headers.host)
    return name !== null && (known.has(name) || isIP(name.replaceAll(/[[\]]/g, '')) !== 0)
  }
}
