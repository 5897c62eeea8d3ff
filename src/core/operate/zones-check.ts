import type { Part } from '../../context.ts'
import type { DoctorFinding } from './doctor.ts'

/**
 * Sending hours and daily limits are reckoned here and in the database, which takes time zones from its own machine: some
 * distributions keep the older names in a package of their own. @returns null when it knows all that this process offers
 */
export async function checkZones({ store }: Part<never, 'databaseServer'>): Promise<DoctorFinding | null> {
  const unknown = await store.databaseServer.unknownZones(Intl.supportedValuesOf('timeZone'))
  const [first] = unknown
  if (first === undefined) return null
  const sentence = `The database does not know ${unknown.length} time zones, such as ${first}: install tzdata-legacy (or all of tzdata) on its machine.`
  return { name: 'time zones', state: 'problem', sentence }
}
