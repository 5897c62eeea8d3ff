import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { parse as parseCsv } from 'csv-parse'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import { createDatabase } from '../../../src/db/database.ts'
import { startApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { silentLog } from '../../../test/support/process/silent-log.ts'
import { openBenchHouse } from '../../support/bench-house.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import type { LabelledQuery } from './judge-query.ts'

export interface LookUps {
  /** Questions that ask for one company, and those of which it is the first row. */
  asked: number
  right: number
  /** The other questions, and those that were nevertheless read as a name. */
  others: number
  named: number
  misses: string[]
}

/** Columns of the files that contain a company's name, and other facts about it. */
const NAME_COLUMNS = ['name', 'company_name', 'acquirer_name', 'Security']

interface IndexedCompany {
  domain: string
  name: string
  tags?: string | undefined
  city?: string | undefined
  state?: string | undefined
  country?: string | undefined
}

/**
 * Asks a server whose index contains the companies that are meant, by the domains of the labels, among all those in a
 * folder's files; the others are given domains.
 */
export async function askedLookUps(sets: readonly LabelledQuery[][], folder: string | null): Promise<LookUps[]> {
  await using house = await openBenchHouse()
  const database = createDatabase({ connectionString: house.connectionString, poolSize: 5, log: silentLog })
  await using app = await startApp({
    env: { QUARRY_RATE_LIMIT_FACTOR: '0' },
    database: { ...database, [Symbol.asyncDispose]: () => database.close() },
  })
  const meant = sets.flat().flatMap((one) => goldOf(one) ?? [])
  await load(app, [...meant, ...(folder === null ? [] : await companiesIn(folder))])
  const answers: LookUps[] = []
  for (const set of sets) answers.push(await askSet(app, set))
  return answers
}

/** Returns the company that a question means, with a name in the form of its domain. */
function goldOf({ answer_domain: domain, name }: LabelledQuery): IndexedCompany | null {
  const label = domain?.split('.')[0]?.replaceAll('-', ' ')
  if (domain !== undefined && domain !== null) return { domain, name: name ?? label ?? domain }
  if (name === undefined || name === null) return null
  return { domain: name.includes('.') ? name.toLowerCase() : domainOf(name), name }
}

const domainOf = (name: string): string => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example`

async function companiesIn(folder: string): Promise<IndexedCompany[]> {
  const found = new Map<string, IndexedCompany>()
  for (const file of (await readdir(folder)).filter((name) => /\.csv(\.gz)?$/.test(name))) {
    const bytes = createReadStream(join(folder, file))
    const rows = (file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes).pipe(
      parseCsv({ columns: true, relax_quotes: true, relax_column_count: true, record_delimiter: ['\r\n', '\r', '\n'] }),
    )
    for await (const row of rows as AsyncIterable<Record<string, string | undefined>>)
      for (const column of NAME_COLUMNS) {
        const name = row[column]
        if (name === undefined || name === '') continue
        const at = column.replace('name', '')
        const told = { tags: row[`${at}category_code`], city: row[`${at}city`], state: row[`${at}state_code`] }
        const domain = `c${found.size}-${domainOf(name)}`
        if (!found.has(name)) found.set(name, { domain, name, ...told, country: row[`${at}country_code`] })
      }
  }
  return [...found.values()]
}

async function load(app: TestApp, companies: readonly IndexedCompany[]): Promise<void> {
  const source = join(await temporaryFolder('quarry-look-ups-'), 'companies.jsonl')
  await writeFile(source, companies.map((company) => JSON.stringify(company)).join('\n'))
  const signal = new AbortController().signal
  const options = { source, columns: {}, dryRun: false, priority: false, signal, onProgress: () => undefined }
  await importCompanies(app.context, options)
  await app.database.pool.query('analyze companies; analyze company_names')
}

interface Answer {
  data: { domain: string }[]
  meta: { filters: { organization?: unknown } }
}

async function askSet(app: TestApp, set: readonly LabelledQuery[]): Promise<LookUps> {
  const found: LookUps = { asked: 0, right: 0, others: 0, named: 0, misses: [] }
  for (const one of set) {
    const { status, body } = await app.post('/v2/discover', { query: one.query, limit: 1 })
    if (status !== 200) throw new Error(`${one.query}: ${status} ${JSON.stringify(body)}`)
    const { data, meta } = body as Answer
    if (one.expressible === 'lookup') {
      const isRight = data[0]?.domain === goldOf(one)?.domain
      found.asked++
      if (isRight) found.right++
      else found.misses.push(`look-up: ${one.query}\n    ${data[0]?.domain ?? 'nothing'} ${JSON.stringify(meta)}`)
    } else {
      found.others++
      if (meta.filters.organization === undefined) continue
      found.named++
      found.misses.push(`read as a name: ${one.query}\n    ${JSON.stringify(meta.filters)}`)
    }
  }
  return found
}
