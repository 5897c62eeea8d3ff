import type { Context } from '../../context.ts'
import type { DoctorFinding } from './doctor.ts'

const MISSING = `select z.name from unnest($1::text[]) with ordinality z (name, nr)
  where not exists (select from pg_timezone_names k where k.name = z.name) order by z.nr`

/**
 * Sending hours and daily limits are reckoned here and in the database, which takes time zones from its own machine: some
 * distributions keep the older names in a package of their own. @returns null when it knows all that this process offers
 */
export async function checkZones({ database }: Pick<Context, 'database'>): Promise<DoctorFinding | null> {
  const { rows } = await database.pool.query<{ name: string }>(MISSING, [Intl.supportedValuesOf('timeZone')])
  const [first] = rows
  if (first === undefined) return null
  const sentence = `The database does not know ${rows.length} time zones, such as ${first.name}: install tzdata-legacy (or all of tzdata) on its machine.`
  return { name: 'time zones', state: 'problem', sentence }
}
