import { createHmac } from 'node:crypto'
import { errors } from 'oidc-provider'
import type { Adapter } from 'oidc-provider'
import type { Part } from '../context.ts'
import { oauthObjectContext } from '../core/apps/sealed-for.ts'
import { clientSite } from '../lib/input/client-network.ts'
import { DAY_MS, SECOND_MS } from '../lib/process/clock.ts'
import { sha256 } from '../lib/secrets/sha256.ts'

/** What storing the objects of the authorization server needs. */
export type AdapterNeeds = Part<'clock' | 'config' | 'database' | 'linkKey' | 'secrets', 'oauthObjects'>

type Payload = Record<string, unknown>

/** Objects that belong to a grant, and end with it. */
const OF_A_GRANT = new Set(['Grant', 'AccessToken', 'RefreshToken', 'AuthorizationCode'])
/**
 * What anybody can have stored without signing in: clients that were never used, and requests to connect. When there are this many,
 * the network with most of them makes room for the next, so that no flood shuts others out.
 */
const MOST_OF_STRANGERS: ReadonlyMap<string, number> = new Map([
  ['Client', 500],
  ['Interaction', 2_000],
])
const nothing = async (): Promise<undefined> => undefined
const GRANT_LIVES_MS = 90 * DAY_MS
/** A client that registered itself and is never used is deleted after this time. */
const UNUSED_CLIENT_LIVES_MS = DAY_MS

/**
 * Where oidc-provider stores its objects: one statement per method. Sessions are not stored: no sign-in at the provider
 * outlives the flow it belongs to.
 * @param caller the address of the client whose request is being answered
 */
export function oauthAdapter(needs: AdapterNeeds, model: string, caller: () => string): Adapter {
  if (model === 'Session')
    return {
      upsert: async () => undefined,
      find: nothing,
      findByUserCode: nothing,
      findByUid: nothing,
      consume: async () => undefined,
      destroy: async () => undefined,
      revokeByGrantId: async () => undefined,
    }
  return inTime(needs, storedObjects(needs, model, caller))
}

