import type { Department } from '../../lib/text/vocabulary.ts'
import { DEPARTMENTS } from '../../lib/text/vocabulary.ts'
import { indexTerms, readTermLines } from './title-terms.ts'
import type { TermMatch } from './title-terms.ts'
import type { TitlePhrase } from './title-phrases.ts'
import { endsInAide, servesSomebody } from './title-seniority.ts'

/** How much a term counts; see lists/title-departments.txt. */
const STRENGTHS = ['rank', 'weak', 'field', 'head', 'top'] as const
type Strength = (typeof STRENGTHS)[number]

interface Label {
  department: Department
  level: number
}

const FIELD = STRENGTHS.indexOf('field')
const TOP = STRENGTHS.indexOf('top')

const TERMS = indexTerms<Label>(
  readTermLines(new URL('./lists/title-departments.txt', import.meta.url)).map(([name, terms]) => [
    labelOf(name),
    terms,
  ]),
)

function labelOf(name: string): Label {
  const [department, strength] = name.split(' ')
  const known = DEPARTMENTS.find((one) => one === department)
  const level = STRENGTHS.indexOf(strength as Strength)
  if (known === undefined || level < 0) throw new Error(`title-departments.txt: unknown list "${name}"`)
  return { department: known, level }
}

/**
 * The department that a title belongs to, or null. A chief with a function decides, then the first part of the title that names
 * a line of work; within a noun phrase the profession, then the last line of work (`product marketing manager`).
 */
export function departmentOf(phrases: readonly TitlePhrase[]): Department | null {
  const parts = phrases.flatMap(({ chunks }) => labelsOf(servesSomebody(chunks) ? chunks.slice(0, 1) : chunks))
  const top = parts.find(({ level }) => level === TOP)
  const named = top ?? parts.find(({ level }) => level >= FIELD)
  const last = [...parts].sort((a, b) => b.level - a.level)[0]
  return (named ?? last)?.department ?? null
}

/**
 * Terms may span a preposition (`chef de projet`), so they are searched for in the whole phrase, then assigned to its chunks.
 * An executive's assistant is not an executive (`VD-assistent`).
 */
function labelsOf(chunks: readonly string[][]): Label[] {
  const words = chunks.flat()
  const matches = matchesIn(words)
  let start = 0
  return chunks.flatMap((chunk) => {
    const end = start + chunk.length
    const inside = matches.filter((match) => match.start >= start && match.start < end)
    start = end
    if (endsInAide(chunk)) return strongest(inside.filter(({ label }) => label.department !== 'executive')) ?? []
    return strongest(inside) ?? []
  })
}

function matchesIn(words: readonly string[]): TermMatch<Label>[] {
  const found: TermMatch<Label>[] = []
  for (let at = 0; at < words.length;) {
    const match = TERMS.at(words, at)
    if (match) found.push(match)
    at = match?.end ?? at + 1
  }
  return found
}

/** The strongest; of equals the last, because modifiers precede their head. */
function strongest(matches: readonly TermMatch<Label>[]): Label | null {
  let best: Label | null = null
  for (const { label } of matches) if (!best || label.level >= best.level) best = label
  return best
}
