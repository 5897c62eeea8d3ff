import { z } from 'zod'
import { flag, integer, isHostName, list } from './environment-kinds.ts'

/** The variables of connected apps, in the order of `.env.example`. */
export const oauthVariables = {
  QUARRY_OAUTH: flag(false),
  QUARRY_OAUTH_CLIENTS: list
    .transform((hosts) => (hosts.length === 1 && hosts[0] === 'any' ? [] : hosts.map((host) => host.toLowerCase())))
    .refine((hosts) => hosts.every(isHostName), 'It must be any, or a list of host names such as claude.ai'),
  QUARRY_OAUTH_REGISTRATION: flag(true),
  QUARRY_OAUTH_ACCESS_SECONDS: integer(3_600, 60, 86_400),
  QUARRY_OAUTH_REFRESH_DAYS: integer(30, 1, 365),
  QUARRY_OAUTH_REFRESH_GRACE_SECONDS: integer(30, 0, 60),
  QUARRY_OAUTH_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  QUARRY_OAUTH_AUDIENCE: z.string().optional(),
  QUARRY_OAUTH_SCOPE_NAMES: list.refine(
    (pairs) => pairs.every((pair) => /^(?:read|write|send)=[\x21\x23-\x5b\x5d-\x7e]+$/.test(pair)),
    'Each item must be a scope and its name at the issuer, such as read=quarry.read',
  ),
  QUARRY_OAUTH_MAX_TOKEN_SECONDS: integer(3_600, 60, 86_400),
}

/** Quarry's own authorization server. */
export interface OauthConfig {
  /** Hosts whose client documents are accepted; empty for all. */
  clientHosts: readonly string[]
  /** Whether clients may register themselves (RFC 7591). */
  registration: boolean
  accessSeconds: number
  refreshDays: number
  /** How long a used refresh token is still accepted. */
  refreshGraceSeconds: number
}

/** An identity provider of the operator whose tokens are accepted in place of our own. */
export interface ForeignIssuerConfig {
  issuer: string
  audience: string
  /** Its name for a scope → ours. */
  scopes: ReadonlyMap<string, 'read' | 'write' | 'send'>
  maxTokenSeconds: number
}

type OauthVariables = z.infer<z.ZodObject<typeof oauthVariables>>

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Problems with combinations of the variables, one sentence each. */
export function oauthProblems(
  env: OauthVariables,
  { publicUrl, web }: { publicUrl: string | undefined; web: boolean },
): string[] {
  const problems: string[] = []
  if (!env.QUARRY_OAUTH && env.QUARRY_OAUTH_ISSUER === undefined) return problems
  const url = URL.parse(publicUrl ?? '')
  const isFit = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
  if (!isFit || url.pathname !== '/' || url.search !== '')
    problems.push(
      'QUARRY_PUBLIC_URL: With OAuth it must be the address where apps reach Quarry, such as https://quarry.example, without a path; http is allowed only on a loopback address.',
    )
  if (env.QUARRY_OAUTH && env.QUARRY_OAUTH_ISSUER !== undefined)
    problems.push(
      "QUARRY_OAUTH_ISSUER: It replaces Quarry's own authorization server: set it or QUARRY_OAUTH=on, not both.",
    )
  if (env.QUARRY_OAUTH && !web)
    problems.push('QUARRY_OAUTH: People give consent on the screens, but QUARRY_WEB is off.')
  return problems
}

/** Null: no authorization server. */
export const oauthConfig = (env: OauthVariables): OauthConfig | null =>
  env.QUARRY_OAUTH
    ? {
        clientHosts: env.QUARRY_OAUTH_CLIENTS,
        // In a list of hosts, programs on the user's own computer are named by the word loopback.
        registration:
          env.QUARRY_OAUTH_REGISTRATION &&
          (env.QUARRY_OAUTH_CLIENTS.length === 0 || env.QUARRY_OAUTH_CLIENTS.includes('loopback')),
        accessSeconds: env.QUARRY_OAUTH_ACCESS_SECONDS,
        refreshDays: env.QUARRY_OAUTH_REFRESH_DAYS,
        refreshGraceSeconds: env.QUARRY_OAUTH_REFRESH_GRACE_SECONDS,
      }
    : null

/** Null: only our own tokens are accepted. @param origin of this installation, without a trailing slash */
export function foreignIssuerConfig(env: OauthVariables, origin: string): ForeignIssuerConfig | null {
  const issuer = env.QUARRY_OAUTH_ISSUER
  if (issuer === undefined) return null
  const named = env.QUARRY_OAUTH_SCOPE_NAMES.map((pair) => pair.split('=') as ['read' | 'write' | 'send', string])
  const own = (['read', 'write', 'send'] as const).filter((scope) => !named.some(([ours]) => ours === scope))
  return {
    issuer,
    audience: env.QUARRY_OAUTH_AUDIENCE ?? `${origin}/mcp`,
    scopes: new Map([
      ...named.map(([ours, theirs]) => [theirs, ours] as const),
      ...own.map((scope) => [scope, scope] as const),
    ]),
    maxTokenSeconds: env.QUARRY_OAUTH_MAX_TOKEN_SECONDS,
  }
}
