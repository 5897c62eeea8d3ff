import { extractPage, mentionedNames } from '../../src/engine/extract/extract-page.ts'
import type { PageFacts } from '../../src/engine/extract/page/page-facts.ts'
import { addressType } from '../../src/engine/classify/role-address.ts'
import { foldName } from '../../src/lib/text/person-name-fold.ts'
import type { Evaluation } from './eval-addresses.ts'
import type { LabelledPage } from './labelled-pages.ts'
import { processorMs } from '../support/processor-time.ts'
import type { Bar } from '../support/report.ts'
import { SHIPPED_LISTS } from '../../src/engine/classify/address-lists.ts'

const BARS: Bar[] = [
  { figure: 'kind_accuracy', min: 0.96 },
  { figure: 'pair_precision', min: 0.97 },
  { figure: 'pair_recall', min: 0.9 },
  { figure: 'name_recall', min: 0.75 },
  { figure: 'name_precision', min: 0.7 },
  { figure: 'full_name_recall', min: 0.87 },
  { figure: 'full_name_precision', min: 0.72 },
  { figure: 'position_recall', min: 0.75 },
  { figure: 'position_precision', min: 0.85 },
  { figure: 'phone_recall', min: 0.88 },
  { figure: 'phone_precision', min: 0.93 },
]
const OPTIONS = { localSuffixes: new Set<string>(), lists: SHIPPED_LISTS }
/** The national part of a number: what remains the same with or without prefixes and extensions. */
const COMPARED_DIGITS = 7

interface ReadPage {
  page: LabelledPage
  facts: PageFacts
}

/** Hits, misses and wrong answers for one kind of fact, with a line for each of the last two. */
class Tally {
  hits = 0
  /** Right answers, if several may belong to one label. */
  right = 0
  readonly missed: string[] = []
  readonly wrong: string[] = []

  get recall(): number {
    return share(this.hits, this.hits + this.missed.length)
  }
  get precision(): number {
    return share(this.answers, this.answers + this.wrong.length)
  }
  get answers(): number {
    return Math.max(this.hits, this.right)
  }
}

/** Compares owners, kinds, names, positions and numbers with their labels, in one pass over the pages. */
export function evaluatePeople(pages: readonly LabelledPage[]): Evaluation {
  const started = processorMs()
  const read = pages.map((page): ReadPage => ({ page, facts: extractPage(asInput(page), OPTIONS) }))
  const seconds = (processorMs() - started) / 1000
  const annotated = read.filter(({ page }) => page.annotated)
  const tallies = {
    kind: tally(read, countKinds),
    pair: tally(read, countPairs),
    name: tally(annotated, countNames),
    full_name: tally(annotated, countFullNames),
    position: tally(annotated, countPositions),
    phone: tally(annotated, countPhones),
  }
  const megabytes = pages.reduce((sum, page) => sum + page.bytes, 0) / 1e6 / seconds
  return {
    ...summarise(tallies),
    rows: [
      ...rowsOf(tallies),
      ['people', 'pages/s', Math.round(pages.length / seconds), `${megabytes.toFixed(1)} MB/s, one cold pass`],
    ],
  }
}

function tally(read: readonly ReadPage[], count: (tally: Tally, read: ReadPage) => void): Tally {
  const result = new Tally()
  for (const one of read) count(result, one)
  return result
}

/** An address is personal if the page gives it an owner, and otherwise what its local part says. */
function countKinds(tally: Tally, { page, facts }: ReadPage): void {
  for (const { address, kind } of page.addresses) {
    if (kind === null) continue
    const owner = facts.people.find((person) => person.email === address) ?? null
    const [local = '', domain = ''] = address.split('@')
    const got = owner ? 'personal' : addressType(local, null, SHIPPED_LISTS, { domain, siteDomain: page.domain })
    if (got === kind) tally.hits++
    else tally.missed.push(`${page.id}  ${address} is ${kind}`)
  }
}

/** Pairs of addresses that the labels do not judge (not listed, or of unknown kind) are neither right nor wrong. */
function countPairs(tally: Tally, { page, facts }: ReadPage): void {
  const wanted = new Map(page.pairs.map((pair) => [pair.address, pair.name]))
  const judged = new Set(page.addresses.filter((one) => one.kind !== null).map((one) => one.address))
  for (const { email, fullName, via } of facts.people) {
    if (email === null) continue
    const name = wanted.get(email)
    if (name !== undefined && sameName(name, fullName)) {
      tally.hits++
      wanted.delete(email)
    } else if (name !== undefined || judged.has(email)) tally.wrong.push(`${page.id}  ${fullName} ${email} (${via})`)
  }
  for (const [address, name] of wanted) tally.missed.push(`${page.id}  ${name} ${address}`)
}

const countNames = (tally: Tally, read: ReadPage): void => compareNames(tally, read, () => true)

/** Counts names of two or more words on both sides. */
const countFullNames = (tally: Tally, read: ReadPage): void =>
  compareNames(tally, read, (name) => name.replace(BESIDE_NAME, '').trim().includes(' '))