/** Each statement is one of a light call, whose time is short: the client of a database that hangs would wait for half a minute. */
function inTime({ database }: AdapterNeeds, adapter: Adapter): Adapter {
  const caller = { party: 'the authorization server', kind: 'light', signals: [] } as const
  const soon =
    <Args extends unknown[], T>(method: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      database.pool.asCaller(caller, () => method(...args))
  const { upsert, find, consume, destroy, revokeByGrantId } = adapter
  return {
    ...adapter,
    upsert: soon(upsert),
    find: soon(find),
    consume: soon(consume),
    destroy: soon(destroy),
    revokeByGrantId: soon(revokeByGrantId),
  }
}

function storedObjects(needs: AdapterNeeds, model: string, caller: () => string): Adapter {
  const { store, clock, config } = needs
  const objects = store.oauthObjects
  const graceMs = (config.oauth?.refreshGraceSeconds ?? 0) * SECOND_MS
  return {
    upsert: async (id, given, expiresIn) => {
      const now = clock.now()
      const payload = movedBy(-secondsAhead(needs), given)
      const most = MOST_OF_STRANGERS.get(model)
      const from = most === undefined ? {} : { network: siteOf(needs, caller()) }
      if (most !== undefined) await objects.makeRoom(model, now, most)
      const object = { ...columnsOf(model, id, payload), model, payload: { ...kept(needs, model, payload), ...from } }
      const expiresAt = new Date(
        now.getTime() + (expiresIn === undefined ? UNUSED_CLIENT_LIVES_MS : expiresIn * SECOND_MS),
      )
      if (model !== 'RefreshToken') return objects.upsert({ ...object, expiresAt }, now)
      const aliveUntil = new Date(now.getTime() + GRANT_LIVES_MS)
      const clientHash = sha256(object.clientId ?? '')
      return objects.addRefreshToken({ ...object, expiresAt }, { now, aliveUntil, clientHash })
    },
    find: async (id) => {
      const now = clock.now()
      const found =
        model === 'RefreshToken' && graceMs > 0
          ? await objects.findAgain(model, sha256(id), { now, since: new Date(now.getTime() - graceMs) })
          : await objects.find(model, sha256(id), now)
      if (found === null) return undefined
      const { network: _, ...stored } = found.payload
      const shared = opened(needs, model, stored)
      if (shared === null) return undefined
      const ahead = secondsAhead(needs)
      const payload = movedBy(ahead, shared)
      if (found.consumedAt !== null) payload['consumed'] = Math.floor(found.consumedAt.getTime() / SECOND_MS) + ahead
      return model === 'Client' ? payload : { ...payload, jti: id }
    },
    findByUserCode: nothing,
    findByUid: nothing,
    consume: async (id) => {
      const isFirst = await objects.consume(model, sha256(id), clock.now())
      // Two refreshes at the same moment come from two tabs; a code redeemed twice at the same moment was stolen.
      if (isFirst || model !== 'AuthorizationCode') return
      await objects.revokeOf(model, sha256(id))
      throw new errors.InvalidGrant('authorization code already consumed')
    },
    destroy: (id) => objects.destroy(model, sha256(id)),
    revokeByGrantId: async (grantId) => {
      await objects.revoke(sha256(grantId))
    },
  }
}

/** How a client's network is stored: unreadable without the installation's key. */
const siteOf = ({ linkKey }: Pick<AdapterNeeds, 'linkKey'>, address: string): string =>
  createHmac('sha256', linkKey)
    .update(`oauth objects\n${clientSite(address)}`)
    .digest('base64url')
    .slice(0, 22)

/** Times in a payload, in seconds, which the library writes and compares by the machine's own clock. */
const TIMES = ['iat', 'exp', 'iiat'] as const

/** What one machine stored, another may read: its times are stored by the clock that they share. */
function movedBy(seconds: number, payload: Payload): Payload {
  if (seconds === 0) return payload
  const moved = { ...payload }
  for (const name of TIMES) if (typeof moved[name] === 'number') moved[name] += seconds
  return moved
}

const secondsAhead = ({ clock }: Pick<AdapterNeeds, 'clock'>): number =>
  Math.round((clock.machineAheadMs?.() ?? 0) / SECOND_MS)

/** What is stored in columns of its own. */
function columnsOf(model: string, id: string, payload: Payload) {
  const [account, user] = (textOf(payload['accountId']) ?? '').split('.')
  const owned = OF_A_GRANT.has(model) && account !== undefined && user !== undefined
  const grantId = model === 'Grant' ? id : textOf(payload['grantId'])
  return {
    idHash: sha256(id),
    grantHash: OF_A_GRANT.has(model) && grantId !== null ? sha256(grantId) : null,
    accountId: owned ? Number(account) : null,
    userId: owned ? Number(user) : null,
    clientId: model === 'Client' ? id : textOf(payload['clientId']),
    scopes: model === 'Grant' ? grantedScopes(payload) : null,
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function grantedScopes({ resources }: Payload): string[] {
  const words = new Set(Object.values((resources ?? {}) as Record<string, string>).flatMap((text) => text.split(' ')))
  return ['read', 'write', 'send'].filter((scope) => words.has(scope))
}

/** The payload as stored: without the id, and with its secrets sealed. */
function kept({ secrets }: AdapterNeeds, model: string, { ...payload }: Payload): Payload {
  delete payload['jti']
  const sealed = (text: string): string => secrets.seal(text, oauthObjectContext(model)).toString('base64')
  // It contains the client's state, and the way back into the flow.
  if (model === 'Interaction') return { sealed: sealed(JSON.stringify(payload)) }
  const { client_secret: secret, ...rest } = payload
  return typeof secret === 'string' ? { ...rest, client_secret_sealed: sealed(secret) } : payload
}

/** Null when the key that sealed it is lost. */
function opened({ secrets }: AdapterNeeds, model: string, payload: Payload): Payload | null {
  const open = (text: unknown): string => secrets.open(Buffer.from(String(text), 'base64'), oauthObjectContext(model))
  try {
    if (model === 'Interaction') return JSON.parse(open(payload['sealed'])) as Payload
    const { client_secret_sealed: sealed, ...rest } = payload
    return sealed === undefined ? payload : { ...rest, client_secret: open(sealed) }
  } catch {
    return null
  }
}
