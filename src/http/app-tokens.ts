import type { Context, Principal } from '../context.ts'
import { principalOfToken } from '../core/apps/app-token.ts'
import type { NoteStep, Step } from '../core/apps/note-step.ts'
import type { ForeignIssuer } from '../oauth/foreign-issuer.ts'
import { AppError } from '../errors.ts'
import { sha256 } from '../lib/secrets/sha256.ts'
import type { ClientRequest } from './client-request.ts'
import { requestIdOf } from './request-id.ts'

/** Tokens of apps at `/mcp`. */
export interface AppTokens {
  /** @throws AppError authentication_failed */
  callerOf: (request: ClientRequest, token: string, remember: Remember) => Promise<Principal>
  /** @param error of RFC 6750 3.1; null if nothing was sent */
  challenge: (error: 'invalid_token' | 'insufficient_scope' | null) => string
  noteChallenge: (request: ClientRequest) => void
  /** Records a token sent to a door that accepts only keys. */
  noteKeyRefused: (request: ClientRequest) => void
}

type Remember = (id: string, find: () => Promise<Principal | null>) => Promise<Principal | null>

/** `/mcp?account=7`, for users who are members of several accounts. */
const accountIn = ({ url = '' }: ClientRequest): string =>
  new URLSearchParams(url.split('?', 2)[1]).get('account') ?? ''

/** Far longer than any issuer's token. */
const MAX_TOKEN_LENGTH = 8_192
const OUR_TOKEN = /^[\w-]{43}$/

/** Tokens of our own authorization server. */
export function ownTokens(context: Context, note: NoteStep): AppTokens {
  return appTokens(context, note, (_, token) =>
    OUR_TOKEN.test(token) ? principalOfToken(context, token) : Promise.resolve(null),
  )
}

/** Tokens of the operator's identity provider. */
export function foreignTokens(context: Context, issuer: ForeignIssuer): AppTokens {
  return appTokens(context, issuer.note, (request, token) => {
    const account = Number(accountIn(request))
    return issuer.callerOf(token, Number.isSafeInteger(account) && account > 0 ? account : null)
  })
}

/** @param find the owner of a token. */
function appTokens(
  { config, database }: Context,
  note: NoteStep,
  find: (request: ClientRequest, token: string) => Promise<Principal | null>,
): AppTokens {
  const stepOf = (request: ClientRequest, step: Omit<Step, 'ip' | 'userAgent' | 'requestId'>): Step => ({
    ...step,
    ip: request.ip ?? '',
    userAgent: request.headers['user-agent'] ?? null,
    requestId: requestIdOf(request),
  })
  return {
    callerOf: async (request, token, remember) => {
      const reading = { party: `tokens of ${request.ip ?? ''}`, kind: 'light', signals: [] } as const
      const principal = await database.pool.asCaller(reading, async () =>
        token.length > MAX_TOKEN_LENGTH
          ? null
          : remember(`token ${accountIn(request)} ${sha256(token).toString('base64')}`, async () => {
              const found = await find(request, token)
              if (found !== null)
                note(stepOf(request, { step: 'called', accountId: found.accountId, client: found.app?.name ?? null }))
              return found
            }),
      )
      if (principal !== null) return principal
      note(stepOf(request, { step: 'refused', outcome: 'invalid_token' }))
      throw new AppError('authentication_failed', 'This token is invalid or no longer valid: connect the app again.')
    },
    challenge: (error) =>
      [
        'Bearer realm="quarry"',
        ...(error === null ? [] : [`error="${error}"`]),
        `resource_metadata="${config.origin}/.well-known/oauth-protected-resource/mcp"`,
        'scope="read write send"',
      ].join(', '),
    noteChallenge: (request) => note(stepOf(request, { step: 'challenged' })),
    noteKeyRefused: (request) => {
      const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (OUR_TOKEN.test(bearer)) note(stepOf(request, { step: 'refused', outcome: 'token_at_api' }))
    },
  }
}