/** A label may contain two people or a nickname (`Ann and Bob Roe`): it must end with the name found. */
function compareNames(tally: Tally, { page, facts }: ReadPage, isCounted: (name: string) => boolean): void {
  const labels = new Map(page.persons.map((name) => [bareName(name), name]))
  const missed = new Map([...labels].filter(([, name]) => isCounted(name)))
  const wanted = missed.size
  const names = [...mentionedNames(asInput(page), OPTIONS), ...facts.people.map((one) => one.fullName)]
  for (const [key, name] of new Map(names.map((name) => [bareName(name), name]))) {
    const label = labels.has(key) ? key : [...labels.keys()].find((one) => name.includes(' ') && one.endsWith(key))
    if (label !== undefined) missed.delete(label)
    else if (isCounted(name)) tally.wrong.push(`${page.id}  ${name}`)
  }
  tally.hits += wanted - missed.size
  for (const name of missed.values()) tally.missed.push(`${page.id}  ${name}`)
}

/**
 * A label is found if a person has it as position, or as the greater part of one; a position found without a label is
 * wrong.
 */
function countPositions(tally: Tally, { page, facts }: ReadPage): void {
  const missed = new Map([...new Set(page.positions)].map((position) => [position, letters(position)]))
  const labels = [...missed.values()]
  tally.hits += missed.size
  for (const { positionRaw, position, fullName } of facts.people) {
    if (positionRaw === null) continue
    const got = [letters(positionRaw), letters(position ?? '')]
    const isSaid = (wanted: string): boolean =>
      got.some((text) => text === wanted || (text.includes(wanted) && wanted.length * 2 > text.length))
    for (const [label, wanted] of missed) if (isSaid(wanted)) missed.delete(label)
    if (labels.some(isSaid)) tally.right++
    else tally.wrong.push(`${page.id}  ${positionRaw} of ${fullName}`)
  }
  tally.hits -= missed.size
  for (const position of missed.keys()) tally.missed.push(`${page.id}  ${position}`)
}

/** Labels may contain a range, an extension or letters (`044-2270 6800 / 6868`): they must contain the number found. */
function countPhones(tally: Tally, { page, facts }: ReadPage): void {
  const faxes = page.faxes.map(digitsOf)
  // An extension alone is not a number.
  const labels = page.phones.map((phone): [string, string] => [digitsOf(phone), phone])
  const wanted = new Map(labels.filter(([digits]) => digits.length >= COMPARED_DIGITS))
  const missed = new Map(wanted)
  const got = new Map(
    facts.phones.map((phone) => [digitsOf(phone.number.replace(/;.*/, '')).slice(-COMPARED_DIGITS), phone]),
  )
  for (const [digits, phone] of got) {
    const found = [...wanted.keys()].filter((one) => one.includes(digits))
    for (const label of found) missed.delete(label)
    if (found.length > 0) continue
    if (phone.kind === 'phone' && !faxes.some((fax) => fax.includes(digits)))
      tally.wrong.push(`${page.id}  ${phone.raw}`)
  }
  tally.hits += wanted.size - missed.size
  for (const phone of missed.values()) tally.missed.push(`${page.id}  ${phone}`)
}

const asInput = (page: LabelledPage) => ({ url: page.url, html: page.html, domain: page.domain })
const share = (part: number, whole: number): number => (whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000)
const letters = (text: string): string => foldName(text).replace(/[^a-z]/g, '')
/** Converts letters as on a telephone keypad. */
const digitsOf = (text: string): string =>
  text
    .replace(/\s*(?:ext|x)\.?\s*\d+$/i, '')
    .toUpperCase()
    .replace(/[A-Z]/g, (letter) => '22233344455566677778889999'[letter.charCodeAt(0) - 65] ?? '')
    .replace(/\D/g, '')

/** Titles and degrees, which labels sometimes contain. */
const BESIDE_NAME = /\b(?:mrs?|ms|miss|dr|capt|prof)\b\.?|,.*$|\(.*\)|\s'.*'|\bM\.?D\b\.?|\b[JS]r\b\.?/gi
const bareName = (name: string): string => letters(name.replace(BESIDE_NAME, ''))

/** Whether first initial and surname agree: labels differ in nicknames and middle names. */
function sameName(wanted: string, got: string): boolean {
  const [a, b] = [wanted, got].map((name) => foldName(name).split(' '))
  return a?.at(-1) === b?.at(-1) && a?.[0]?.[0] === b?.[0]?.[0]
}

function rowsOf(tallies: Record<string, Tally>): (string | number)[][] {
  return Object.entries(tallies).flatMap(([part, { hits, answers, missed, wrong, recall, precision }]) => [
    [part, part === 'kind' ? 'accuracy' : 'recall', recall, `${hits} of ${hits + missed.length}`],
    ...(wrong.length > 0 || part === 'pair'
      ? [[part, 'precision', precision, `${answers} of ${answers + wrong.length}`]]
      : []),
  ])
}

type Part = 'kind' | 'pair' | 'name' | 'full_name' | 'position' | 'phone'

function summarise(tallies: Record<Part, Tally>): Omit<Evaluation, 'rows'> {
  const { kind, pair, name, full_name: fullName, position, phone } = tallies
  const lines = (label: string, { missed, wrong }: Tally): string[] => [
    ...missed.map((line) => `missed ${label}  ${line}`),
    ...wrong.map((line) => `wrong ${label}  ${line}`),
  ]
  return {
    figures: {
      kind_accuracy: kind.recall,
      pair_precision: pair.precision,
      pair_recall: pair.recall,
      name_recall: name.recall,
      name_precision: name.precision,
      full_name_recall: fullName.recall,
      full_name_precision: fullName.precision,
      position_recall: position.recall,
      position_precision: position.precision,
      phone_recall: phone.recall,
      phone_precision: phone.precision,
    },
    bars: BARS,
    misses: Object.entries(tallies).flatMap(([label, one]) => lines(label, one)),
  }
}
