import type { Part } from '../../context.ts'
import type { DoctorFinding } from './doctor.ts'

/** Behind a pooler, a process cannot set up its sessions; the pooler's operator has to. Null without a pooler. */
export async function checkPooler({ database }: Part<'database'>): Promise<DoctorFinding | null> {
  const missing = await database.missingSettings()
  if (missing === null) return null
  const finding = (state: DoctorFinding['state'], sentence: string): DoctorFinding => ({
    name: 'pooler',
    state,
    sentence,
  })
  if (await database.isDirectElsewhere()) return finding('problem', ELSEWHERE)
  return missing.length === 0
    ? finding('ok', 'Sessions behind the pooler have the settings Quarry expects.')
    : finding('warning', `Sessions behind the pooler lack settings: add ${missing.join('; ')} to its connect_query.`)
}

const ELSEWHERE =
  'QUARRY_DIRECT_DATABASE_URL leads to another database than DATABASE_URL: new work wakes nobody, and locks hold nothing. Name the same database in both.'
