/**
 * `npm run eval:staff [-- --pages 1000 --misses --details]`: who owns which address on generated staff pages, over the
 * half used only for checking and, if it is available, the half for tuning. The sources of the check half are pinned by
 * a hash: a change has to be explained in the commit, with the new hash written here.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { report, type Bar } from '../../support/report.ts'
import { checkPages } from './staff/check-pages.ts'
import { judgeStaff, shareOf, type StaffFigures } from './staff/judge-staff.ts'
import type { StaffPage } from './staff/staff-page.ts'

const CHECK_SOURCES_SHA256 = '235af9b949e5f3657f292909b659b2b16af4b25f309bd973ab3e206e6960ad0d'
const FOLDER = join(import.meta.dirname, 'staff')
const SEED = 20_261_123
const BARS: Bar[] = [
  { figure: 'check_sources_unchanged', min: 1 },
  { figure: 'coverage', min: 0.92 },
  { figure: 'precision', min: 0.99 },
  { figure: 'precision_without_fit', min: 0.95 },
  { figure: 'decoded_coverage', min: 0.95 },
  { figure: 'desks_without_owner', min: 1 },
  ...Array.from('abcdefghi').map((one) => ({ figure: `class_${one}`, min: 0.85 })),
]

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000' }, misses: { type: 'boolean' }, details: { type: 'boolean' } },
})
const count = Number(values.pages)
if (!Number.isSafeInteger(count) || count < 1) throw new Error('--pages must be a whole number of pages')

const check = judgeStaff(checkPages(SEED, count))
const tuning = await judgeTuning()
if (values.misses === true) for (const line of check.misses) console.log(line)
const unchanged = sourcesHash() === CHECK_SOURCES_SHA256
if (!unchanged) console.log(`\n!!! THE CHECK HALF WAS CHANGED: its sources now have the hash ${sourcesHash()} !!!\n`)
report({
  title: `Owners on ${count} generated staff pages`,
  rows: [['figure', 'half', 'value', 'counts'], ...rowsOf('check', check), ...(tuning ? rowsOf('tuning', tuning) : [])],
  figures: {
    check_sources_unchanged: unchanged ? 1 : 0,
    ...figuresOf(check, ''),
    ...(tuning ? figuresOf(tuning, 'tuning_') : {}),
  },
  bars: BARS,
})

/** The tuning half is written by the author of the extraction and may not exist yet. */
async function judgeTuning(): Promise<StaffFigures | null> {
  const path = join(FOLDER, 'tuning-pages.ts')
  if (!existsSync(path)) return null
  const { tuningPages } = (await import(path)) as { tuningPages: (seed: number, count: number) => StaffPage[] }
  return judgeStaff(tuningPages(SEED, count))
}

/** Hashes the names and contents of `check-*.ts`, in order of the names. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(FOLDER)
    .filter((name) => name.startsWith('check-'))
    .sort())
    hash.update(`${file}\0${readFileSync(join(FOLDER, file), 'utf8')}\0`)
  return hash.digest('hex')
}

function rowsOf(half: string, { shares }: StaffFigures): (string | number)[][] {
  return [...shares]
    .filter(([key]) => values.details === true || !key.includes(' '))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, share]) => [key, half, shareOf(share), `${share.hits} of ${share.of}`])
}

function figuresOf({ shares }: StaffFigures, prefix: string): Record<string, number> {
  return Object.fromEntries(
    [...shares].filter(([key]) => !key.includes(' ')).map(([key, share]) => [prefix + key, shareOf(share)]),
  )
}
