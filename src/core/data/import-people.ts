import type { Capture, CaptureKey } from '../../db/index/capture-writer.ts'
import { companyKey } from '../../engine/classify/company-name.ts'
import { companyOfAddress } from '../../engine/classify/domain-kinds.ts'
import { mapPeopleColumns, peopleHeaders } from '../../engine/import/people-mapping.ts'
import { PERSON_FIELDS } from '../../lib/vocabulary/person-fields.ts'
import { otherAddresses, readPerson } from '../../engine/import/person-row.ts'
import type { PersonRow } from '../../engine/import/person-row.ts'
import { isoDate } from '../../lib/process/clock.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { importFile } from './import-rows.ts'
import type { FileReport, ImportOptions, RowImporter, RowPlace } from './import-rows.ts'
import { judge, learnDomain } from '../crawl/learn-domain.ts'
import { settleSite } from '../crawl/settle-site.ts'
import type { ImportNeeds } from './import-needs.ts'
import { viewsOf } from './people-captures.ts'
import type { FileSource, PlacedRow } from './people-captures.ts'

/** Rows per transaction, so that locks are held only briefly. */
const SLICE = 500

interface PeopleImport extends ImportOptions {
  /** People without an address are taken as well: as known at a company, never to guess an address for. */
  withoutAddresses?: boolean
  /** Field → its value for people whose rows tell none, such as the website of the company whose staff they are. */
  usual?: Readonly<Record<string, string>>
}

/**
 * Imports a file of people into the index, as sources of lower quality than pages: a row alone makes an address about 60 %
 * certain. People who have opted out are left out, in the transaction that stores the others.
 * @throws AppError wrong_params with a sentence if the file or the mapping cannot be used; nothing is stored then.
 */
export const importPeople = (context: ImportNeeds, wanted: PeopleImport): Promise<FileReport> =>
  importFile(context, wanted, {
    kind: 'people',
    slice: SLICE,
    fields: PERSON_FIELDS,
    names: peopleHeaders,
    map: (header, columns, head) =>
      mapPeopleColumns(header, columns, wanted.withoutAddresses, {
        head,
        ...(wanted.usual !== undefined && { usual: wanted.usual }),
      }),
    start: async ({ mapping, habits }, name) => {
      const now = context.clock.now()
      const given = { kind: 'import' as const, uri: name, seenOn: wanted.seenOn ?? isoDate(now) }
      const { seenOn } = wanted.dryRun ? given : await context.store.companiesImport.openSource(given)
      const companyAt = (domain: string): string | null => companyOfAddress(context.lists.inUse, domain)
      const more = { usual: habits.usual, companyAt }
      const read = (cells: readonly string[]) => readPerson(mapping, cells, wanted.withoutAddresses, more)
      const others = (cells: readonly string[], row: PersonRow) => otherAddresses(mapping, cells, row)
      return peopleImporter(context, wanted, { read, others }, { name, seenOn })
    },
  })

interface GivenRow {
  row: PersonRow
  place: RowPlace
}

interface RowReader {
  read: (cells: readonly string[]) => PersonRow | string
  others: (cells: readonly string[], row: PersonRow) => PersonRow[]
}

function peopleImporter(
  context: ImportNeeds,
  { dryRun }: ImportOptions,
  { read, others }: RowReader,
  source: FileSource,
): RowImporter {
  let people = new Map<string, GivenRow>()
  /** Addresses that rows name beside those of their people. */
  let beside = new Map<string, GivenRow>()
  let repeated = 0
  const store = dryRun ? countNew(context, source) : (rows: readonly PlacedRow[]) => storePeople(context, rows, source)
  return {
    add: (cells, place) => {
      const row = read(cells)
      if (typeof row === 'string') return row
      const key = keyOf(row)
      if (people.has(key)) repeated++
      else people.set(key, { row, place })
      for (const other of others(cells, row)) beside.set(keyOf(other), { row: other, place })
      return null
    },
    store: async (end) => {
      const given = [...new Map([...beside, ...people]).values()]
      const shared = { rows: end.rows, changed: 0, waiting: 0, repeated }
      people = new Map()
      beside = new Map()
      repeated = 0
      const rows = await placed(context, given)
      // A person without an address is only known at a company.
      const [kept, homeless] = [rows.filter(isSomewhere), rows.flatMap((one, at) => (isSomewhere(one) ? [] : [at]))]
      for (const at of homeless) end.rejected.push({ ...(given[at] as GivenRow).place, reason: 'unknown_company' })
      const created = await store(kept)
      const figures = { ...shared, created, unchanged: kept.length - created, rejected: end.rejected.length }
      const progress = end.progress(figures)
      if (!dryRun) await context.store.fileImports.save(progress)
    },
  }
}

