/** Mailboxes connected through OAuth: providers, consents, and the resulting tokens. */

import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { MailProvider, MailProviderValues } from '../../db/grants/mail-providers-store.ts'
import { AppError } from '../../errors.ts'
import { capability } from '../capability/capability.ts'
import { providerSecretContext } from './grant-secrets.ts'
import { providerPreset } from './provider-presets.ts'
import { ProviderNameInput, PutProviderInput } from './provider-input.ts'
import type { ProviderWriting } from './provider-input.ts'
import { missing } from '../../lib/input/input-fields.ts'

const text = z.string().nullable()
const Server = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(['tls', 'starttls', 'none']),
  more_hosts: z.array(z.string()),
})

const Provider = z.object({
  name: z.string(),
  kind: z.enum(['microsoft', 'google', 'custom']),
  client_id: z.string(),
  has_client_secret: z.boolean(),
  tenant: text,
  app_only: z.boolean(),
  issuer: text,
  authorize_url: text,
  token_url: z.string(),
  device_url: text,
  revoke_url: text,
  scopes: z.array(z.string()),
  extra_params: z.record(z.string(), z.string()),
  smtp: Server,
  imap: Server.nullable(),
  problem: text,
  /** Must be registered with the provider. */
  redirect_uri: z.string(),
  updated_at: z.iso.datetime(),
})

const shared = { group: 'others', scope: 'operator' } as const
const NoMeta = z.object({})
const OneProvider = z.object({ data: Provider, meta: NoMeta })

/** Where people return after they have consented. */
export const callbackUrl = (origin: string): string => `${origin}/oauth/mail/callback`

const shownProvider = (
  { config }: Pick<Call, 'config'>,
  { client_secret_sealed: sealed, updated_at: at, ...provider }: MailProvider,
): z.output<typeof Provider> => ({
  ...provider,
  has_client_secret: sealed !== null,
  redirect_uri: callbackUrl(config.origin),
  updated_at: at.toISOString(),
})

export const ListMailProviders = capability({
  ...shared,
  name: 'list_mail_providers',
  input: z.object({}),
  output: z.object({ data: z.array(Provider), meta: z.object({ total: z.int() }) }),
  run: async (call) => {
    const data = (await call.store.mailProviders.list()).map((one) => shownProvider(call, one))
    return { data, meta: { total: data.length } }
  },
})

export const GetMailProvider = capability({
  ...shared,
  name: 'get_mail_provider',
  input: ProviderNameInput,
  output: OneProvider,
  run: async (call, { name = '' }) => ({ data: shownProvider(call, await findProvider(call, name)), meta: {} }),
})

/** Creates or overwrites it; mailboxes whose client was refused are tried again. */
export const PutMailProvider = capability({
  ...shared,
  name: 'set_mail_provider',
  input: PutProviderInput,
  output: OneProvider,
  check: ({ name, client_id: clientId }) => [...missing('name', name), ...missing('client_id', clientId)],
  waits: true,
  run: async (call, given) => {
    const { store, clock, secrets, keptTokens } = call
    const { name = '', client_secret: secret } = given
    const current = await store.mailProviders.find(name)
    const values = await valuesOf(call, given)
    const sealed = secret === undefined ? (current?.client_secret_sealed ?? null) : null
    if (sealed !== null && current !== null && current.token_url !== values.token_url)
      throw invalid('Send client_secret too: the stored one is used only with the token_url it was entered for.')
    const fresh = typeof secret === 'string' ? secrets.seal(secret, providerSecretContext(name)) : sealed
    const stored = await store.mailProviders.put({ ...values, client_secret_sealed: fresh }, clock.now())
    await store.mailboxGrants.revive(name, clock.now())
    keptTokens.forget()
    return { data: shownProvider(call, stored), meta: {} }
  },
})

