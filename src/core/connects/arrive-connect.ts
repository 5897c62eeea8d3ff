import { randomBytes } from 'node:crypto'
import type { Call, Part, Principal } from '../../context.ts'
import type { Connect } from '../../db/grants/mailbox-connects-store.ts'
import type { MailProvider } from '../../db/grants/mail-providers-store.ts'
import type { Tokens } from '../../engine/grant/refresh-verdict.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { scopesOfRole } from '../accounts/roles.ts'
import { connectTokensContext, connectVerifierContext } from '../grants/grant-secrets.ts'
import { providerTitle } from '../grants/grant-sentences.ts'
import { credentialsOf } from '../grants/provider-client.ts'
import { finishConnect } from './finish-connect.ts'
import { principalOf } from '../capability/principal-of.ts'

/** What the callback needs: the browser brings no key there, only what the provider sends along. */
export type ArrivingNeeds = Part<'clock' | 'oauthClient' | 'secrets', 'accounts' | 'mailboxConnects' | 'mailProviders'>

/** What a browser brings back from the provider (RFC 6749 4.1.2, RFC 9207). */
export interface BroughtBack {
  state: string
  code: string | null
  error: string | null
  iss: string | null
}

/** Asked before anything is stored: a link sent to a stranger must not connect their mailbox. */
export interface ConnectQuestion {
  outcome: 'ask'
  connect: Connect
  /** Valid for one click. */
  nonce: string
  /** Whose mailbox it is; null if the provider does not say. */
  email: string | null
  provider: string
  /** Whose account will send from it and read it. */
  owner: string
}

export type Arrived = ConnectQuestion | { outcome: 'ended'; problem: string } | { outcome: 'unknown' }

/** Accepts what the provider grants, and keeps it sealed until somebody confirms. Each state is valid once. */
export async function arriveConnect(context: ArrivingNeeds, arrival: BroughtBack): Promise<Arrived> {
  const { store, clock } = context
  const connect = await store.mailboxConnects.arrive(sha256(arrival.state))
  if (connect === null || connect.status !== 'waiting') return { outcome: 'unknown' }
  if (connect.expiresAt <= clock.now()) {
    await store.mailboxConnects.end(connect, 'expired')
    return { outcome: 'ended', problem: 'This took longer than ten minutes: start again.' }
  }
  const owner = await beginnerOf(context, connect)
  if (owner === null) {
    await store.mailboxConnects.end(connect, 'failed', { problem: NOT_ANY_MORE })
    return { outcome: 'ended', problem: NOT_ANY_MORE }
  }
  const provider = await store.mailProviders.find(connect.provider)
  const tokens =
    provider === null
      ? 'Its provider has been removed: start again.'
      : await exchanged(context, connect, provider, arrival)
  if (provider === null || typeof tokens === 'string') {
    const problem = typeof tokens === 'string' ? tokens : ''
    await store.mailboxConnects.end(connect, arrival.error === 'access_denied' ? 'denied' : 'failed', { problem })
    return { outcome: 'ended', problem }
  }
  const nonce = randomBytes(32).toString('base64url')
  const place = connectTokensContext(connect.accountId, connect.id)
  const sealed = context.secrets.seal(JSON.stringify(tokens), place)
  const asked = { nonceHash: sha256(nonce), until: null }
  if (!(await store.mailboxConnects.confirming(connect, sealed, asked))) return { outcome: 'unknown' }
  const email = connect.email ?? tokens.identity?.email ?? null
  return { outcome: 'ask', connect, nonce, email, provider: providerTitle(provider), owner: shownOwner(owner, connect) }
}

/** The account's name and its owner's address, as far as known: a new installation has neither. */
function shownOwner(
  { accountName, email }: { accountName: string | null; email: string | null },
  { accountId }: Connect,
): string {
  if (accountName === null) return email ?? String(accountId)
  return email === null ? accountName : `${accountName} (${email})`
}

const NOT_ANY_MORE = 'The person who started this connection may no longer connect mailboxes to the account.'

/** Consents take minutes, in which people may leave: null for somebody who may no longer connect mailboxes. */
async function beginnerOf({ store }: Pick<ArrivingNeeds, 'store'>, { accountId, userId }: Connect) {
  const owner = await store.accounts.owner(accountId, userId)
  return owner === null || owner.suspended || !scopesOfRole(owner.role, false).has('write') ? null : owner
}

/** @returns a sentence if the provider grants nothing. */
async function exchanged(
  context: ArrivingNeeds,
  connect: Connect,
  provider: MailProvider,
  { code, error, iss }: BroughtBack,
): Promise<Tokens | string> {
  const title = providerTitle(provider)
  if (iss !== null && provider.issuer !== null && iss !== provider.issuer)
    return 'The answer came from a different provider than expected: start again.'
  if (error === 'access_denied') return `You did not give consent at ${title}, so nothing was connected.`
  const { verifierSealed, redirectUri, accountId, id } = connect
  if (error !== null || code === null || verifierSealed === null || redirectUri === null)
    return `${title} did not grant access to Quarry: start again.`
  const grant = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: context.secrets.open(verifierSealed, connectVerifierContext(accountId, id)),
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await context.oauthClient.tokens(provider.token_url, credentialsOf(context, provider), grant)
    if (answer.outcome === 'tokens') return answer
    if (answer.outcome === 'refused') return `${title} did not accept the code it had issued: start again.`
  }
  return `${title} is not responding: start again later.`
}

/** A server failure does not use up the code. */
const MAX_TRIES = 2

/** Longer than trying both servers takes: if the process that does so dies, another takes over after this. */
const FINISH_MS = 2 * MINUTE_MS
export const finishUntil = (now: Date): Date => new Date(now.getTime() + FINISH_MS)

/** The person a nonce belongs to, in whose name the click is carried out; works once. */
export async function confirmedConnect(
  context: ArrivingNeeds,
  nonce: string,
): Promise<{ connect: Connect; principal: Principal } | null> {
  const { store, clock } = context
  const now = clock.now()
  const connect = await store.mailboxConnects.confirm(sha256(nonce), now, finishUntil(now))
  if (connect === null) return null
  const { accountId, userId } = connect
  const owner = await beginnerOf(context, connect)
  if (owner === null) {
    await store.mailboxConnects.end(connect, 'failed', { problem: NOT_ANY_MORE })
    return null
  }
  return {
    connect,
    principal: principalOf({
      accountId,
      userId,
      via: 'session',
      plan: owner.plan,
      accountCreatedAt: owner.createdAt,
      scopes: new Set(['read', 'write']),
    }),
  }
}

/** After confirmation: tries the servers and connects the mailbox. @returns the connection as it ended */
export async function finishConfirmed(call: Call, connect: Connect): Promise<Connect | null> {
  const { store, secrets, principal } = call
  const provider = await store.mailProviders.find(connect.provider)
  if (provider === null || connect.tokensSealed === null)
    await store.mailboxConnects.end(connect, 'failed', { problem: 'Its provider has been removed: start again.' })
  else {
    const kept = secrets.open(connect.tokensSealed, connectTokensContext(connect.accountId, connect.id))
    await finishConnect(call, connect, provider, JSON.parse(kept) as Tokens)
  }
  return store.mailboxConnects.find(principal.accountId, connect.id)
}