const isSomewhere = ({ row, company }: PlacedRow): boolean => row.email !== null || company !== null

/** Rows with their companies: by website, by a name that exactly one company has, or by the address. */
async function placed({ store }: Pick<ImportNeeds, 'store'>, given: readonly GivenRow[]): Promise<PlacedRow[]> {
  const nameOf = ({ website, company }: PersonRow): string =>
    website === null && company !== null ? companyKey(company) : ''
  const keys = given.map(({ row }) => nameOf(row)).filter((key) => key !== '')
  const called = keys.length === 0 ? null : await store.companiesSearch.namesOf(keys, 2)
  return given.map(({ row }) => {
    const { isLabel = true, domains = [] } = called?.get(nameOf(row)) ?? {}
    const named = isLabel || domains.length !== 1 ? null : (domains[0] ?? null)
    return { row, company: row.website ?? named ?? (row.domain === null ? null : registrableDomain(row.domain)) }
  })
}

/** What rows may add to the index: addresses, and people without one. */
interface Additions {
  addresses: readonly CaptureKey[]
  people: readonly Pick<Capture, 'domain' | 'url'>[]
}

/** Returns what counts what storing rows would add, given those before them. */
function countNew(context: ImportNeeds, source: FileSource): (rows: readonly PlacedRow[]) => Promise<number> {
  const before = new Set<string>()
  const isFurther = ({ row }: PlacedRow): boolean => !before.has(keyOf(row)) && before.add(keyOf(row)).size > 0
  return async (rows) => {
    const further = rows.filter(isFurther)
    const found = further.flatMap((placed) => viewsOf(context, placed, source)).flatMap(({ sources }) => sources)
    const addresses = await context.store.ingest.recordable([...new Map(found.map((one) => [one.value, one])).values()])
    const people = further.flatMap((placed) => bareViews(context, placed, source).slice(0, 1))
    return addresses.length + people.length - (await countKnown(context, { addresses, people }))
  }
}

/** What a row says of a person without an address. */
const bareViews = (context: ImportNeeds, placed: PlacedRow, source: FileSource): Capture[] =>
  placed.row.email === null ? viewsOf(context, placed, source) : []

/** One person, in whatever row of a file. */
const keyOf = ({ email, website, company, person }: PersonRow): string =>
  email ?? JSON.stringify([website ?? company, person?.firstName, person?.lastName])

/** @returns the number of new addresses, and of new people without one. */
async function storePeople(context: ImportNeeds, rows: readonly PlacedRow[], source: FileSource): Promise<number> {
  const { ingest } = context.store
  const views = rows.flatMap((placed) => viewsOf(context, placed, source))
  const addresses = rows.flatMap(({ row: { domain, email } }) =>
    domain === null || email === null ? [] : [{ domain, value: email }],
  )
  const people = rows.flatMap((placed) => bareViews(context, placed, source))
  const added = { addresses, people }
  const known = await countKnown(context, added)
  const { changed } = await ingest.recordCaptures(views, judge(context))
  const told = views.filter(({ observed }) => observed !== undefined)
  for (const site of new Set(told.map(({ domain }) => domain))) await settleSite(context, site)
  if (!changed && people.length === 0) return 0
  for (const domain of new Set(addresses.map((address) => address.domain))) await learnDomain(context, domain)
  return (await countKnown(context, added)) - known
}

async function countKnown({ store }: ImportNeeds, { addresses, people }: Additions): Promise<number> {
  const known = await store.people.countKnown(
    addresses.map(({ domain }) => domain),
    addresses.map(({ value }) => value),
  )
  const observed = await store.people.countObserved(
    people.map(({ domain }) => domain),
    people.map(({ url }) => url),
  )
  return known + observed
}
