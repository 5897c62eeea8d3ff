import type { StoredCounts } from '../../db/companies/companies-import-slice.ts'
import type { ImportTrial } from '../../db/companies/companies-import-trial.ts'
import type { ImportFigures } from '../../db/index/file-imports-store.ts'
import { COMPANY_FIELDS, companyHeaders, mapCompanyColumns } from '../../engine/import/company-mapping.ts'
import type { FoundMapping } from '../../engine/import/company-mapping.ts'
import { companyOfAddress } from '../../engine/classify/domain-kinds.ts'
import { createCompanyReader } from '../../engine/import/company-row.ts'
import type { ReadCompany } from '../../engine/import/company-row.ts'
import { isoDate } from '../../lib/process/clock.ts'
import { CompanySlice } from '../../lib/companies/company-slice.ts'
import { importFile } from './import-rows.ts'
import type { FileReport, ImportOptions, RowImporter, SliceEnd } from './import-rows.ts'
import type { ImportNeeds } from './import-needs.ts'

export interface CompaniesImportOptions extends ImportOptions {
  /** Its values take precedence over text of pages and other files. */
  priority: boolean
  /** Field → its value for companies whose rows tell none, such as the country of a national register. */
  usual?: Readonly<Record<string, string>>
}

/** Rows stored at once: fewer cost more per row, more take memory and make others wait for locks. */
const SLICE = 20_000
/** Rows whose words are moved into the indexes at once, beside the next slices: few at a time cost more. */
const INDEXED_AT_ONCE = 200_000

/**
 * Imports a file of companies: CSV with any delimiter and encoding, JSON lines or a JSON array; plain, gzip or zip. Each slice
 * is stored in one transaction together with the progress; an interrupted import continues, a repeated one changes nothing.
 * @throws AppError wrong_params with a sentence if the file or the mapping cannot be used; nothing is stored then.
 */
export const importCompanies = (context: ImportNeeds, wanted: CompaniesImportOptions): Promise<FileReport> =>
  importFile(context, wanted, {
    kind: 'companies',
    slice: SLICE,
    fields: COMPANY_FIELDS,
    names: companyHeaders,
    map: (header, columns, head) =>
      mapCompanyColumns(header, columns, { head, ...(wanted.usual !== undefined && { usual: wanted.usual }) }),
    start: (found, name) => companyImporter(context, wanted, found, name),
  })

async function companyImporter(
  context: ImportNeeds,
  { priority, seenOn, dryRun }: CompaniesImportOptions,
  { mapping, habits }: FoundMapping,
  name: string,
): Promise<RowImporter> {
  const now = context.clock.now()
  const read = createCompanyReader(mapping, now.getUTCFullYear(), habits, (address) =>
    companyOfAddress(context.lists.inUse, address),
  )
  const kind = priority ? ('priority_import' as const) : ('import' as const)
  const wanted = { kind, uri: name, seenOn: seenOn ?? isoDate(now) }
  if (dryRun) return dryImporter(context, read, await context.store.companiesImport.openTrial(wanted))
  const source = await context.store.companiesImport.openSource(wanted)
  const texts = createTextIndexing(context)
  let slice = new CompanySlice()
  return {
    add: (cells) => addTo(slice, read(cells)),
    store: async (end) => {
      const { sited, waiting } = slice.split()
      const { repeated } = slice
      slice = new CompanySlice()
      await context.store.companiesImport.storeSlice({ source, sited, waiting, now: context.clock.now() }, (counts) =>
        end.progress(figuresOf(end, counts, sited.length + waiting.length, repeated)),
      )
      await texts.stored(end.rows)
    },
    finish: texts.finish,
    close: texts.close,
  }
}

/** Words of new rows wait in lists. Emptied on the way, these stay short, for searches too, and little remains for the end. */
function createTextIndexing({ store: { companiesImport } }: ImportNeeds) {
  let waiting = 0
  let indexing: Promise<void> = Promise.resolve()
  return {
    stored: async (rows: number): Promise<void> => {
      waiting += rows
      if (waiting < INDEXED_AT_ONCE) return
      waiting = 0
      await indexing
      indexing = companiesImport.indexTextsMeanwhile()
      // It is awaited later; until then a failure must not count as unhandled.
      indexing.catch(() => undefined)
    },
    finish: async (): Promise<void> => {
      await indexing
      await companiesImport.indexTexts()
    },
    close: (): Promise<void> => indexing.catch(() => undefined),
  }
}

/** Stores as the real importer does, but where nobody sees it. */
function dryImporter({ clock }: Pick<ImportNeeds, 'clock'>, read: ReadCompany, trial: ImportTrial): RowImporter {
  let slice = new CompanySlice()
  return {
    add: (cells) => addTo(slice, read(cells)),
    store: async (end) => {
      const { sited, waiting } = slice.split()
      const { repeated } = slice
      slice = new CompanySlice()
      const counts = await trial.storeSlice({ source: trial.source, sited, waiting, now: clock.now() })
      end.progress(figuresOf(end, counts, sited.length + waiting.length, repeated))
    },
    close: trial.close,
  }
}

function addTo(slice: CompanySlice, row: ReturnType<ReadCompany>): string | null {
  if (typeof row === 'string') return row
  slice.add(row)
  return null
}

function figuresOf(end: SliceEnd, counts: StoredCounts, companies: number, repeated: number): ImportFigures {
  const { created, changed, waiting } = counts
  return {
    rows: end.rows,
    created,
    changed,
    unchanged: companies - created - changed - waiting,
    waiting,
    repeated,
    rejected: end.rejected.length,
  }
}
