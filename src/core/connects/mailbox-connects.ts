/** Connecting a mailbox by consent: in a browser, with a device code, or from a shell. */

import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { MailProvider } from '../../db/grants/mail-providers-store.ts'
import type { Connect, NewConnect } from '../../db/grants/mailbox-connects-store.ts'
import type { Mailbox } from '../../db/mailboxes/mailboxes-store.ts'
import { AppError } from '../../errors.ts'
import { idField } from '../../lib/input/field-kinds.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { capability } from '../capability/capability.ts'
import { connectDeviceContext, connectVerifierContext } from '../grants/grant-secrets.ts'
import { callbackUrl, findProvider } from '../grants/mail-providers.ts'
import { credentialsOf } from '../grants/provider-client.ts'
import { providerTitle } from '../grants/grant-sentences.ts'
import { demandRoom } from '../mailboxes/add-mailbox.ts'
import { mailboxSettings } from '../mailboxes/mailbox-settings.ts'
import { findMailbox } from '../mailboxes/mailboxes.ts'
import { ConnectMailboxInput, ReconnectMailboxInput } from './connect-input.ts'
import { followDevice, takeOverConnect } from './follow-device.ts'
import { missingParameter, missing } from '../../lib/input/input-fields.ts'

const text = z.string().nullable()

const Begun = z.object({
  id: z.int(),
  flow: z.enum(['browser', 'device', 'loopback']),
  authorize_url: text,
  user_code: text,
  verification_uri: text,
  interval: z.int().nullable(),
  expires_at: z.iso.datetime(),
})

const shared = { group: 'others', scope: 'write', waits: true } as const
const NoMeta = z.object({})

const OPEN_MS = 10 * MINUTE_MS

/** Starts a connection; the mailbox exists once somebody has consented and both servers have let Quarry in. */
export const CreateMailboxConnect = capability({
  ...shared,
  name: 'create_mailbox_connect',
  input: ConnectMailboxInput,
  output: z.object({ data: Begun, meta: NoMeta }),
  check: ({ provider }) => missing('provider', provider),
  run: async (call, { provider: name = '', flow, email, shared: isShared, redirect_uri: redirect, ...given }) => {
    await demandRoom(call, { email, daily_limit: given.daily_limit })
    const settings = { ...mailboxSettings(given) }
    const data = await begin(call, await findProvider(call, name), {
      flow,
      redirect,
      email: email ?? null,
      shared: isShared ?? false,
      settings,
      mailbox: null,
    })
    return { data, meta: {}, status: 201 as const }
  },
})

/** The same for an existing mailbox, which keeps its address, settings and campaigns. */
export const RepeatMailboxConnect = capability({
  ...shared,
  name: 'set_mailbox_connect',
  input: ReconnectMailboxInput,
  output: z.object({ data: Begun, meta: NoMeta }),
  run: async (call, { id = 0, provider: given, flow, shared: isShared, redirect_uri: redirect }) => {
    const mailbox = await findMailbox(call, id)
    const name = given ?? (mailbox.auth === 'oauth2' ? mailbox.provider : undefined)
    if (name === undefined) throw AppError.forParameters([missingParameter('provider')])
    const data = await begin(call, await findProvider(call, name), {
      flow,
      redirect,
      email: mailbox.email,
      shared: isShared ?? false,
      settings: {},
      mailbox,
    })
    return { data, meta: {}, status: 201 as const }
  },
})

export const GetMailboxConnect = capability({
  ...shared,
  name: 'get_mailbox_connect',
  input: z.object({ id: idField('The id of the connection that was started.') }),
  output: z.object({
    data: z.object({
      id: z.int(),
      flow: z.enum(['browser', 'device', 'loopback']),
      status: z.enum(['waiting', 'confirming', 'connected', 'denied', 'expired', 'failed']),
      email_account_id: z.int().nullable(),
      problem: text,
      expires_at: z.iso.datetime(),
    }),
    meta: NoMeta,
  }),
  run: async (call, { id = 0 }) => {
    const { store, principal, clock } = call
    const before = await store.mailboxConnects.find(principal.accountId, id)
    if (before?.flow === 'device' && before.status === 'waiting') await followDevice(call, before)
    if (before?.flow === 'device' && before.status === 'confirming') await takeOverConnect(call, before)
    const connect = await store.mailboxConnects.find(principal.accountId, id)
    if (connect === null) throw new AppError('not_found', `There is no connection with id ${id}.`)
    const isOpen = connect.status === 'waiting' || connect.status === 'confirming'
    const data = {
      id: connect.id,
      flow: connect.flow,
      status: isOpen && connect.expiresAt <= clock.now() ? ('expired' as const) : connect.status,
      email_account_id: connect.status === 'connected' ? connect.mailboxId : null,
      problem: connect.problem,
      expires_at: connect.expiresAt.toISOString(),
    }
    return { data, meta: {} }
  },
})

