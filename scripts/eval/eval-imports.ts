import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArchivedResponse } from '../../src/engine/import/archived-response.ts'
import { readArchive } from '../../src/engine/import/archive-reader.ts'
import { newFigures } from '../../src/engine/import/archive-record.ts'
import { mapCompanyColumns } from '../../src/engine/import/company-mapping.ts'
import { createCompanyReader } from '../../src/engine/import/company-row.ts'
import { openDataFile } from '../../src/engine/import/data-file.ts'
import { chosenShare } from './imports/chosen-share.ts'
import { report } from '../support/report.ts'

/**
 * Reads real company files and real web archives, and compares the counts with those in their README files. `npm run
 * eval:imports -- FOLDER`, where the folder contains `companies` and `archives`.
 */

const folder = process.argv[2] ?? ''
if (!existsSync(join(folder, 'companies')) || !existsSync(join(folder, 'archives'))) {
  console.log('Name a folder that contains the folders companies and archives.')
  process.exit()
}

interface Row {
  file: string
  cells: string[]
  ok: boolean
}

/** Returns the cells of a Markdown table's rows, without the header. */
function tableOf(file: string, firstColumn: RegExp): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => firstColumn.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
}

async function readCompanies(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name = '', , told = '', columns = ''] of tableOf(join(path, 'README.md'), /^\| `[\w-]+\.csv/)) {
    const file = name.replaceAll('`', '')
    const opened = await openDataFile(join(path, file))
    const { preset, mapping } = mapCompanyColumns(opened.header)
    const read = createCompanyReader(mapping, new Date().getUTCFullYear())
    let count = 0
    let rejected = 0
    const names = new Set<string>()
    for await (const batch of opened.batches) {
      for (const { cells, problem } of batch) {
        count++
        const row = problem ?? read(cells)
        // A name without a country could belong to any company.
        if (typeof row === 'string' && row !== 'no_country') rejected++
        for (const cell of cells.filter(isForeign)) names.add(cell)
      }
    }
    const ok =
      count === Number(told.replaceAll(',', '')) &&
      opened.header.length === Number.parseInt(columns, 10) &&
      rejected === 0
    const cells = [String(count), String(opened.header.length), String(rejected), opened.encoding, preset ?? '–']
    rows.push({
      file,
      cells,
      ok: ok && KNOWN_NAMES.every(({ of, name: known }) => !file.startsWith(of) || includes(names, known)),
    })
  }
  return rows
}

function isForeign(text: string): boolean {
  return /[^\0-\x7f]/.test(text)
}

/** Correct only if the encoding is. */
const KNOWN_NAMES: readonly { of: string; name: string }[] = [
  { of: 'crunchbase-2013-companies', name: 'Avocado™' },
  { of: 'crunchbase-2013-companies', name: 'Bogotá' },
  { of: 'sp500', name: 'Estée Lauder' },
]
const includes = (names: ReadonlySet<string>, wanted: string): boolean =>
  [...names].some((name) => name.includes(wanted))

async function readArchives(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name = '', , , records = '', statuses = '', html = ''] of tableOf(
    join(path, 'README.md'),
    /^\| `[\w.-]+\.(?:gz|warc|wat|wet)`/,
  )) {
    const file = name.replaceAll('`', '')
    const counted = await countArchive(join(path, file))
    const ok =
      isTold(records, counted.types) && isTold(statuses, counted.statuses) && (Number(html) || 0) === counted.html
    rows.push({ file, cells: [shown(counted.types), shown(counted.statuses), String(counted.html)], ok })
  }
  return rows
}

async function countArchive(file: string) {
  const types = new Map<string, number>()
  const statuses = new Map<string, number>()
  let html = 0
  const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  for await (const { record } of readArchive(createReadStream(file), newFigures())) {
    add(types, record.type)
    const response = record.type === 'response' && record.body !== null ? readArchivedResponse(record.body) : null
    if (response === null) continue
    add(statuses, String(response.status))
    const isHtml = /html/.test(response.headers.get('content-type') ?? '')
    if (isHtml && response.status >= 200 && response.status < 300) html++
  }
  return { types, statuses, html }
}

const shown = (counts: ReadonlyMap<string, number>): string => [...counts].map(([key, n]) => `${key} ${n}`).join(', ')

/**
 * `warcinfo 3, response 9`; for ARC files, whose responses are identified by scheme: `records 4: dns 1, filedesc 1,
 * http 2`.
 */
function isTold(told: string, counts: ReadonlyMap<string, number>): boolean {
  if (told === '–') return counts.size === 0
  const parts = told
    .replace(/^records \d+: /, '')
    .split(', ')
    .map((part) => part.split(' '))
  const wanted = new Map<string, number>()
  for (const [key = '', n = ''] of parts) {
    const type = key === 'http' || key === 'https' ? 'response' : key
    wanted.set(type, (wanted.get(type) ?? 0) + Number(n))
  }
  return wanted.size === counts.size && [...wanted].every(([key, n]) => counts.get(key) === n)
}

const companies = await readCompanies(join(folder, 'companies'))
const archives = await readArchives(join(folder, 'archives'))
const share = await chosenShare(archives.map(({ file }) => join(folder, 'archives', file)))
const shareOf = (part: number, whole: number): number => Math.round((1_000 * part) / Math.max(1, whole)) / 1_000
const ownShare = shareOf(share.ownChosen, share.own)
/** Where no more than this share of pages is of the chosen kinds, at least this share of the addresses must be found. */
const [FEW_PAGES, MIN_OWN_SHARE] = [0.05, 0.5]
report({
  title: 'Files compared with what is known about them',
  rows: [
    ['file', 'rows', 'columns', 'rejected', 'text', 'preset', 'as told'],
    ...companies.map(({ file, cells, ok }) => [file, ...cells, ok ? 'yes' : 'NO']),
    [''],
    ['file', 'records', 'status of responses', '2xx HTML', 'as told'],
    ...archives.map(({ file, cells, ok }) => [file, ...cells, ok ? 'yes' : 'NO']),
    [''],
    ['pages of all archives', 'team, contact, about, imprint', 'addresses of the own domain', 'of those on such pages'],
    [share.pages, share.chosen, share.own, share.ownChosen],
  ],
  figures: {
    company_files: companies.length,
    company_files_exact: companies.filter(({ ok }) => ok).length / companies.length,
    archives: archives.length,
    archives_exact: archives.filter(({ ok }) => ok).length / archives.length,
    chosen_pages_share: shareOf(share.chosen, share.pages),
    chosen_own_addresses_share: ownShare,
  },
  bars: [
    { figure: 'company_files', min: 4 },
    { figure: 'company_files_exact', min: 1 },
    { figure: 'archives', min: 13 },
    { figure: 'archives_exact', min: 1 },
    ...(shareOf(share.chosen, share.pages) <= FEW_PAGES && share.own > 0
      ? [{ figure: 'chosen_own_addresses_share', min: MIN_OWN_SHARE }]
      : []),
  ],
})
