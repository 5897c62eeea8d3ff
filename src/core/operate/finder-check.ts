import type { Part } from '../../context.ts'
import { CALIBRATION_SETTING } from '../../services/usual-at-domain.ts'
import type { KeptCalibration } from '../../services/usual-at-domain.ts'
import type { DoctorFinding } from './doctor.ts'

/** With fewer guesses, a tenth says more about chance. */
const ENOUGH_GUESSES = 50
const WIDE = 0.1

/** Whether the finder's percentages are right for this index, by tenths, as of last night; null before the first night. */
export async function checkFinder({ store }: Part<never, 'settings'>): Promise<DoctorFinding | null> {
  const kept = (await store.settings.get(CALIBRATION_SETTING)) as KeptCalibration | undefined
  if (!kept) return null
  const { table, reliability, people, domains, needed } = kept
  const told = reliability.filter(({ cases }) => cases >= ENOUGH_GUESSES)
  if (told.length === 0)
    return {
      name: 'finder',
      state: 'ok',
      sentence:
        `The finder uses its built-in percentages: ${people} people with confirmed addresses at ${domains} domains are known, ` +
        `and fitting them to this index takes ${needed.people} at ${needed.domains}.`,
    }
  const tenths = told.map(
    ({ from, cases, said, was }) => `${from}+ %: said ${percent(said)}, right ${percent(was)} of ${cases}`,
  )
  const isWide = told.some(({ said, was }) => Math.abs(said - was) > WIDE)
  return {
    name: 'finder',
    state: isWide ? 'warning' : 'ok',
    sentence: `The finder's percentages, ${table === null ? 'built in' : 'fitted to this index'}: ${tenths.join('; ')}.`,
  }
}

const percent = (share: number): string => `${Math.round(100 * share)} %`
