import type { MailProvider } from '../../db/grants/mail-providers-store.ts'
import type { Grant, GrantLease } from '../../db/grants/mailbox-grants-store.ts'
import { refreshVerdict, tokenTimes } from '../../engine/grant/refresh-verdict.ts'
import type { TokenAnswer, Tokens } from '../../engine/grant/refresh-verdict.ts'
import { SecretBoxError } from '../../lib/secrets/secret-box.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { accessTokenContext, refreshTokenContext } from './grant-secrets.ts'
import { appOnlySentence, clientSentence, consentSentence, silentSentence } from './grant-sentences.ts'
import { pauseMailbox, resumeMailbox } from './grant-pauses.ts'
import type { GrantNeeds } from './grant-needs.ts'
import { credentialsOf } from './provider-client.ts'

/** Fetches a fresh token for a grant that this process has leased, and stores the outcome. */
export async function refreshGrant(
  context: GrantNeeds,
  grant: Grant,
  lease: GrantLease,
  refreshTokenSealed: Buffer | null,
): Promise<void> {
  const { store, clock } = context
  const provider = await store.mailProviders.find(grant.provider)
  if (provider === null) throw new Error('A grant has no provider.')
  const answer = await askOrGiveBack(context, provider, { grant, lease }, refreshTokenSealed)
  const verdict = refreshVerdict(answer, grant.failures)
  const now = clock.now()
  if (verdict.next === 'keep') return keepTokens(context, provider, grant, lease, verdict.tokens)
  const nextTryAt = verdict.next === 'needs_consent' ? null : new Date(now.getTime() + verdict.waitMs)
  const problem = problemOf(provider, grant, verdict, now)
  const dropsRefreshToken = verdict.next === 'needs_consent' && verdict.dropsRefreshToken
  const failure = { state: verdict.next, problem, nextTryAt, dropsRefreshToken }
  const mark = () => store.mailboxGrants.fail(lease, failure, now)
  if (verdict.next === 'failing' || grant.state === verdict.next) return void (await mark())
  const isNew = await pauseMailbox(context, grant, problem, mark)
  if (isNew && verdict.next === 'client_broken') await breakClient(context, provider, problem)
}

/** If this process's key does not open the secret, others are told at once instead of waiting for the lease to end. */
async function askOrGiveBack(
  context: GrantNeeds,
  provider: MailProvider,
  { grant, lease }: { grant: Grant; lease: GrantLease },
  refreshTokenSealed: Buffer | null,
): Promise<TokenAnswer> {
  try {
    return await askProvider(context, provider, grant, refreshTokenSealed)
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    const now = context.clock.now()
    const nextTryAt = new Date(now.getTime() + MINUTE_MS)
    const failure = { state: 'failing', problem: error.message, nextTryAt, dropsRefreshToken: false } as const
    await context.store.mailboxGrants.fail(lease, failure, now)
    throw error
  }
}

/** Mailboxes of an app-only provider have no refresh token: the client presents its own secret (RFC 6749 4.4). */
async function askProvider(
  context: GrantNeeds,
  provider: MailProvider,
  { accountId, mailboxId }: Grant,
  refreshTokenSealed: Buffer | null,
): Promise<TokenAnswer> {
  const { oauthClient, secrets } = context
  const client = credentialsOf(context, provider)
  const scope = provider.scopes.join(' ')
  if (provider.app_only)
    return oauthClient.tokens(provider.token_url, client, { grant_type: 'client_credentials', scope })
  if (refreshTokenSealed === null) return { outcome: 'refused', error: 'invalid_grant', reason: null }
  const refresh_token = secrets.open(refreshTokenSealed, refreshTokenContext(accountId, mailboxId))
  return oauthClient.tokens(provider.token_url, client, { grant_type: 'refresh_token', refresh_token })
}

async function keepTokens(
  context: GrantNeeds,
  provider: MailProvider,
  grant: Grant,
  lease: GrantLease,
  tokens: Tokens,
): Promise<void> {
  const { store, secrets, clock, database } = context
  const { accountId, mailboxId } = grant
  const now = clock.now()
  const kept = {
    accessTokenSealed: secrets.seal(tokens.accessToken, accessTokenContext(accountId, mailboxId)),
    ...tokenTimes(tokens.expiresInSeconds, now),
    refreshTokenSealed:
      tokens.refreshToken === null || provider.app_only
        ? null
        : secrets.seal(tokens.refreshToken, refreshTokenContext(accountId, mailboxId)),
    scopes: tokens.scopes,
  }
  if (grant.state === 'active' || grant.mailboxProblem === null)
    return void (await store.mailboxGrants.keep(lease, kept, now))
  await database.pool.inOne(async () => {
    await store.mailboxGrants.hold(grant)
    if ((await store.mailboxGrants.keep(lease, kept, now)) === null) return
    await resumeMailbox(context, grant)
    await store.mailProviders.note(provider.name, null)
  })
}

function problemOf(
  provider: MailProvider,
  { email, consentedAt }: Grant,
  verdict: { next: 'failing' } | { next: 'needs_consent' | 'client_broken'; error: string },
  now: Date,
): string {
  if (verdict.next === 'failing') return silentSentence(provider)
  if (verdict.next === 'client_broken') return clientSentence(provider, verdict.error)
  if (provider.app_only) return appOnlySentence(provider, email)
  return consentSentence(provider, email, { error: verdict.error, ageMs: now.getTime() - consentedAt.getTime() })
}

/** The client is refused, so every other mailbox of the provider is affected too. Any left out here learns it when it asks. */
async function breakClient(context: GrantNeeds, provider: MailProvider, problem: string): Promise<void> {
  const { store, clock } = context
  await store.mailProviders.note(provider.name, problem)
  for (const grant of await store.mailboxGrants.unbroken(provider.name))
    await pauseMailbox(context, grant, problem, () => store.mailboxGrants.breakOff(grant, problem, clock.now()))
}