interface Wanted extends Pick<NewConnect, 'email' | 'shared' | 'settings'> {
  flow: Connect['flow'] | undefined
  redirect: string | undefined
  mailbox: Mailbox | null
}

async function begin(call: Call, provider: MailProvider, wanted: Wanted): Promise<z.output<typeof Begun>> {
  if (provider.app_only) throw invalid('provider is app-only: add its mailboxes with an operator key, without consent.')
  const { principal } = call
  const flow = wanted.flow ?? 'browser'
  const connect = {
    accountId: principal.accountId,
    userId: principal.userId,
    sessionHash: principal.login?.session ?? null,
    provider: provider.name,
    flow,
    email: wanted.email,
    shared: wanted.shared,
    settings: wanted.settings,
    mailboxId: wanted.mailbox?.id ?? null,
  }
  return flow === 'device'
    ? beginDevice(call, provider, connect)
    : beginBrowser(call, provider, connect, wanted.redirect)
}

type Beginning = Omit<NewConnect, 'redirectUri' | 'expiresAt'>

async function beginBrowser(
  call: Part<'clock' | 'config' | 'database' | 'secrets', 'mailboxConnects'>,
  provider: MailProvider,
  connect: Beginning,
  redirect: string | undefined,
): Promise<z.output<typeof Begun>> {
  const { store, clock, secrets, config } = call
  if (provider.authorize_url === null) throw invalid('provider has no consent page: use flow device.')
  const redirectUri = connect.flow === 'loopback' ? redirect : callbackUrl(config.origin)
  if (redirectUri === undefined) throw AppError.forParameters([missingParameter('redirect_uri')])
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const expiresAt = new Date(clock.now().getTime() + OPEN_MS)
  await call.database.pool.together()
  const id = await store.mailboxConnects.add({ ...connect, redirectUri, expiresAt }, (made) => ({
    stateHash: sha256(state),
    verifierSealed: secrets.seal(verifier, connectVerifierContext(connect.accountId, made)),
    deviceCodeSealed: null,
    pollAfter: null,
    intervalSeconds: null,
  }))
  const url = new URL(provider.authorize_url)
  const parameters = {
    ...provider.extra_params,
    ...(connect.email !== null && { login_hint: connect.email }),
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: redirectUri,
    scope: provider.scopes.join(' '),
    state,
    // RFC 7636 4.2
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const none = { user_code: null, verification_uri: null, interval: null }
  return { id, flow: connect.flow, authorize_url: url.href, ...none, expires_at: expiresAt.toISOString() }
}

async function beginDevice(
  call: Part<'clock' | 'database' | 'oauthClient' | 'secrets', 'mailboxConnects'>,
  provider: MailProvider,
  connect: Beginning,
): Promise<z.output<typeof Begun>> {
  const { store, clock, secrets, oauthClient } = call
  const title = providerTitle(provider)
  if (provider.device_url === null) throw invalid(`${title} does not offer device codes for mail: use flow browser.`)
  const code = await oauthClient.deviceCode(
    provider.device_url,
    credentialsOf(call, provider),
    provider.scopes.join(' '),
  )
  if (code.outcome === 'unavailable') throw invalid(`${title} is not issuing device codes right now: try again later.`)
  if (code.outcome === 'refused')
    throw invalid(`${title} refuses device codes to this client or tenant: use flow browser.`)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + code.expiresInSeconds * SECOND_MS)
  await call.database.pool.together()
  const id = await store.mailboxConnects.add({ ...connect, redirectUri: null, expiresAt }, (made) => ({
    stateHash: null,
    verifierSealed: null,
    deviceCodeSealed: secrets.seal(code.deviceCode, connectDeviceContext(connect.accountId, made)),
    pollAfter: now,
    intervalSeconds: Math.ceil(code.intervalSeconds),
  }))
  return {
    id,
    flow: 'device',
    authorize_url: null,
    user_code: code.userCode,
    verification_uri: code.verificationUri,
    interval: Math.ceil(code.intervalSeconds),
    expires_at: expiresAt.toISOString(),
  }
}

const invalid = (sentence: string) => new AppError('validation_failed', sentence)
