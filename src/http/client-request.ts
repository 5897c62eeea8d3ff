import type { IncomingMessage } from 'node:http'

/** A request whose `ip` is the client's address behind the trusted proxies. */
export type ClientRequest = IncomingMessage & { ip?: string | undefined }

/**
 * The address of the client: the last one in `X-Forwarded-For` that so many proxies in front of the server vouch for, as
 * Express reads it. Empty where the connection has gone.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const own = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for']
  if (trustedProxies === 0 || forwarded === undefined) return own
  const path = [forwarded]
    .flat()
    .join(',')
    .split(',')
    .map((address) => address.trim())
  const known = [own, ...path.filter((address) => address !== '').toReversed()]
  return known[Math.min(trustedProxies, known.length - 1)] ?? own
}
