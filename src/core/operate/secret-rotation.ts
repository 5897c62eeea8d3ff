import type { SealedKind, SealedSecret } from '../../db/backup/sealed-secrets-store.ts'
import { createSecretBox, isSealedByOneOf, sealingKeyId, secretKeyFingerprint } from '../../lib/secrets/secret-box.ts'
import { loadSecretKeys, SECRET_KEY_SETTING } from '../../lib/secrets/secret-keys.ts'
import { clientsWithoutSecret, rotateAppSecrets } from './app-secrets.ts'
import { bindSecretKey } from './installation-key.ts'
import { dkimKeyContext, imapPasswordContext, smtpPasswordContext } from '../mailboxes/mailbox-secrets.ts'
import { GRANT_CONTEXTS } from '../grants/grant-secrets.ts'
import { keyOfInstallation } from '../../services/sealing-key.ts'
import { WEBHOOK_SECRET_CONTEXT } from '../webhooks/signing-secret.ts'
import type { SecretNeeds } from './operate-needs.ts'

/** The purpose each kind of secret is sealed for. */
const CONTEXTS: Record<SealedKind, (accountId: number, id: number | string) => string> = {
  smtpPassword: smtpPasswordContext,
  imapPassword: imapPasswordContext,
  dkimKey: dkimKeyContext,
  ...GRANT_CONTEXTS,
  webhookSecret: () => WEBHOOK_SECRET_CONTEXT,
  previousWebhookSecret: () => WEBHOOK_SECRET_CONTEXT,
}

const KINDS = Object.keys(CONTEXTS) as SealedKind[]

export interface Rotated {
  /** Secrets that are now sealed with the first key. */
  resealed: number
  /** Stored answers to requests with an Idempotency-Key: if repeated, these are now refused instead of answered. */
  dropped_answers: number
  /** Secrets that none of the keys opens: they have to be entered again. */
  lost: LostSecret[]
}

export interface LostSecret {
  kind: SealedKind | 'clientSecret'
  /** Null if it belongs to the installation. */
  account_id: number | null
  /** Of the mailbox, webhook, client or provider. */
  id: number | string
}

/** The sealing key in base64, for another machine of this installation. */
export const showSecretKey = ({ config, store }: Pick<SecretNeeds, 'config' | 'store'>): Promise<string> =>
  currentKeys({ config, store }).then(([key]) => key?.toString('base64') ?? '')

async function currentKeys({ config, store }: Pick<SecretNeeds, 'config' | 'store'>): Promise<Buffer[]> {
  return loadSecretKeys(config.secretKeys, config.dataDir, await keyOfInstallation(store, config.secretKeys))
}

/**
 * Reseals every secret with the first of the keys, so that the others can be dropped; anything sealed only for a day is
 * deleted. May run beside other processes, which need all the keys meanwhile.
 */
export async function rotateSecrets(context: SecretNeeds): Promise<Rotated> {
  await bindSecretKey(context)
  const { secrets, store } = context
  const [first = ''] = secrets.fingerprints()
  const rotated: Rotated = { resealed: 0, dropped_answers: 0, lost: [] }
  for (const { kind, secret } of await listSealed(context)) {
    if (isSealedByOneOf([first], secret.sealed)) continue
    if (!isSealedByOneOf(secrets.fingerprints(), secret.sealed)) {
      rotated.lost.push(lostSecret(kind, secret))
      continue
    }
    const purpose = CONTEXTS[kind](secret.accountId, secret.id)
    await store.sealedSecrets.replace(kind, secret, secrets.seal(secrets.open(secret.sealed, purpose), purpose))
    rotated.resealed += 1
  }
  rotated.resealed += await rotateAppSecrets(context)
  rotated.lost.push(...(await lostClients(context, secrets.fingerprints())))
  rotated.dropped_answers = await store.sealedSecrets.dropOutcomes(sealingKeyId(first))
  return rotated
}

/**
 * For a lost key: makes this process's key the installation's.
 * @returns what it cannot open; the servers have to be restarted with it.
 */
export async function resetSecretKey(context: SecretNeeds): Promise<{ lost: LostSecret[] }> {
  const { config, store } = context
  const keys = loadSecretKeys(config.secretKeys, config.dataDir, null)
  const own = createSecretBox(() => keys).fingerprints()
  const [key] = keys
  if (key !== undefined) await store.settings.set(SECRET_KEY_SETTING, secretKeyFingerprint(key))
  const sealed = await listSealed(context)
  const lost = sealed
    .filter(({ secret }) => !isSealedByOneOf(own, secret.sealed))
    .map(({ kind, secret }) => lostSecret(kind, secret))
  return { lost: [...lost, ...(await lostClients(context, own))] }
}

const lostClients = async (needs: Pick<SecretNeeds, 'store'>, fingerprints: readonly string[]): Promise<LostSecret[]> =>
  (await clientsWithoutSecret(needs, fingerprints)).map((id) => ({ kind: 'clientSecret', account_id: null, id }))

const lostSecret = (kind: SealedKind, { accountId, id }: SealedSecret): LostSecret => ({
  kind,
  account_id: accountId === 0 ? null : accountId,
  id,
})

async function listSealed({
  store,
}: Pick<SecretNeeds, 'store'>): Promise<{ kind: SealedKind; secret: SealedSecret }[]> {
  const lists = await Promise.all(
    KINDS.map(async (kind) => (await store.sealedSecrets.list(kind)).map((secret) => ({ kind, secret }))),
  )
  return lists.flat()
}
