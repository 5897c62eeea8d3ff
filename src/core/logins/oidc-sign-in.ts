import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { SecretBoxError } from '../../lib/secrets/secret-box.ts'
import { auditBy } from '../accounts/audit.ts'
import { enter } from './enter.ts'
import type { Entered, Newcomer } from './enter.ts'
import { loginToJoin, newMember } from './oidc-join.ts'
import type { OidcNeeds } from './oidc-join.ts'
import { useChallenge } from './passkey-challenge.ts'
import { CONFIRMED_FOR_MS, endSession, renewSession } from './sessions.ts'
import type { SignedIn } from './sessions.ts'

/**
 * Signing in through an OpenID provider. A subject is (issuer, sub). An address never links to a login: otherwise anybody
 * who gets the provider to confirm an address could sign in as the person who uses it here.
 */

/** Why somebody is sent to the provider. */
export type OidcPurpose = 'sign_in' | 'link' | 'confirm' | 'join'

/**
 * What is needed when somebody comes back. Their browser keeps it, sealed, instead of the database: beginning costs nothing, so
 * strangers cannot use up what others need to sign in.
 */
interface Flow {
  purpose: OidcPurpose
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  /** Where to continue, checked when it was stored. */
  next: string
  /** The login that was signed in; 0 if nobody was. */
  loginId: number
  startedAt: number
  /** As the browser sent it, for `Newcomer`. */
  timeZone: string
}

const FLOW_MS = 10 * MINUTE_MS
const FLOW_CONTEXT = 'oidc flow'
/** Longer than any name of a time zone. */
const MAX_ZONE = 100
/** How far servers' clocks may differ. */
const TOLERANCE_MS = 30 * SECOND_MS

export interface OidcWanted {
  purpose: OidcPurpose
  next: string
  redirectUri: string
  timeZone: string
}

/**
 * Sends somebody to the provider.
 * @returns the URL, and what the browser keeps until they come back
 * @throws AppError not_found without a provider; forbidden to link without a fresh confirmation; service_unavailable
 */
export async function startOidc(
  needs: OidcNeeds,
  { purpose, next, redirectUri, timeZone }: OidcWanted,
  signedIn: SignedIn | null,
): Promise<{ url: string; flow: string }> {
  const { oidcClient, clock, secrets } = needs
  if (oidcClient === null) throw new AppError('not_found', 'No sign-in provider is set up.')
  const isOwn = purpose === 'link' || purpose === 'confirm'
  if (isOwn && signedIn === null) throw new AppError('authentication_failed', 'Sign in first.')
  if (purpose === 'link' && signedIn !== null) mustBeConfirmed(needs, signedIn)
  const { url, ...kept } = await oidcClient.start(redirectUri, { isFresh: purpose === 'confirm' }).catch(unreachable)
  const about = { purpose, next, redirectUri, loginId: isOwn ? (signedIn?.login.id ?? 0) : 0 }
  const payload: Flow = { ...kept, ...about, startedAt: clock.now().getTime(), timeZone: timeZone.slice(0, MAX_ZONE) }
  const flow = secrets.seal(JSON.stringify(payload), FLOW_CONTEXT).toString('base64url')
  return { url, flow }
}

const unreachable = (cause: unknown): never => {
  throw new AppError('service_unavailable', 'The provider cannot be reached right now. Sign in another way.', {
    cause,
    reason: 'oidc_unreachable',
  })
}

function mustBeConfirmed({ clock }: Pick<OidcNeeds, 'clock'>, { session }: SignedIn): void {
  if (clock.now().getTime() - session.confirmedAt.getTime() > CONFIRMED_FOR_MS)
    throw new AppError('forbidden', 'First confirm that it is you, then start again.')
}

export interface CameBack {
  /** What the browser kept; null if nothing. */
  flow: string | null
  /** The code of an invitation, for the purpose `join`. */
  code: string | null
  /** Query of the URL that the provider redirected to. */
  search: string
}

export type OidcDone =
  | { kind: 'entered'; entered: Entered; next: string }
  | { kind: 'confirmed'; token: string; next: string }
  | { kind: 'linked'; next: string }

/**
 * Receives somebody back from the provider, once: only what the provider vouched for is remembered as used.
 * @throws AppError authentication_failed, validation_failed, service_unavailable; all say what to do
 */
