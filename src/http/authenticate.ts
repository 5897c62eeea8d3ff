import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context, Principal } from '../context.ts'
import { operatorPrincipal } from '../core/accounts/operator-principal.ts'
import { scopesOfKey } from '../core/accounts/roles.ts'
import { TEST_KEY } from '../core/capability/test-key.ts'
import { AppError } from '../errors.ts'
import { hashApiKey } from '../lib/secrets/api-key.ts'
import { clientNetwork } from '../lib/input/client-network.ts'
import { MINUTE_MS } from '../lib/process/clock.ts'
import type { AppTokens } from './app-tokens.ts'
import type { ClientRequest } from './client-request.ts'
import { rememberedCallers } from './remembered-callers.ts'
import type { RawInput } from './request-input.ts'

const MAX_KEY_LENGTH = 200

const READ_ONLY: Principal['scopes'] = new Set(['read'] as const)

export interface Authenticator {
  /** The caller of a request. @throws AppError authentication_failed */
  authenticate: (request: ClientRequest, keysElsewhere?: RawInput) => Promise<Principal>
  /** The same at `/mcp`, where apps send tokens, if tokens are issued. */
  authenticateMcp: (request: ClientRequest) => Promise<Principal>
  /** How to connect, for a refused request at `/mcp` (RFC 6750, RFC 9728); null if there are only keys. */
  challengeOf: (request: ClientRequest) => string | null
}

/** One authenticator for both doors: the first non-empty key decides; the others are ignored even if wrong. */
export function createAuthenticator(context: Context, tokens: AppTokens | null): Authenticator {
  const remember = rememberedCallers(context)
  const usedAt = new Map<number, number>()

  const ownerOf = (key: string): Promise<Principal | null> => {
    const hash = hashApiKey(key)
    return remember(hash.toString('base64'), () =>
      isProcessKey(context, hash) ? ownPrincipal(context) : findPrincipal(context, hash),
    )
  }

  /** Updates `last_used_at` at most once a minute per key. */
  async function noteUse({ accountId, keyId }: Principal): Promise<void> {
    const now = context.clock.now()
    if ((usedAt.get(keyId) ?? -Infinity) > now.getTime() - MINUTE_MS) return
    usedAt.set(keyId, now.getTime())
    await context.store.accounts.touchKey(accountId, keyId, now)
  }

  const authenticate: Authenticator['authenticate'] = async (request, keysElsewhere = {}) => {
    const key = keyOf(request, keysElsewhere)
    if (key === null) throw new AppError('authentication_failed', 'No API key was sent.')
    if (key === TEST_KEY && context.config.testKey) return testPrincipal(request)
    const reading = { party: `keys of ${request.ip ?? ''}`, kind: 'light', signals: [] } as const
    return context.database.pool.asCaller(reading, async () => {
      const principal = key.length > MAX_KEY_LENGTH ? null : await ownerOf(key)
      if (principal === null) {
        tokens?.noteKeyRefused(request)
        throw new AppError('authentication_failed', 'No account matches this API key.')
      }
      await noteUse(principal)
      return principal
    })
  }
  if (tokens === null) return { authenticate, authenticateMcp: authenticate, challengeOf: () => null }

  return {
    authenticate,
    authenticateMcp: async (request) => {
      const token = tokenOf(request)
      if (token !== null) return tokens.callerOf(request, token, remember)
      if (!sendsKey(request, {})) tokens.noteChallenge(request)
      return authenticate(request)
    },
    challengeOf: (request) => {
      if (tokenOf(request) !== null) return tokens.challenge('invalid_token')
      return sendsKey(request, {}) ? null : tokens.challenge(null)
    },
  }
}

/** A bearer token that is not one of our keys; a key in its own header takes precedence. */
function tokenOf({ headers }: IncomingMessage): string | null {
  if ([headers['x-api-key']].flat().some((key) => key !== undefined && key.trim() !== '')) return null
  const bearer = /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? ''
  return bearer === '' || bearer.startsWith('qry_') || bearer === TEST_KEY ? null : bearer
}

/** Whether there is a key in a header or among these parameters. */
export const sendsKey = (request: IncomingMessage, keysElsewhere: RawInput): boolean =>
  keyOf(request, keysElsewhere) !== null

function keyOf(request: IncomingMessage, elsewhere: RawInput): string | null {
  const bearer = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const candidates = [request.headers['x-api-key'], bearer, elsewhere['api_key']]
  const key = candidates.flat().find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof key === 'string' ? key.trim() : null
}

async function findPrincipal(context: Context, hash: Buffer): Promise<Principal | null> {
  const owner = await context.store.accounts.keyOwner(hash)
  if (owner === null) return null
  const { accountId, userId, keyId, plan, accountCreatedAt, suspended, discover, dailyCredits } = owner
  const about = { accountId, userId, keyId, plan, accountCreatedAt, suspended, discover, testKey: false }
  return {
    ...about,
    via: 'key',
    scopes: scopesOfKey(owner),
    rateKey: `account:${accountId}`,
    ...(dailyCredits !== null && { spender: { id: `key_${keyId}`, dailyCredits } }),
  }
}

const isProcessKey = ({ processKeyHash }: Context, hash: Buffer): boolean =>
  processKeyHash !== null && timingSafeEqual(processKeyHash, hash)

/** The first account, for the user who started this process. */
async function ownPrincipal(context: Context): Promise<Principal> {
  const operator = await operatorPrincipal(context)
  return {
    ...operator,
    via: 'key',
    scopes: new Set(['read', 'write', 'send']),
    rateKey: `account:${operator.accountId}`,
  }
}

/** The documented test key acts as on a premium plan; its rate is counted by client address. */
const testPrincipal = (request: ClientRequest): Principal => ({
  ...keylessPrincipal(request),
  plan: 'unlimited',
  testKey: true,
})

/** A caller without a key, for endpoints that allow it. */
export const keylessPrincipal = (request: ClientRequest): Principal => ({
  accountId: 0,
  userId: 0,
  keyId: 0,
  via: 'key',
  plan: 'free',
  accountCreatedAt: new Date(0),
  scopes: READ_ONLY,
  testKey: false,
  suspended: false,
  discover: true,
  rateKey: `client:${clientNetwork(request.ip ?? '')}`,
})
