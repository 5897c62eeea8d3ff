/**
 * `npm run eval:queries -- PATH [--misses]`: what the query parser makes of labelled questions (`PATH/queries.jsonl`, or a file of
 * such lines). A line has `query`, gold `filters`, the slots left out of the score (`unscored`) and a `topic` that is scored softly:
 * right when the industries hold one of its `industries` or a keyword contains one of its `terms`.
 */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { parse as parseCsv } from 'csv-parse'
import { companyKey } from '../../src/engine/classify/company-name.ts'
import type { KnownNames } from '../../src/engine/discover/known-companies.ts'
import { parseQuery } from '../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../src/engine/discover/query-parser.ts'
import type { CompanyFilters, Place } from '../../src/lib/companies/company-filters.ts'
import { citySpellings } from '../../src/lib/vocabulary/places/city-spellings.ts'
import { processorMs } from '../support/processor-time.ts'
import { report } from '../support/report.ts'

interface LabelledQuery {
  query: string
  filters: CompanyFilters
  unscored: string[]
  topic: { terms: string[]; industries: string[]; not_terms: string[] } | null
  expressible: 'full' | 'partial' | 'lookup'
  /** Places that the gold cannot hold exactly: then narrower places inside the gold's country are right as well. */
  widened?: string[]
  /** Of a look-up: the company that is meant. */
  name?: string | null
  answer_domain?: string | null
  /** What the answer has to name as not understood. */
  not_understood?: string[]
  /** The count that the question asks for. */
  limit?: number | null
}

type Judged = LabelledQuery & { found: CompanyFilters; said: ParsedQuery }

const SLOTS = [
  'headquarters_location',
  'company_type',
  'year_founded',
  'headcount',
  'funding.amount',
  'funding.series',
  'funding.date',
  'technology',
  'similar_to',
] as const
type Slot = (typeof SLOTS)[number]

/** Maps differ on regions: this share of shared countries is right. */
const LEAST_OVERLAP = 0.6
/** "This year" of whoever wrote the questions. */
const NOW = new Date('2026-03-23T00:00:00Z')
const SLOT_BAR = 0.92
const EXACT_BAR = 0.8
const TOPIC_BAR = 0.85
const TIME_BAR_MS = 5

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean' }, companies: { type: 'string' } },
})
const [path] = positionals
if (path === undefined) throw new Error('Name the labelled queries: npm run eval:queries -- PATH')

const file = statSync(path).isDirectory() ? join(path, 'queries.jsonl') : path
const all = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as LabelledQuery)

const names = await knownNames(all, values.companies)
parseQuery('software companies in Berlin', NOW)
const started = processorMs()
const parsed: Judged[] = all.map((labelled) => {
  const said = parseQuery(labelled.query, NOW, names)
  return { ...labelled, said, found: said.filters }
})
const meanMs = (processorMs() - started) / all.length
const judged = parsed.filter(({ expressible }) => expressible !== 'lookup')
const lookUps = parsed.filter(({ expressible }) => expressible === 'lookup')

const verdicts = judged.map((one) => ({ one, slots: SLOTS.map((slot) => judge(slot, one)) }))
const exact = verdicts.map(({ slots }) => slots.every(({ outcome }) => outcome === 'right' || outcome === 'none'))
const withHard = verdicts.filter(({ slots }) => slots.some(({ inGold }) => inGold))
const topics = judged.filter(({ topic }) => topic !== null)
const topicRight = topics.map(isTopicRight)

if (values.misses === true) listMisses()

