import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { LOOPBACK_NAMES } from '../../lib/input/known-host.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { MAX_CLOCK_SKEW_MS } from './doctor.ts'
import type { DoctorFinding } from './doctor.ts'

type Needs = Pick<Context, 'config' | 'documents' | 'clock'>

const FETCHED = { deadlineMs: 5_000, maxBytes: 64 * 1_024, maxRedirects: 0, headers: { accept: 'application/json' } }
const OF_RESOURCE = '/.well-known/oauth-protected-resource/mcp'
const OF_SERVER = '/.well-known/oauth-authorization-server'

/**
 * Whether apps find what they look for at the public address (RFC 9728, RFC 8414): over TLS, as JSON, without a redirect, for
 * this very issuer, and with the right time. Null if apps cannot connect through OAuth and nothing else is wrong.
 */
export async function checkPublicUrl(needs: Needs): Promise<DoctorFinding | null> {
  const { oauth, foreignIssuer, origin } = needs.config
  const finding = (state: DoctorFinding['state'], sentence: string): DoctorFinding => ({
    name: 'public url',
    state,
    sentence,
  })
  const lost = lostScreens(needs.config)
  if (lost !== null) return finding('warning', lost)
  if (oauth === null && foreignIssuer === null) return null
  const { hostname, port } = new URL(origin)
  if (LOOPBACK_NAMES.has(hostname)) return finding('ok', `Apps on this computer connect to ${origin}/mcp.`)
  if (port !== '') return finding('warning', `Not checked: ${origin} has a non-standard port. Cloud hosts require 443.`)
  const issuer = foreignIssuer?.issuer ?? origin
  const problem =
    (await wrongDocument(needs, OF_RESOURCE, (document) => issuerIn(document['authorization_servers']) === issuer)) ??
    (oauth === null ? null : await wrongDocument(needs, OF_SERVER, (document) => document['issuer'] === issuer))
  return problem === null
    ? finding('ok', `Apps given ${origin}/mcp can find where to connect.`)
    : finding('problem', problem)
}

/** What is wrong with a public address that has a path, in one sentence; null if it has none, or there are no screens. */
export function lostScreens({ origin, web }: Pick<Config, 'origin' | 'web'>): string | null {
  const { pathname } = new URL(origin)
  if (pathname === '/' || !web) return null
  return `Screens do not work below ${pathname}, the path in QUARRY_PUBLIC_URL: give Quarry a host name of its own, or turn them off with QUARRY_WEB=off.`
}

const issuerIn = (servers: unknown): unknown => (Array.isArray(servers) ? servers[0] : undefined)

/** What is wrong with a document, in one sentence; null if nothing is. */
async function wrongDocument(
  { config, documents, clock }: Needs,
  path: string,
  isOurs: (document: Record<string, unknown>) => boolean,
): Promise<string | null> {
  const url = `${config.origin}${path}`
  const answer = await documents.fetch(url, FETCHED)
  if (answer.outcome === 'refused')
    return `${url} cannot be read from here (${answer.reason}): ${hintOn(answer.reason)}`
  if (answer.status >= 300 && answer.status < 400)
    return `${url} is redirected: the proxy must forward /.well-known, /oauth, /app and /mcp unchanged.`
  const document = answer.status === 200 ? jsonOf(answer) : null
  if (document === null)
    return `${url} is not answered by Quarry (status ${answer.status}): the proxy must forward /.well-known, /oauth, /app and /mcp.`
  if (!isOurs(document)) return `${url} belongs to another server: QUARRY_PUBLIC_URL must be the address given to apps.`
  const skew = Math.abs(Date.parse(answer.headers['date'] ?? '') - clock.now().getTime())
  return skew > MAX_CLOCK_SKEW_MS
    ? `The clocks of this machine and of ${config.origin} differ by ${Math.round(skew / SECOND_MS)} seconds: synchronise them with NTP.`
    : null
}

function jsonOf({ body }: { body: Buffer }): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'))
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const HINTS: ReadonlyMap<string, string> = new Map([
  [
    'private_address',
    'its name resolves to a private address here; QUARRY_ALLOWED_NETWORKS lets Quarry use that network.',
  ],
  ['tls', 'its certificate is not publicly trusted.'],
  ['unknown_host', 'its name does not resolve.'],
  ['no_network', 'names do not resolve on this machine.'],
])

const hintOn = (reason: string): string => HINTS.get(reason) ?? 'check the proxy, the tunnel and the firewall.'
