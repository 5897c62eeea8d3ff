import { benchArchives } from './archive-bench.ts'
import { openBenchHouse } from '../../support/bench-house.ts'
import { benchCompanies } from './company-import-bench.ts'
import { benchRanges } from './range-bench.ts'
import { report } from '../../support/report.ts'
import type { Report } from '../../support/report.ts'

/**
 * `npm run bench:import -- [PAGES] [--rows N] [--megabytes N] [--ranges N]`: files of companies, then web archives
 * (PAGES: a labelled set of pages to repeat; generated ones by default), then a crawl of N MB by byte ranges. `--rows
 * 0` and the like leave one of them out.
 */

const args = process.argv.slice(2)
const optionOf = (name: string, usual: number): number => {
  const at = args.indexOf(name)
  return at === -1 ? usual : Number(args[at + 1])
}
const rows = optionOf('--rows', 1_000_000)
const megabytes = optionOf('--megabytes', 1_100)
const ranges = optionOf('--ranges', 100)
const pages = args.find((arg, place) => !arg.startsWith('--') && args[place - 1]?.startsWith('--') !== true)

const reports: Report[] = []
{
  await using house = await openBenchHouse()
  if (rows > 0) reports.push(await benchCompanies({ ...house, rows }))
  if (megabytes > 0) reports.push(await benchArchives({ ...house, pages, megabytes }))
  if (ranges > 0) reports.push(await benchRanges({ ...house, pages, megabytes: ranges }))
}
const heading = (title: string): Report['rows'] => [[], [title]]
report({
  title: 'Imports',
  rows: reports.flatMap(({ title, rows: table }) => [...heading(title), ...table]),
  figures: Object.assign({}, ...reports.map(({ figures }) => figures)) as Report['figures'],
  bars: reports.flatMap(({ bars }) => bars),
})
