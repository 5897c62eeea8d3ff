import { z } from 'zod'

/** The variables for signing in with an OpenID provider, in the order of `.env.example`. */
export const oidcVariables = {
  QUARRY_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSafe, 'It must be an https URL (http only on this machine)')
    .optional(),
  QUARRY_OIDC_CLIENT_ID: z.string().optional(),
  QUARRY_OIDC_CLIENT_SECRET: z.string().optional(),
  QUARRY_OIDC_NAME: z.string().max(40).default('OpenID'),
  QUARRY_OIDC_JOIN: z
    .string()
    .regex(
      /^(?:reader|member|admin):[a-z0-9-]+(?:\.[a-z0-9-]+)+$/,
      'It must be a role and a domain: member:birch.example',
    )
    .optional(),
}

/** The provider that vouches for people who sign in. */
export interface OidcConfig {
  /** Exactly as the provider names itself. */
  issuer: string
  clientId: string
  /** Null for a public client, protected by PKCE alone. */
  clientSecret: string | null
  /** Its name on buttons. */
  name: string
  /** Strangers with a verified address at this domain become members of the first account; null: no one does. */
  join: { role: 'reader' | 'member' | 'admin'; domain: string } | null
}

type OidcEnvironment = z.output<z.ZodObject<typeof oidcVariables>>

/** @throws Error with a sentence when the client's id is missing. */
export function oidcConfig(env: OidcEnvironment): OidcConfig | null {
  const { QUARRY_OIDC_ISSUER: issuer, QUARRY_OIDC_CLIENT_ID: clientId, QUARRY_OIDC_JOIN: join } = env
  if (issuer === undefined) return null
  if (clientId === undefined)
    throw new Error('QUARRY_OIDC_CLIENT_ID is missing: set it to the id the provider gave this Quarry.')
  return {
    issuer,
    clientId,
    clientSecret: env.QUARRY_OIDC_CLIENT_SECRET ?? null,
    name: env.QUARRY_OIDC_NAME,
    join: join === undefined ? null : joinOf(join),
  }
}

function joinOf(text: string): NonNullable<OidcConfig['join']> {
  const [role = '', domain = ''] = text.split(':')
  return { role: role as 'reader' | 'member' | 'admin', domain }
}

/** With plain http, the request must not leave the machine. */
function isSafe(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '')
}
