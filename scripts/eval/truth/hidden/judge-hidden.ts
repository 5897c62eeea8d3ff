import { extractPage } from '../../../../src/engine/extract/extract-page.ts'
import type { FoundPerson, PageInput } from '../../../../src/engine/extract/page/page-facts.ts'
import type { StructuredPerson } from '../../../../src/engine/extract/people/structured-data.ts'
import { dropMarks } from '../../../../src/lib/text/fold-text.ts'
import { describedPeople, HIDDEN_OPTIONS, shownText, withoutBlocks } from './hide-block.ts'

/** Labels found again, all labels, and answers that contradict them. */
export interface HiddenTally {
  hits: number
  wanted: number
  wrong: number
}

/** What extraction finds on pages once their structured data is hidden. */
export interface HiddenFigures {
  /** Pages with people both in their structured data and in their text. */
  pages: number
  /** People in the structured data, whether shown or not. */
  described: number
  /** `name`, `position`, `phone`, `address`. */
  tallies: Map<string, HiddenTally>
  misses: string[]
}

/** The national part of a number: what remains the same with or without prefixes. */
const COMPARED_DIGITS = 7

type Fact = 'position' | 'phone' | 'address'
/** What the block says about a person that the text of the page says as well. */
type Label = { name: string } & Record<Fact, string[]>

export const newHiddenFigures = (): HiddenFigures => ({
  pages: 0,
  described: 0,
  tallies: new Map(
    ['name', 'position', 'phone', 'address'].map((fact) => [fact, { hits: 0, wanted: 0, wrong: 0 }] as const),
  ),
  misses: [],
})

/** Compares what the product reads from the page without its blocks with what the blocks say. */
export function judgeHidden(page: PageInput, figures: HiddenFigures): void {
  const people = describedPeople(page)
  figures.described += people.length
  if (people.length === 0) return
  const hidden = { ...page, html: withoutBlocks(page.html) }
  if (describedPeople(hidden).length > 0) return
  const found = extractPage(hidden, HIDDEN_OPTIONS).people
  const labels = labelsOf(people, shownText(hidden))
  if (labels.length === 0) return
  figures.pages++
  const left = new Set(found)
  for (const label of labels) {
    const own = found.filter((one) => left.has(one) && isSameName(one.fullName, label.name))
    const got = own.find((one) => one.email !== null) ?? own[0]
    count(figures, 'name', got !== undefined, false, `${page.url}  ${label.name}`)
    if (got) left.delete(got)
    for (const fact of ['position', 'phone', 'address'] as const) judgeFact(fact, label, got, figures, page.url)
  }
  const name = figures.tallies.get('name')!
  for (const one of left) {
    name.wrong++
    figures.misses.push(`wrong name  ${page.url}  ${one.fullName}`)
  }
}

function judgeFact(fact: Fact, label: Label, got: FoundPerson | undefined, figures: HiddenFigures, url: string): void {
  const wanted = label[fact]
  if (wanted.length === 0) return
  const said = got === undefined ? [] : saidOf(fact, got)
  const right = said.some((one) => wanted.includes(one))
  count(
    figures,
    fact,
    right,
    said.length > 0 && !right,
    `${url}  ${label.name}: ${wanted.join(' or ')}  ${said.join(' or ')}`,
  )
}

function saidOf(fact: Fact, { position, positionRaw, phone, email }: FoundPerson): string[] {
  if (fact === 'position') return [position, positionRaw].flatMap((text) => (text === null ? [] : [lettersOf(text)]))
  if (fact === 'phone') return phone === null ? [] : [digitsOf(phone)]
  return email === null ? [] : [email]
}

function count({ tallies, misses }: HiddenFigures, fact: string, hit: boolean, wrong: boolean, line: string): void {
  const tally = tallies.get(fact)!
  tally.wanted++
  if (hit) tally.hits++
  else misses.push(`${wrong ? 'wrong' : 'missed'} ${fact}  ${line}`)
  if (wrong) tally.wrong++
}

/** One label per person: plugins describe the same people in several blocks. */
function labelsOf(people: readonly StructuredPerson[], text: string): Label[] {
  const letters = lettersOf(text)
  const digits = text.replace(/\D/g, '')
  const labels = new Map<string, Label>()
  for (const { name, position, phone, emails } of people) {
    const key = lettersOf(name.full)
    const shown = [key, lettersOf(`${name.last} ${name.first}`)].some((one) => letters.includes(one))
    if (key === '' || !shown) continue
    const label = labels.get(key) ?? { name: name.full, position: [], phone: [], address: [] }
    labels.set(key, label)
    const title = lettersOf(position ?? '')
    if (title !== '' && letters.includes(title)) label.position.push(title)
    const number = digitsOf(phone ?? '')
    if (number.length === COMPARED_DIGITS && digits.includes(number)) label.phone.push(number)
    label.address.push(...emails.filter((email) => text.toLowerCase().includes(email)))
  }
  return [...labels.values()]
}

const folded = (text: string): string => dropMarks(text).toLowerCase()
const lettersOf = (text: string): string => folded(text).replace(/[^\p{L}]/gu, '')
const digitsOf = (text: string): string => text.replace(/;.*/, '').replace(/\D/g, '').slice(-COMPARED_DIGITS)

/** Whether the words are the same in any order. */
function isSameName(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) =>
    folded(name)
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== '')
      .toSorted()
      .join(' '),
  )
  return a === b
}
