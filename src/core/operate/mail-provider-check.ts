import type { Part } from '../../context.ts'
import type { DoctorFinding } from './doctor.ts'

/** One finding for each mail provider that rejects this installation's client. */
export async function checkMailProviders({ store }: Part<never, 'mailProviders'>): Promise<DoctorFinding[]> {
  const providers = await store.mailProviders.list()
  return providers.flatMap(({ problem }) =>
    problem === null ? [] : [{ name: 'mail provider' as const, state: 'problem' as const, sentence: problem }],
  )
}
