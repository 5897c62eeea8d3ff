import { PARTED, WHOLE_EVERYWHERE } from '../../../src/db/distributed-tables.ts'
import { emptyTables } from './empty-tables.ts'

/** What else is known of people and companies, and what they asked for. */
const BESIDE = [
  'changes',
  'person_links',
  'company_sources',
  'domainless_companies',
  'file_imports',
  'optouts',
  'search_walks',
]

/** Empties the index: for tests that share a Quarry, because starting one takes much longer. */
export const emptyIndex = (database: Parameters<typeof emptyTables>[0]): Promise<void> =>
  emptyTables(database, ...Object.keys(PARTED), ...WHOLE_EVERYWHERE, ...BESIDE)
