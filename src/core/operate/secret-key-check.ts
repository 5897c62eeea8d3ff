import type { Part } from '../../context.ts'
import { isSealedByOneOf } from '../../lib/secrets/secret-box.ts'
import { clientsWithoutSecret } from './app-secrets.ts'
import type { DoctorFinding } from './doctor.ts'

/** Without the installation's key, no password can be opened and no webhook signed. */
export async function checkSecretKey({ secrets, store }: Part<'secrets', 'sealedSecrets'>): Promise<DoctorFinding> {
  const finding = (state: DoctorFinding['state'], sentence: string): DoctorFinding => ({
    name: 'secret key',
    state,
    sentence,
  })
  try {
    const own = secrets.fingerprints()
    const sealed = await store.sealedSecrets.oneOfEachKey()
    if (!sealed.every((each) => isSealedByOneOf(own, each))) return finding('problem', NOT_ALL_OPEN)
    const [first = ''] = own
    const isDone = sealed.every((each) => isSealedByOneOf([first], each))
    // A server that has not been started again since seals with the old key, even after a rotation.
    if (!isDone || (await clientsWithoutSecret({ store }, [first])).length > 0)
      return finding('warning', OLD_KEY_IN_USE)
    return finding('ok', `Secrets are encrypted with the key ${(own[0] ?? '').slice(0, 8)}….`)
  } catch (error) {
    return finding('problem', error instanceof Error ? error.message : String(error))
  }
}

const OLD_KEY_IN_USE =
  'Some secrets are still encrypted with an older key in QUARRY_SECRET_KEY: before you remove it, restart every process with the new key first, then run quarry secrets rotate.'
const NOT_ALL_OPEN =
  'Secrets in this database are encrypted with a key that this process does not have: add that key to QUARRY_SECRET_KEY, or enter those secrets again ("quarry secrets rotate" lists them).'
