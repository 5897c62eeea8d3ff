import { createHmac } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Part } from '../../context.ts'
import type { PasskeyRow } from '../../db/accounts/passkeys-store.ts'
import { AppError } from '../../errors.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import { auditBy } from '../accounts/audit.ts'
import { enter } from './enter.ts'
import type { Entered, EnterNeeds, Newcomer } from './enter.ts'
import { isChallenge, newChallenge, useChallenge } from './passkey-challenge.ts'
import type { Purpose } from './passkey-challenge.ts'
import type { PasskeyPlace } from './passkey-place.ts'
import { endSession, renewSession } from './sessions.ts'
import type { SignedIn } from './sessions.ts'

/** Passkeys (WebAuthn Level 3): a key in a device, opened by finger, face or PIN. One is enough to sign in. */

export type PasskeyNeeds = EnterNeeds & Part<never, 'loginFlows' | 'passkeys'>

const MOST = 20
const MAX_NAME_LENGTH = 60
/** Ed25519, ES256, RS256: supported by devices, and by Node without a warning. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded when first needed, so that starts stay quick. */
const webauthn = () => import('@simplewebauthn/server')

type Settings = Pick<PasskeyNeeds, 'linkKey' | 'clock'>

/** What a browser needs to sign in with any passkey it has for this place. */
export async function signInOptions(needs: Settings, { rpId }: PasskeyPlace) {
  const { generateAuthenticationOptions } = await webauthn()
  const challenge = newChallenge(needs, { act: 'sign_in', loginId: 0 })
  return generateAuthenticationOptions({ rpID: rpId, challenge, userVerification: 'required' })
}

/** What a browser needs to confirm with a passkey of this login; null if it has none. */
export async function confirmOptions(needs: PasskeyNeeds, { rpId }: PasskeyPlace, { login }: SignedIn) {
  const passkeys = await needs.store.passkeys.list(login.id)
  if (passkeys.length === 0) return null
  const { generateAuthenticationOptions } = await webauthn()
  const challenge = newChallenge(needs, { act: 'confirm', loginId: login.id })
  const allowCredentials = passkeys.map(known)
  return generateAuthenticationOptions({ rpID: rpId, challenge, userVerification: 'required', allowCredentials })
}

/** What a browser needs to create a passkey for this login. */
export async function addOptions(needs: PasskeyNeeds, { rpId }: PasskeyPlace, { login }: SignedIn) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'Quarry',
    rpID: rpId,
    userName: login.email,
    userID: userHandle(needs, login.id),
    challenge: newChallenge(needs, { act: 'add', loginId: login.id }),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (await needs.store.passkeys.list(login.id)).map(known),
  })
}

const known = ({ id, transports }: PasskeyRow) => ({
  id: id.toString('base64url'),
  transports: transports as AuthenticatorTransport[],
})

/** Reveals nothing about the person (WebAuthn 14.6.1), and is the same for all passkeys of a login. */
const userHandle = ({ linkKey }: Pick<Settings, 'linkKey'>, loginId: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHmac('sha256', linkKey).update(`passkey user\n${loginId}`).digest())

export interface OwnPasskey {
  /** In base64url. */
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** The passkeys of the signed-in person, oldest first. */
export async function listPasskeys({ store }: Part<never, 'passkeys'>, { login }: SignedIn): Promise<OwnPasskey[]> {
  const passkeys = await store.passkeys.list(login.id)
  return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id: id.toString('base64url'),
    name,
    createdAt,
    lastUsedAt,
  }))
}

/**
 * Signs in with a passkey.
 * @param answer the browser's, as JSON
 * @throws AppError authentication_failed for anything wrong with it
 */
export async function signInWithPasskey(
  needs: PasskeyNeeds,
  place: PasskeyPlace,
  answer: string,
  visitor: Newcomer,
  previous: SignedIn | null,
): Promise<Entered> {
  const loginId = await provePasskey(needs, place, { answer, purpose: { act: 'sign_in', loginId: 0 } }, visitor)
  const entered = await enter(needs, { loginId, way: 'passkey' }, visitor)
  if (previous !== null) await endSession(needs, previous)
  return entered
}

/** Proves with a passkey that it is still the same person. @returns the new token @throws as `signInWithPasskey` */
export async function stepUpWithPasskey(
  needs: PasskeyNeeds,
  place: PasskeyPlace,
  answer: string,
  { visitor, signedIn }: { visitor: Newcomer; signedIn: SignedIn },
): Promise<string> {
  const purpose: Purpose = { act: 'confirm', loginId: signedIn.login.id }
  const loginId = await provePasskey(needs, place, { answer, purpose }, visitor)
  if (loginId !== signedIn.login.id) throw refused()
  return renewSession(needs, signedIn, { confirmed: true })
}

