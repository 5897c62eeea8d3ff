import { z } from 'zod'
import type { Context, Part } from '../../context.ts'
import { capability } from '../capability/capability.ts'
import { checkClock, checkDisk, checkDns, checkMailName, checkPort25, checkStorage } from './doctor.ts'
import type { DoctorFinding } from './doctor.ts'
import { checkFinder } from './finder-check.ts'
import { checkMailProviders } from './mail-provider-check.ts'
import { checkPooler } from './pooler-check.ts'
import { checkPublicUrl } from './public-url-check.ts'
import { checkSecretKey } from './secret-key-check.ts'
import { checkZones } from './zones-check.ts'
import { checkReverseName, checkSpf } from './mail-identity.ts'

/** Everything that `quarry doctor` checks once storage is open. */
export async function examine(
  needs: Pick<Context, 'clock' | 'config' | 'database' | 'dns' | 'documents' | 'secrets'> &
    Part<never, 'databaseServer' | 'mailProviders' | 'sealedSecrets' | 'settings'>,
): Promise<DoctorFinding[]> {
  const [storage, publicUrl, ...others] = await Promise.all([
    checkStorage(needs),
    checkPublicUrl(needs),
    checkDns(needs),
    checkPort25(needs),
    checkMailName(needs),
    checkReverseName(needs),
    checkSpf(needs),
    checkDisk(needs.config),
    checkClock(needs),
  ])
  const providers = await checkMailProviders(needs)
  const pooler = await checkPooler(needs)
  const finder = await checkFinder(needs)
  const zones = await checkZones(needs)
  return [
    storage,
    ...(pooler === null ? [] : [pooler]),
    await checkSecretKey(needs),
    ...others,
    ...(zones === null ? [] : [zones]),
    ...(publicUrl === null ? [] : [publicUrl]),
    ...providers,
    ...(finder === null ? [] : [finder]),
  ]
}

/** Contacts DNS and a mail server, so it takes seconds. */
export const RunDoctor = capability({
  name: 'run_doctor',
  group: 'others',
  scope: 'operator',
  waits: true,
  input: z.object({}),
  output: z.object({
    data: z.array(z.object({ name: z.string(), state: z.enum(['ok', 'warning', 'problem']), sentence: z.string() })),
    meta: z.object({}),
  }),
  run: async (call) => ({ data: await examine(call), meta: {} }),
})
