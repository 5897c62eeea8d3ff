import type { IncomingMessage } from 'node:http'

/** A request whose `ip` is the client's address as seen through the trusted proxies. */
export type ClientRequest = IncomingMessage & { ip?: string | undefined }

/**
 * The client's address: the last one in `X-Forwarded-For` that the given number of proxies in front of the server vouch for, as
 * Express computes it. Empty if the connection is gone.
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