/** @returns the login that the passkey belongs to */
async function provePasskey(
  needs: PasskeyNeeds,
  { rpId, origins }: PasskeyPlace,
  { answer, purpose }: { answer: string; purpose: Purpose },
  visitor: Newcomer,
): Promise<number> {
  const { store, clock } = needs
  const response = answerOf(answer) as AuthenticationResponseJSON | null
  const passkey = response === null ? null : await store.passkeys.find(Buffer.from(response.id, 'base64url'))
  if (response === null || passkey === null) throw refused()
  const { verifyAuthenticationResponse } = await webauthn()
  let challenge = ''
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (given) => isChallenge(needs, purpose, (challenge = given)),
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    credential: {
      id: response.id,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(async (cause: unknown) => {
    if (/counter/i.test(String(cause))) await noteCopy(needs, passkey, visitor)
    throw refused(cause)
  })
  const handle = response.response.userHandle
  if (handle !== undefined && !Buffer.from(handle, 'base64url').equals(userHandle(needs, passkey.loginId)))
    throw refused()
  if (!verified || !(await useChallenge(needs, challenge))) throw refused()
  if (await store.passkeys.used(passkey.id, authenticationInfo.newCounter, clock.now())) return passkey.loginId
  await noteCopy(needs, passkey, visitor)
  throw refused()
}

/** A counter that goes backwards means that a key has been copied. */
function noteCopy(needs: PasskeyNeeds, { loginId, name }: PasskeyRow, { ip, requestId }: Newcomer): Promise<void> {
  const actor = { accountId: 0, userId: null, actor: ip, via: 'session', requestId } as const
  const details = { reason: 'counter', login: loginId }
  return auditBy(needs, actor, 'passkey_refused', { subject: name, details, isOfInstallation: true })
}

/**
 * Adds a passkey to the login.
 * @throws AppError validation_failed if the browser's answer is invalid, or there are 20 already
 */
export async function addPasskey(
  needs: PasskeyNeeds,
  { rpId, origins }: PasskeyPlace,
  { answer, name }: { answer: string; name: string },
  { visitor, signedIn }: { visitor: Newcomer; signedIn: SignedIn },
): Promise<void> {
  const { store, clock, database } = needs
  const { login } = signedIn
  const response = answerOf(answer) as RegistrationResponseJSON | null
  if (response === null) throw notAdded()
  const { verifyRegistrationResponse } = await webauthn()
  let challenge = ''
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (given) => isChallenge(needs, { act: 'add', loginId: login.id }, (challenge = given)),
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw notAdded(cause)
  })
  if (!verified || !(await useChallenge(needs, challenge))) throw notAdded()
  const { credential, credentialBackedUp: backedUp } = registrationInfo
  const passkey = {
    id: Buffer.from(credential.id, 'base64url'),
    loginId: login.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: [...(credential.transports ?? [])],
    backedUp,
    name: nameOf(name, visitor),
    createdAt: clock.now(),
  }
  await database.pool.inOne(async () => {
    if (!(await store.passkeys.add(passkey, MOST))) throw notAdded()
    await auditBy(needs, actorOf(signedIn, visitor), 'passkey_added', { subject: passkey.name })
  })
}

const nameOf = (name: string, { browser }: Newcomer): string =>
  name.toWellFormed().replaceAll('\0', '').trim().slice(0, MAX_NAME_LENGTH) || browser

const actorOf = ({ principal, login }: SignedIn, { requestId }: Newcomer) =>
  ({ ...principal, actor: login.email, via: 'session', requestId }) as const

/** @param id in base64url @throws AppError not_found */
export async function renamePasskey(
  needs: PasskeyNeeds,
  { id, name }: { id: string; name: string },
  { visitor, signedIn }: { visitor: Newcomer; signedIn: SignedIn },
): Promise<void> {
  const renamed = nameOf(name, visitor)
  await needs.database.pool.inOne(async () => {
    if (!(await needs.store.passkeys.rename(signedIn.login.id, Buffer.from(id, 'base64url'), renamed)))
      throw new AppError('not_found', 'There is no such passkey.')
    await auditBy(needs, actorOf(signedIn, visitor), 'passkey_renamed', { subject: renamed })
  })
}

/**
 * @param id in base64url
 * @throws AppError validation_failed if there is none, or if no other way to sign in would be left
 */
export async function removePasskey(
  needs: PasskeyNeeds,
  id: string,
  { visitor, signedIn }: { visitor: Newcomer; signedIn: SignedIn },
): Promise<void> {
  await needs.database.pool.inOne(async () => {
    const subject = await needs.store.passkeys.remove(signedIn.login.id, Buffer.from(id, 'base64url'))
    if (subject === null)
      throw new AppError('validation_failed', 'Set a password first: this passkey is your only way to sign in.', {
        reason: 'last_way_in',
      })
    await auditBy(needs, actorOf(signedIn, visitor), 'passkey_removed', { subject })
  })
}

/** Checks only the form of a browser's answer; the library checks the rest. */
function answerOf(text: string): unknown {
  try {
    const answer: unknown = JSON.parse(text)
    return isRecord(answer) && typeof answer['id'] === 'string' && isRecord(answer['response']) ? answer : null
  } catch {
    return null
  }
}

const refused = (cause?: unknown): AppError =>
  new AppError('authentication_failed', 'This passkey was not accepted. Try again, or use your password.', {
    cause,
    reason: 'passkey_refused',
  })

const notAdded = (cause?: unknown): AppError =>
  new AppError('validation_failed', 'The passkey was not added. Try again.', { cause, reason: 'passkey_not_added' })
