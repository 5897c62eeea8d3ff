import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crawlDelayFor, isAllowed, parseRobots, type Robots } from '../../src/engine/crawl/robots.ts'
import { processorMs } from '../support/processor-time.ts'
import { report } from '../support/report.ts'

/** `npm run eval:robots -- PATH`: real robots.txt files compared with the answers that two other parsers agree on. */

interface Labelled {
  file: string
  host: string
  answers: Record<string, { allowed: string[]; disallowed: string[] }>
  crawl_delay: number | null
  sitemaps: number
}

const AGENT = 'QuarryBot'
/** The time in which all are parsed: a crawl must never wait for robots.txt. */
const MAX_PARSE_MS = 100
const ROUNDS = 5

const NONE: Robots = { groups: [], sitemaps: [] }
const folder = process.argv[2]
if (folder === undefined) throw new Error('Usage: npm run eval:robots -- PATH (a folder with answers.jsonl and files/)')

const lines = readFileSync(join(folder, 'answers.jsonl'), 'utf8').trim().split('\n')
const labelled = lines.map((line) => JSON.parse(line) as Labelled)
const bytes = labelled.map(({ file }) => readFileSync(join(folder, file)))
let thrown = 0
const parsed = bytes.map(parseSafely)
const misses: string[] = []
let answers = 0

labelled.forEach((row, i) => {
  const robots = parsed[i]
  if (robots === undefined) return
  for (const [agent, { allowed, disallowed }] of Object.entries(row.answers)) {
    for (const path of allowed) check(row, robots, { agent, path, expected: true })
    for (const path of disallowed) check(row, robots, { agent, path, expected: false })
  }
})
const delayMisses = labelled.filter((row, i) => crawlDelayFor(parsed[i] ?? NONE, AGENT) !== row.crawl_delay)
const sitemapMisses = labelled.filter((row, i) => parsed[i]?.sitemaps.length !== row.sitemaps)
const agreement = share(answers - misses.length, answers)
const parseMs = Math.min(...Array.from({ length: ROUNDS }, timeRound))
for (const miss of misses) console.log(`miss: ${miss}`)
for (const { host } of delayMisses) console.log(`miss: ${host}: crawl delay`)
for (const { host } of sitemapMisses) console.log(`miss: ${host}: number of sitemaps`)
report({
  title: 'robots.txt',
  rows: [
    ['measure', 'cases', 'agree'],
    ['allowed or not', answers, agreement.toFixed(5)],
    ['crawl delay', labelled.length, share(labelled.length - delayMisses.length, labelled.length).toFixed(5)],
    ['sitemaps', labelled.length, share(labelled.length - sitemapMisses.length, labelled.length).toFixed(5)],
    ['ms for all files', bytes.length, parseMs.toFixed(1)],
  ],
  figures: {
    answers,
    agreement,
    crawl_delay: share(labelled.length - delayMisses.length, labelled.length),
    sitemaps: share(labelled.length - sitemapMisses.length, labelled.length),
    thrown,
    parse_ms: parseMs,
  },
  bars: [
    { figure: 'agreement', min: 0.999 },
    { figure: 'crawl_delay', min: 0.999 },
    { figure: 'sitemaps', min: 0.999 },
    { figure: 'thrown', max: 0 },
    { figure: 'parse_ms', max: MAX_PARSE_MS },
  ],
})

function parseSafely(file: Buffer): Robots | undefined {
  try {
    return parseRobots(file)
  } catch {
    thrown++
    return undefined
  }
}

function check(
  row: Labelled,
  robots: Robots,
  { agent, path, expected }: { agent: string; path: string; expected: boolean },
): void {
  answers++
  if (isAllowed(robots, agent, `https://${row.host}${path}`) === expected) return
  misses.push(`${row.host}: ${agent} ${path} labelled ${expected ? 'allowed' : 'disallowed'}`)
}

/** Parses every file and answers for one page of each. */
function timeRound(): number {
  const start = processorMs()
  bytes.forEach((file, i) => isAllowed(parseRobots(file), AGENT, `https://${labelled[i]?.host}/team`))
  return processorMs() - start
}

function share(part: number, whole: number): number {
  return whole === 0 ? Number.NaN : part / whole
}
