import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** Names under which this host goes. */

export const isFullHostName = (name: string): boolean => isIP(name) === 0 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(name)

/** Some full name of this host: servers refuse a greeting without a dot. `doctor` says when it is not a good one. */
export function ownHostName(origin: string | undefined): string {
  const names = [origin === undefined ? '' : new URL(origin).hostname, hostname()]
  return names.find((name) => isFullHostName(name)) ?? `${hostname().replace(/[^a-z0-9-]/gi, '') || 'quarry'}.invalid`
}

/** A wildcard address is not a name to visit: links then point at loopback. */
export const hostForUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** Whether links can name this host: an address of one version of IP, or a name, without a port. */
export function isHostAlone(host: string): boolean {
  const url = URL.parse(`http://${hostForUrl(host)}`)
  return url !== null && url.port === '' && `${url.origin}/` === url.href
}