const figures: Record<string, number> = {}
const rows: (string | number)[][] = [['slot', 'recall', 'precision', 'in gold', 'found']]
for (const [index, slot] of SLOTS.entries()) {
  const outcomes = verdicts.map(({ slots }) => slots[index]).filter((verdict) => verdict !== undefined)
  const right = outcomes.filter(({ outcome }) => outcome === 'right').length
  const gold = outcomes.filter(({ inGold }) => inGold).length
  const found = outcomes.filter(({ isFound }) => isFound).length
  if (gold > 0) figures[`${slot}.recall`] = rate(right, gold)
  if (gold > 0) figures[`${slot}.precision`] = rate(right, found)
  rows.push([slot, gold > 0 ? rate(right, gold) : '', gold > 0 ? rate(right, found) : '', gold, found])
}
const exactHard = withHard.filter(({ one }) => exact[judged.indexOf(one)] === true).length
figures['exact'] = rate(exactHard, withHard.length)
figures['topic'] = rate(topicRight.filter(Boolean).length, topics.length)
figures['meanMs'] = Math.round(1000 * meanMs) / 1000
rows.push(['exact set of hard filters', figures['exact'], '', withHard.length, exactHard])
rows.push([
  'exact, all questions',
  rate(exact.filter(Boolean).length, exact.length),
  '',
  exact.length,
  exact.filter(Boolean).length,
])
rows.push(['topic', figures['topic'], '', topics.length, topicRight.filter(Boolean).length])
rows.push([
  'look-ups read as a name',
  rate(lookUps.filter(isFoundByName).length, lookUps.length),
  '',
  lookUps.length,
  '',
])

report({
  title: `Company queries: ${all.length} labelled, ${figures['meanMs']} ms each`,
  rows,
  figures,
  bars: [
    ...Object.keys(figures)
      .filter((figure) => figure.includes('.'))
      .map((figure) => ({ figure, min: SLOT_BAR })),
    { figure: 'exact', min: EXACT_BAR },
    { figure: 'topic', min: TOPIC_BAR },
    { figure: 'meanMs', max: TIME_BAR_MS },
  ],
})

function judge(slot: Slot, { filters, found, unscored, widened = [], said }: Judged) {
  const gold = valueOf(filters, slot)
  const own = valueOf(found, slot)
  if (unscored.includes(slot)) return { slot, inGold: false, isFound: false, outcome: 'none' as const }
  const inGold = gold !== undefined
  const isFound = own !== undefined
  const outcome =
    !inGold && !isFound
      ? ('none' as const)
      : isSame(slot, gold, own) || (slot === 'headquarters_location' && isWidenedRight(widened, said, gold, own))
        ? ('right' as const)
        : ('wrong' as const)
  return { slot, inGold, isFound, outcome }
}

function valueOf(filters: CompanyFilters, slot: Slot): unknown {
  const [outer, inner] = slot.split('.')
  const value: unknown = filters[outer as keyof CompanyFilters]
  return inner === undefined || value === undefined ? value : (value as Record<string, unknown>)[inner]
}

function isSame(slot: Slot, gold: unknown, own: unknown): boolean {
  if (slot !== 'headquarters_location' || gold === undefined || own === undefined)
    return canonical(gold) === canonical(own)
  const sides = [gold, own] as { include?: unknown[]; exclude?: unknown[] }[]
  return (['include', 'exclude'] as const).every((side) => {
    const [one, other] = sides.map((locations) => new Set((locations[side] ?? []).map(placeOf).map(canonical)))
    if (one === undefined || other === undefined) return false
    return (
      one.size + other.size === 0 || shared(one, other) / (one.size + other.size - shared(one, other)) >= LEAST_OVERLAP
    )
  })
}

interface Seats {
  include?: Place[]
  exclude?: Place[]
}

/** A place that the gold cannot hold exactly: its country alone where the answer says so, or places inside that country. */
function isWidenedRight(widened: readonly string[], said: ParsedQuery, gold: unknown, own: unknown): boolean {
  if (widened.length === 0 || gold === undefined || own === undefined) return false
  const [wanted, found] = [gold, own] as [Seats, Seats]
  if (canonical(wanted.exclude ?? []) !== canonical(found.exclude ?? [])) return false
  const named = said.widened.map((place) => place.said.toLowerCase()).join(' ')
  const isNamed = widened.every((name) => named.includes(name.toLowerCase()) || name.toLowerCase().includes(named))
  const within = (place: Place): boolean =>
    (wanted.include ?? []).some(
      ({ country, subdivision, state, city }) =>
        country === place.country &&
        (subdivision === undefined && state === undefined && city === undefined
          ? true
          : isNamed && place.city === undefined && place.state === undefined && place.subdivision === undefined),
    )
  return (found.include ?? []).length > 0 && (found.include ?? []).every(within)
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((item) => other.has(item)).length
}

