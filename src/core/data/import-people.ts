import type { Capture, CaptureKey } from '../../db/index/capture-writer.ts'
import { mapPeopleColumns, peopleHeaders, PERSON_FIELDS } from '../../engine/import/people-mapping.ts'
import { readPerson } from '../../engine/import/person-row.ts'
import type { PersonRow } from '../../engine/import/person-row.ts'
import { DAY_MS, isoDate } from '../../lib/process/clock.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { optoutDomains, optoutDigest } from '../optouts/optout-digests.ts'
import { importFile } from './import-rows.ts'
import type { FileReport, ImportOptions, RowImporter } from './import-rows.ts'
import { judge, learnDomain } from '../crawl/learn-domain.ts'
import { seenToLeave } from '../crawl/observed-page.ts'
import { settleSite } from '../crawl/settle-site.ts'
import { FILE_SITE, fileUri } from '../crawl/shown-sources.ts'
import type { ImportNeeds } from './import-needs.ts'

/** Rows per transaction, so that locks are held only briefly. */
const SLICE = 500

/**
 * Imports a file of people with addresses into the index, as sources of lower quality than pages: a row alone makes an address
 * about 60 % certain. People who have opted out are left out, in the transaction that stores the others.
 * @throws AppError wrong_params with a sentence if the file or the mapping cannot be used; nothing is stored then.
 */
export const importPeople = (context: ImportNeeds, wanted: ImportOptions): Promise<FileReport> =>
  importFile(context, wanted, {
    kind: 'people',
    slice: SLICE,
    fields: PERSON_FIELDS,
    names: peopleHeaders,
    map: mapPeopleColumns,
    start: async ({ mapping }, name) => {
      const now = context.clock.now()
      const given = { kind: 'import' as const, uri: name, seenOn: wanted.seenOn ?? isoDate(now) }
      const { seenOn } = wanted.dryRun ? given : await context.store.companiesImport.openSource(given)
      return peopleImporter(context, wanted, (cells) => readPerson(mapping, cells), { name, seenOn })
    },
  })

interface FileSource {
  name: string
  /** Stays the same in a repeated import, which then changes nothing. */
  seenOn: string
}

function peopleImporter(
  context: ImportNeeds,
  { dryRun }: ImportOptions,
  read: (cells: readonly string[]) => PersonRow | string,
  source: FileSource,
): RowImporter {
  let people = new Map<string, PersonRow>()
  let repeated = 0
  const store = dryRun ? countNew(context, source) : (rows: readonly PersonRow[]) => storePeople(context, rows, source)
  return {
    add: (cells) => {
      const row = read(cells)
      if (typeof row === 'string') return row
      if (people.has(row.email)) repeated++
      else people.set(row.email, row)
      return null
    },
    store: async (end) => {
      const rows = [...people.values()]
      const figures = { rows: end.rows, changed: 0, waiting: 0, repeated, rejected: end.rejected.length }
      people = new Map()
      repeated = 0
      const created = await store(rows)
      const progress = end.progress({ ...figures, created, unchanged: rows.length - created })
      if (!dryRun) await context.store.fileImports.save(progress)
    },
  }
}

/** Returns what counts the addresses that storing rows would add, given those of the rows before them. */
function countNew(context: ImportNeeds, source: FileSource): (rows: readonly PersonRow[]) => Promise<number> {
  const before = new Set<string>()
  return async (rows) => {
    const further = rows.filter(({ email }) => !before.has(email))
    for (const { email } of further) before.add(email)
    const sources = further.flatMap((row) => captureOf(context, row, source).sources)
    const stored = await context.store.ingest.recordable(sources)
    return stored.length - (await countKnown(context, stored))
  }
}

/** @returns the number of new addresses. */
async function storePeople(context: ImportNeeds, rows: readonly PersonRow[], source: FileSource): Promise<number> {
  const { ingest } = context.store
  const addresses = rows.map(({ domain, email: value }) => ({ domain, value }))
  const known = await countKnown(context, addresses)
  const ends = rows.flatMap((row) => endOf(context, row, source) ?? [])
  const { changed } = await ingest.recordCaptures(
    [...rows.map((row) => captureOf(context, row, source)), ...ends],
    judge(context),
  )
  for (const site of new Set(ends.map(({ domain }) => domain))) await settleSite(context, site)
  if (!changed) return 0
  for (const domain of new Set(rows.map((row) => row.domain))) await learnDomain(context, domain)
  return (await countKnown(context, addresses)) - known
}

const countKnown = ({ store }: ImportNeeds, addresses: readonly CaptureKey[]): Promise<number> =>
  store.people.countKnown(
    addresses.map(({ domain }) => domain),
    addresses.map(({ value }) => value),
  )

type RowNeeds = Pick<ImportNeeds, 'optoutKey'>

/** Treats a row as a view of the page it names, or of itself; it says nothing about what else is there. */
function captureOf({ optoutKey }: RowNeeds, row: PersonRow, { name, seenOn }: FileSource): Capture {
  const { email, domain, person, sourceUrl } = row
  const hasLeft = leftBy(row, seenOn) !== null
  const found = {
    domain,
    value: email,
    quality: 'medium' as const,
    hidden: false,
    person,
    digest: optoutDigest(optoutKey, email),
    optoutDomains: optoutDomains(domain),
  }
  return {
    domain: sourceUrl === null ? FILE_SITE : registrableDomain(new URL(sourceUrl).hostname),
    url: sourceUrl ?? rowUri(name, found.digest),
    // Somebody who has left was there the day before.
    capturedAt: new Date(midnight(hasLeft ? (row.leftOn ?? seenOn) : seenOn) - (hasLeft ? DAY_MS : 0)),
    ...A_ROW,
    sources: [found],
  }
}

const A_ROW = {
  kind: 'page',
  status: 200,
  etag: null,
  lastModified: null,
  contentHash: null,
  links: [],
  complete: false,
} as const

const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const rowUri = (name: string, digest: Buffer): string => fileUri(name, digest.toString('hex').slice(0, 16))

/** Null for somebody who is still there or leaves later. */
const leftBy = ({ leftOn }: PersonRow, seenOn: string): string | null =>
  leftOn !== null && leftOn <= seenOn ? leftOn : null

/** What the row says about somebody who has left: at the company's site, wherever the row was found. */
function endOf({ optoutKey }: RowNeeds, row: PersonRow, { name, seenOn }: FileSource): Capture | null {
  const { email, domain, person } = row
  const fullName = `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim()
  const [leftOn, company] = [leftBy(row, seenOn), registrableDomain(domain)]
  if (leftOn === null) return null
  const leaver = seenToLeave(optoutKey, company, { fullName, position: person?.position ?? null, email, leftOn })
  if (leaver === null) return null
  return {
    domain: company,
    url: rowUri(name, optoutDigest(optoutKey, email)),
    capturedAt: new Date(midnight(seenOn)),
    ...A_ROW,
    sources: [],
    observed: {
      people: [leaver],
      signature: null,
      statements: [],
      optoutDomains: optoutDomains(company),
    },
  }
}
