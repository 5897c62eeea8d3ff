import type { IncomingMessage } from 'node:http'
import type { Context, Principal } from '../context.ts'
import { scopesOfKey } from '../core/accounts/roles.ts'
import { TEST_KEY } from '../core/capability/test-key.ts'
import { AppError } from '../errors.ts'
import { hashApiKey } from '../lib/secrets/api-key.ts'
import { clientNetwork } from '../lib/input/client-network.ts'
import { MINUTE_MS } from '../lib/process/clock.ts'
import type { RawInput } from './request-input.ts'

/** How long a key's owner is remembered: a revoked key works on for at most so long. */
const REMEMBERED_FOR_MS = 5_000
/** A flood of wrong keys must not fill the memory. */
const MAX_REMEMBERED = 10_000
const MAX_KEY_LENGTH = 200

const READ_ONLY: Principal['scopes'] = new Set(['read'] as const)

/** A request as express hands it on: `ip` is the client's address behind the trusted proxies. */
type ClientRequest = IncomingMessage & { ip?: string | undefined }

export interface Authenticator {
  /** The caller of a request. @throws AppError authentication_failed */
  authenticate: (request: ClientRequest, keysElsewhere?: RawInput) => Promise<Principal>
}

interface Remembered {
  principal: Principal | null
  until: number
}

/** One authenticator for both doors: the first non-empty key decides, the others are ignored even if wrong. */
export function createAuthenticator(context: Context): Authenticator {
  const remembered = new Map<string, Remembered>()
  const usedAt = new Map<number, number>()

  async function ownerOf(key: string): Promise<Principal | null> {
    const hash = hashApiKey(key)
    const id = hash.toString('base64')
    const now = context.clock.now().getTime()
    const known = remembered.get(id)
    if (known !== undefined && known.until > now) return known.principal
    const principal = await findPrincipal(context, hash)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(id, { principal, until: now + REMEMBERED_FOR_MS })
    return principal
  }

  /** `last_used_at` moves at most once a minute a key. */
  async function noteUse({ accountId, keyId }: Principal): Promise<void> {
    const now = context.clock.now()
    if ((usedAt.get(keyId) ?? -Infinity) > now.getTime() - MINUTE_MS) return
    usedAt.set(keyId, now.getTime())
    await context.store.accounts.touchKey(accountId, keyId, now)
  }

  return {
    authenticate: async (request, keysElsewhere = {}) => {
      const key = keyOf(request, keysElsewhere)
      if (key === null) throw new AppError('authentication_failed', 'No API key was sent.')
      if (key === TEST_KEY && context.config.testKey) return testPrincipal(request)
      const reading = { party: `keys of ${request.ip ?? ''}`, kind: 'light', signals: [] } as const
      return context.database.pool.asCaller(reading, async () => {
        const principal = key.length > MAX_KEY_LENGTH ? null : await ownerOf(key)
        if (principal === null) throw new AppError('authentication_failed', 'No account matches this API key.')
        await noteUse(principal)
        return principal
      })
    },
  }
}

/** Whether a key stands in a header, or among these parameters. */
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
  const { accountId, userId, keyId, plan, accountCreatedAt, suspended, discover } = owner
  const about = { accountId, userId, keyId, plan, accountCreatedAt, suspended, discover, testKey: false }
  return { ...about, via: 'key', scopes: scopesOfKey(owner), speedKey: `account:${accountId}` }
}

/** The documented test key validates as on a premium plan; its speed is counted for the client's address. */
const testPrincipal = (request: ClientRequest): Principal => ({
  ...keylessPrincipal(request),
  plan: 'unlimited',
  testKey: true,
})

/** A caller without a key, where an endpoint allows it. */
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
  speedKey: `client:${clientNetwork(request.ip ?? '')}`,
})