export async function finishOidc(
  needs: OidcNeeds,
  { flow: token, code, search }: CameBack,
  { signedIn, visitor }: { signedIn: SignedIn | null; visitor: Newcomer },
): Promise<OidcDone> {
  const { oidcClient, store, clock } = needs
  const flow = token === null ? null : openFlow(needs, token)
  if (oidcClient === null || token === null || flow === null) throw notVouched()
  const { purpose, next } = flow
  const url = new URL(flow.redirectUri)
  url.search = search
  const who = await oidcClient.finish(url, flow).catch((cause: unknown) => notIdentified(needs, cause))
  if (!(await useChallenge(needs, token))) throw notVouched()
  const loginId = await store.oidcSubjects.loginOf(who, clock.now())
  if (purpose === 'link' || purpose === 'confirm') {
    if (signedIn === null || signedIn.login.id !== flow.loginId) throw notVouched()
    if (purpose === 'link') {
      mustBeConfirmed(needs, signedIn)
      await link(needs, who, { signedIn, visitor, loginId })
      return { kind: 'linked', next }
    }
    const isFresh = who.provedAt !== null && who.provedAt.getTime() >= flow.startedAt - TOLERANCE_MS
    if (loginId !== signedIn.login.id || !isFresh) throw notVouched()
    return { kind: 'confirmed', token: await renewSession(needs, signedIn, { confirmed: true }), next }
  }
  const place = await placeOf(needs, { who, loginId, code: purpose === 'join' ? (code ?? '') : null, visitor })
  const entered = await enter(needs, { ...place, way: 'oidc' }, { ...visitor, timeZone: flow.timeZone })
  if (signedIn !== null) await endSession(needs, signedIn)
  return { kind: 'entered', entered, next }
}

/** Null for anything that is not ours, was changed, or is too old. */
function openFlow({ secrets, clock }: Pick<OidcNeeds, 'secrets' | 'clock'>, token: string): Flow | null {
  try {
    const flow = JSON.parse(secrets.open(Buffer.from(token, 'base64url'), FLOW_CONTEXT)) as Flow
    return flow.startedAt + FLOW_MS > clock.now().getTime() ? flow : null
  } catch (error) {
    if (error instanceof SecretBoxError) return null
    throw error
  }
}

/** The login that the subject belongs to here, created on its first visit if allowed. */
async function placeOf(
  needs: OidcNeeds,
  {
    who,
    loginId,
    code,
    visitor,
  }: { who: Parameters<typeof newMember>[1]; loginId: number | null; code: string | null; visitor: Newcomer },
): Promise<{ loginId: number; accountId?: number }> {
  if (code !== null) return loginToJoin(needs, who, { loginId, code, visitor })
  return loginId === null ? newMember(needs, who, visitor) : { loginId }
}

async function link(
  needs: OidcNeeds,
  who: { issuer: string; subject: string },
  { signedIn, visitor, loginId }: { signedIn: SignedIn; visitor: Newcomer; loginId: number | null },
): Promise<void> {
  const { store, clock, database, config } = needs
  if (loginId === signedIn.login.id) return
  await database.pool.inOne(async () => {
    if (!(await store.oidcSubjects.link(who, signedIn.login.id, clock.now())))
      throw new AppError('validation_failed', 'Somebody else here already signs in with that.', {
        reason: 'oidc_taken',
      })
    await auditBy(needs, actorOf(signedIn, visitor), 'oidc_linked', { subject: config.oidc?.name ?? null })
  })
}

const actorOf = ({ principal, login }: SignedIn, { requestId }: Newcomer) =>
  ({ ...principal, actor: login.email, via: 'session', requestId }) as const

/** Whether the signed-in person can also sign in through the provider; null if there is no provider. */
export async function oidcOf(
  { store, config }: Part<'config', 'oidcSubjects'>,
  signedIn: SignedIn | null,
): Promise<{ name: string; isLinked: boolean } | null> {
  if (config.oidc === null) return null
  const { name, issuer } = config.oidc
  return { name, isLinked: signedIn !== null && (await store.oidcSubjects.isLinked(signedIn.login.id, issuer)) }
}

/** @throws AppError validation_failed if no other way to sign in would be left */
export async function unlinkOidc(needs: OidcNeeds, signedIn: SignedIn, visitor: Newcomer): Promise<void> {
  const { store, database, config } = needs
  await database.pool.inOne(async () => {
    if (!(await store.oidcSubjects.unlink(signedIn.login.id, config.oidc?.issuer ?? '')))
      throw new AppError('validation_failed', 'Set a password first: this is your only way to sign in.', {
        reason: 'last_way_in',
      })
    await auditBy(needs, actorOf(signedIn, visitor), 'oidc_unlinked', { subject: config.oidc?.name ?? null })
  })
}

/** Recognises the client's errors by name. */
function notIdentified({ log }: Pick<OidcNeeds, 'log'>, cause: unknown): never {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause))
  if (name === 'OidcCancelled') throw cancelled()
  // Only this tells the operator that the client is misconfigured.
  log.warn({ problem: message }, 'A sign-in through the provider failed.')
  if (name === 'OidcUnreachable') return unreachable(cause)
  throw notVouched(cause)
}

const cancelled = (): AppError =>
  new AppError('authentication_failed', 'You cancelled it at the provider. Start again, or sign in another way.', {
    reason: 'oidc_cancelled',
  })

const notVouched = (cause?: unknown): AppError =>
  new AppError('authentication_failed', 'That did not work. Start again, and do not open the page twice.', {
    cause,
    reason: 'oidc_refused',
  })