export const DeleteMailProvider = capability({
  ...shared,
  name: 'delete_mail_provider',
  input: ProviderNameInput,
  output: OneProvider,
  run: async (call, { name = '' }) => {
    const provider = await findProvider(call, name)
    const removed = await call.store.mailProviders.remove(name)
    if (removed === 'used')
      throw invalid(`Mailboxes are connected through the provider ${name}: disconnect them first.`)
    return { data: shownProvider(call, provider), meta: {}, status: 204 as const }
  },
})

/** @throws AppError not_found */
export async function findProvider({ store }: Pick<Call, 'store'>, name: string): Promise<MailProvider> {
  const provider = await store.mailProviders.find(name)
  if (provider === null) throw new AppError('not_found', 'There is no mail provider with this name.')
  return provider
}

const PRESET_KINDS = ['microsoft', 'google'] as const

/** Given values take precedence over the issuer's metadata, and both over what Quarry knows. */
async function valuesOf(
  call: Pick<Call, 'oauthClient'>,
  { name = '', client_id: clientId = '', ...given }: ProviderWriting,
): Promise<Omit<MailProviderValues, 'client_secret_sealed'>> {
  const kind = given.kind ?? PRESET_KINDS.find((one) => one === name) ?? 'custom'
  const { app_only: isAppOnly = false, tenant = null } = given
  demandTenant(kind, tenant, isAppOnly)
  const preset = providerPreset(kind, tenant, isAppOnly)
  const found = given.issuer === undefined ? null : await discovered(call, given.issuer)
  const tokenUrl = given.token_url ?? found?.tokenUrl ?? preset?.token_url
  const [scopes, smtp] = [given.scopes ?? preset?.scopes, given.smtp ?? preset?.smtp]
  if (tokenUrl === undefined) throw unknowable('token_url', 'Send issuer or token_url')
  if (scopes === undefined) throw unknowable('scopes', 'Send scopes')
  if (smtp === undefined) throw unknowable('smtp', 'Send smtp')
  const values = {
    name,
    kind,
    client_id: clientId,
    tenant: kind === 'microsoft' ? (tenant ?? 'common') : tenant,
    app_only: isAppOnly,
    issuer: given.issuer ?? (given.token_url === undefined ? (preset?.issuer ?? null) : null),
    authorize_url: given.authorize_url ?? found?.authorizeUrl ?? preset?.authorize_url ?? null,
    token_url: tokenUrl,
    device_url: kind === 'google' ? null : (given.device_url ?? found?.deviceUrl ?? preset?.device_url ?? null),
    revoke_url: given.revoke_url ?? found?.revokeUrl ?? preset?.revoke_url ?? null,
    scopes,
    extra_params: given.extra_params ?? preset?.extra_params ?? {},
    smtp,
    imap: given.imap ?? preset?.imap ?? null,
  }
  if (!isAppOnly && values.authorize_url === null && values.device_url === null)
    throw unknowable('authorize_url', 'Send issuer, authorize_url or device_url')
  return values
}

function demandTenant(kind: MailProvider['kind'], tenant: string | null, isAppOnly: boolean): void {
  if (isAppOnly && kind === 'google') throw invalid('Google has no app_only clients for mail: omit app_only.')
  const isShared = tenant === null || ['common', 'organizations', 'consumers'].includes(tenant)
  if (isAppOnly && kind === 'microsoft' && isShared)
    throw invalid('tenant must be a directory id when app_only is true.')
}

async function discovered({ oauthClient }: Pick<Call, 'oauthClient'>, issuer: string) {
  const found = await oauthClient.discover(issuer)
  if (found === 'not_found') throw invalid('issuer has no readable metadata: check it, or send the URLs.')
  if (found === 'other_issuer') throw invalid('issuer differs from the one in its own metadata: check its spelling.')
  return found
}

const invalid = (sentence: string) => new AppError('validation_failed', sentence)
const unknowable = (key: string, sentence: string) => new AppError('wrong_params', `${sentence}.`, { field: key })
