import { setTimeout as sleep } from 'node:timers/promises'
import type { Grant, GrantPlace, GrantLease } from '../../db/grants/mailbox-grants-store.ts'
import { SecretBoxError } from '../../lib/secrets/secret-box.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import type { MailToken, NoToken } from '../../services/kept-tokens.ts'
import type { GrantNeeds } from './grant-needs.ts'
import { pauseMailbox } from './grant-pauses.ts'
import { accessTokenContext } from './grant-secrets.ts'
import { refusedSentence, silentSentence } from './grant-sentences.ts'
import { providerHosts } from './provider-client.ts'
import { refreshGrant } from './refresh-grant.ts'

/** A lease outlasts a request (at most 10 seconds) and clock differences (at most 30): a dead process delays others no longer. */
const TURN_MS = 45 * SECOND_MS
/** Gives up if new tokens keep arriving already too old. */
const MAX_LEASES = 3
const LOOK_EVERY_MS = 200
const LOOK_FOR_MS = 15 * SECOND_MS
const FORCED_AT_MOST_EVERY_MS = MINUTE_MS

const NOT_CONNECTED: NoToken = { outcome: 'refused', problem: 'This mailbox is not connected through OAuth.' }

/**
 * The token of a mailbox: one refresh across all processes, and none while the token is still good.
 * @param atLeast the generation after one that a server has refused; at most one a minute is fetched for that.
 */
export async function tokenFor(context: GrantNeeds, place: GrantPlace, atLeast = 0): Promise<MailToken | NoToken> {
  const { keptTokens, clock, database } = context
  const known = keptTokens.get(place, clock.now())
  if (known !== null && known.generation >= atLeast) return known
  return keptTokens.once(place, atLeast, () => database.pool.apart(() => obtainOrStop(context, place, atLeast)))
}

/** Fetches a token early, unless another process is doing so. */
export async function renewToken(context: GrantNeeds, grant: Grant): Promise<void> {
  await context.keptTokens.whileOpen(takeLease(context, grant, { now: context.clock.now(), isForced: false }))
}

/** A fresh token was refused too, so the permission itself is missing. */
export async function tokenRefused(context: GrantNeeds, place: GrantPlace, generation: number): Promise<NoToken> {
  const { store, clock, keptTokens } = context
  const grant = await store.mailboxGrants.find(place)
  if (grant === null) return NOT_CONNECTED
  const problem = refusedSentence(grant.email)
  await pauseMailbox(context, grant, problem, () => store.mailboxGrants.refuse(place, generation, problem, clock.now()))
  keptTokens.forget(place)
  return { outcome: 'refused', problem }
}

/** If this process's key cannot open it, there is no token: the mailbox reports that once, and others continue. */
async function obtainOrStop(context: GrantNeeds, place: GrantPlace, atLeast: number): Promise<MailToken | NoToken> {
  try {
    return await obtain(context, place, atLeast)
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    const problem = error.message
    await context.database.pool.inOne(async () => {
      const stopped = await context.store.outboxResults.mailboxProblem(place.accountId, place.mailboxId, problem)
      if (stopped !== null) await pauseMailbox(context, { ...place, ...stopped }, problem)
    })
    return { outcome: 'refused', problem }
  }
}

/** Reads the row, and fetches a token if it has none that is good enough. */
async function obtain(context: GrantNeeds, place: GrantPlace, atLeast: number): Promise<MailToken | NoToken> {
  const { store, clock } = context
  const waitedFrom = performance.now()
  for (let leases = 0; leases < MAX_LEASES;) {
    const grant = await store.mailboxGrants.find(place)
    if (grant === null) return NOT_CONNECTED
    const found = await fromRow(context, grant, atLeast)
    if (found !== null) return found
    const now = clock.now()
    const isForced = atLeast > grant.generation && isFresh(grant, now)
    if (await takeLease(context, grant, { now, isForced })) {
      leases += 1
      continue
    }
    // Another process has the lease; meanwhile, a token that has not expired will do.
    const alive = atLeast > grant.generation ? null : await aliveToken(context, grant)
    if (alive !== null) return alive
    if (performance.now() - waitedFrom > LOOK_FOR_MS) return waiting(context, grant)
    await sleep(LOOK_EVERY_MS)
  }
  const grant = await store.mailboxGrants.find(place)
  return grant === null ? NOT_CONNECTED : ((await aliveToken(context, grant)) ?? waiting(context, grant))
}

/** False if another process has the lease. */
async function takeLease(
  context: GrantNeeds,
  grant: Grant,
  { now, isForced }: { now: Date; isForced: boolean },
): Promise<boolean> {
  const { accountId, mailboxId, generation } = grant
  const lease: GrantLease = { accountId, mailboxId, generation, workerId: context.keptTokens.workerId }
  const until = new Date(now.getTime() + TURN_MS)
  const taken = await context.store.mailboxGrants.take(lease, { now, until, isForced })
  if (taken === null) return false
  await refreshGrant(context, grant, lease, taken.refreshTokenSealed)
  return true
}

/** What the row says; null if a token has to be fetched. */
async function fromRow(context: GrantNeeds, grant: Grant, atLeast: number): Promise<MailToken | NoToken | null> {
  const now = context.clock.now()
  const { state, problem, email, nextTryAt, forcedAt, generation } = grant
  if (state === 'needs_consent') return { outcome: 'refused', problem: problem ?? refusedSentence(email) }
  const waits = nextTryAt !== null && nextTryAt > now
  if (state === 'client_broken' && waits) return { outcome: 'refused', problem: problem ?? refusedSentence(email) }
  if (generation >= atLeast) {
    if (isFresh(grant, now)) return keep(context, grant)
    return waits ? ((await aliveToken(context, grant)) ?? waiting(context, grant)) : null
  }
  if (waits) return waiting(context, grant)
  // While a lease is still open, it is unknown which token it will bring.
  const hasEnded = grant.refreshingUntil === null
  const wasForced = hasEnded && forcedAt !== null && forcedAt.getTime() > now.getTime() - FORCED_AT_MOST_EVERY_MS
  return wasForced && isFresh(grant, now) ? { outcome: 'spent', problem: refusedSentence(email) } : null
}

const isFresh = ({ accessRefreshAt }: Grant, now: Date): boolean => accessRefreshAt !== null && accessRefreshAt > now

async function aliveToken(context: GrantNeeds, grant: Grant): Promise<MailToken | null> {
  const isAlive = grant.accessExpiresAt !== null && grant.accessExpiresAt > context.clock.now()
  return isAlive ? keep(context, grant) : null
}

async function waiting({ store }: GrantNeeds, grant: Grant): Promise<NoToken> {
  const provider = await store.mailProviders.find(grant.provider)
  const { name, kind } = provider ?? { name: grant.provider, kind: 'custom' as const }
  return { outcome: 'waits', problem: grant.problem ?? silentSentence({ name, kind }) }
}

async function keep({ store, secrets, keptTokens }: GrantNeeds, grant: Grant): Promise<MailToken | null> {
  const { accountId, mailboxId, accessTokenSealed, accessRefreshAt, generation } = grant
  if (accessTokenSealed === null || accessRefreshAt === null) return null
  const provider = await store.mailProviders.find(grant.provider)
  const token: MailToken = {
    outcome: 'token',
    token: secrets.open(accessTokenSealed, accessTokenContext(accountId, mailboxId)),
    generation,
    hosts: provider === null ? new Set() : providerHosts(provider),
  }
  keptTokens.keep(grant, token, accessRefreshAt)
  return token
}
