import type { Pool } from 'pg'
import type { CompanySource } from '../../lib/companies/company-facts.ts'
import { storeCompanySlice } from './companies-import-slice.ts'
import type { CompanySliceToStore, StoredCounts } from './companies-import-slice.ts'
import { deriveIndustries, taggedOf } from './derived-industries.ts'
import { openImportTrial } from './companies-import-trial.ts'
import type { ImportTrial } from './companies-import-trial.ts'
import { openCompanySource } from './companies-merge-store.ts'
import type { StoredCompanySource } from './companies-merge-store.ts'
import { inTransaction } from '../database.ts'
import { saveProgress } from '../index/file-imports-store.ts'
import type { ImportProgress } from '../index/file-imports-store.ts'

const TEXT_INDEXES = ['companies_words', 'companies_name_parts']
const CLEAN = 'select index_pending_words($1::regclass)'
/** After millions of rows this takes minutes, longer than the pool waits for a response. */
const PATIENTLY = { query_timeout: 86_400_000 }

/** Imports companies from files into the index. */
export const createCompaniesImportStore = (pool: Pool, isDistributed: boolean) => ({
  openSource: async (source: CompanySource): Promise<StoredCompanySource> =>
    inTransaction(pool, (client) => openCompanySource(client, source)),

  openTrial: (source: CompanySource): Promise<ImportTrial> => openImportTrial(pool, source, isDistributed),

  /**
   * Stores one slice, several parts of it at once, and then the progress of the import. If interrupted before that, the slice
   * is stored again, which changes nothing: what was created then counts as unchanged.
   */
  storeSlice: (slice: CompanySliceToStore, progress: (counts: StoredCounts) => ImportProgress): Promise<StoredCounts> =>
    storeCompanySlice(
      (work) => inTransaction(pool, work),
      { ...slice, isDistributed },
      async (client, counts) => {
        await deriveIndustries(client, taggedOf(slice), { now: slice.now, isDistributed })
        await saveProgress(client, progress(counts))
      },
    ),

  /** Empties the lists in which new rows wait for these indexes: until then each search has to read the lists too. */
  indexTexts: async (): Promise<void> => {
    await Promise.all(TEXT_INDEXES.map((index) => emptyList(pool, index)))
  },

  /** The same on a single connection, while slices are stored. */
  indexTextsMeanwhile: async (): Promise<void> => {
    for (const index of TEXT_INDEXES) await emptyList(pool, index)
  },
})

const emptyList = (pool: Pool, index: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0')
    await client.query({ text: CLEAN, values: [index], ...PATIENTLY })
  })