/** Cities are places, not spellings. */
function placeOf(place: unknown): unknown {
  const { city, ...area } = place as Place
  return city === undefined ? place : { ...area, city: citySpellings(area.country, city).toSorted().join() }
}

/** Keys and members in one order, case apart. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.toLowerCase() ?? ''
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, member]) => `${key}:${canonical(member)}`).join()}}`
}

function isTopicRight({ topic, found }: Judged): boolean {
  if (topic === null) return true
  const keywords = (found.keywords?.include ?? []).map((word) => word.toLowerCase())
  const excluded = [...(found.keywords?.exclude ?? []), ...(found.industry?.exclude ?? [])].map((word) =>
    word.toLowerCase(),
  )
  const isNamed = topic.industries.some((name) => found.industry?.include?.includes(name))
  const isWord = topic.terms.some((term) => keywords.some((word) => word.includes(term)))
  return (isNamed || isWord) && topic.not_terms.every((term) => excluded.some((word) => word.includes(term)))
}

/** The company that is meant, by its name or domain. */
function isFoundByName({ found: { organization }, name, answer_domain: domain }: Judged): boolean {
  const said = [...(organization?.name ?? []), ...(organization?.domain ?? [])].map((one) => one.toLowerCase())
  return said.some(
    (one) => one === domain || one === name?.toLowerCase() || companyKey(one).replaceAll(' ', '') === label(domain),
  )
}

function listMisses(): void {
  for (const one of lookUps)
    if (!isFoundByName(one)) console.log(`look-up: ${one.query}\n    found ${JSON.stringify(one.found)}`)
  for (const one of judged) if (one.found.organization !== undefined) console.log(`read as a name: ${one.query}`)

  for (const { one, slots } of verdicts) {
    for (const { slot, outcome } of slots) {
      if (outcome === 'wrong') {
        console.log(
          `${slot}: ${one.query}\n    found ${JSON.stringify(valueOf(one.found, slot))}, gold ${JSON.stringify(valueOf(one.filters, slot))}`,
        )
      }
    }
    if (!isTopicRight(one)) {
      const { industry, keywords } = one.found
      console.log(
        `topic: ${one.query}\n    found ${JSON.stringify({ industry, keywords })}, gold ${one.topic?.terms.join('|')} ${one.topic?.industries.join('|')}`,
      )
    }
  }
}

function label(domain: string | null | undefined): string {
  return domain?.split('.')[0]?.replaceAll('-', '') ?? ''
}

/** An index that holds the companies that are asked for, among those of a file with a column `name`. */
async function knownNames(questions: readonly LabelledQuery[], companies: string | undefined): Promise<KnownNames> {
  const names = new Map<string, { name: string } | { domain: string }>()
  for await (const name of companies === undefined ? [] : namesIn(companies)) names.set(companyKey(name), { name })
  for (const { name, answer_domain: domain } of questions) {
    if (name !== undefined && name !== null) names.set(companyKey(name), { name })
    if (domain !== undefined && domain !== null) names.set(label(domain), { domain })
  }
  return names
}

/** The column `name` of a CSV file, gzipped. */
async function* namesIn(path: string): AsyncGenerator<string> {
  const rows = createReadStream(path)
    .pipe(createGunzip())
    .pipe(parseCsv({ columns: true, relax_quotes: true, relax_column_count: true }))
  for await (const row of rows as AsyncIterable<{ name?: string }>) yield row.name ?? ''
}

function rate(count: number, of: number): number {
  return of === 0 ? 1 : Math.round((1000 * count) / of) / 1000
}
