import type { Part } from '../../context.ts'
import { isSealedByOneOf } from '../../lib/secrets/secret-box.ts'
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
    return finding('ok', `Secrets are encrypted with the key ${(own[0] ?? '').slice(0, 8)}….`)
  } catch (error) {
    return finding('problem', error instanceof Error ? error.message : String(error))
  }
}

const NOT_ALL_OPEN =
  'Secrets in this database are encrypted with a key that this process does not have: add that key to QUARRY_SECRET_KEY, or enter those secrets again ("quarry secrets rotate" lists them).'
