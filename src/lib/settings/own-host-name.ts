import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** The names of this host. */

export const isFullHostName = (name: string): boolean => isIP(name) === 0 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(name)

/** A full name for this host: servers refuse a greeting without a dot. `doctor` reports a bad one. */
export function ownHostName(origin: string | undefined): string {
  const names = [origin === undefined ? '' : new URL(origin).hostname, hostname()]
  return names.find((name) => isFullHostName(name)) ?? `${hostname().replace(/[^a-z0-9-]/gi, '') || 'quarry'}.invalid`
}

/** A wildcard address cannot be visited, so links point at loopback instead. */
export const hostForUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** Whether the text can be the host part of a link: an IPv4 or IPv6 address or a name, without a port. */
export function isHostAlone(host: string): boolean {
  const url = URL.parse(`http://${hostForUrl(host)}`)
  return url !== null && url.port === '' && `${url.origin}/` === url.href
}
