import type { Part } from '../../context.ts'
import type { DoctorFinding } from './doctor.ts'

/** One finding for each provider of mailboxes that takes this installation for nobody. */
export async function checkMailProviders({ store }: Part<never, 'mailProviders'>): Promise<DoctorFinding[]> {
  const providers = await store.mailProviders.list()
  return providers.flatMap(({ problem }) =>
    problem === null ? [] : [{ name: 'mail provider' as const, state: 'problem' as const, sentence: problem }],
  )
}
