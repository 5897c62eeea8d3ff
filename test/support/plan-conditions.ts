/** What the conditions in a plan say to be equal. They are text as PostgreSQL writes it: `((a.domain = s.domain) AND (a.type = $1))`. */

/** A column of a named step, or a parameter. */
const TERM = /^(?:\w+\.\w+|\$\d+)$/

/** Each term that equals another one, with the term that stands for all that are equal. */
export function equalTerms(conditions: readonly string[]): ReadonlyMap<string, string> {
  const stands = new Map<string, string>()
  for (const pair of conditions.flatMap(required).flatMap(equalityIn)) {
    const [left = '', right = ''] = pair.map((term) => term.replaceAll('"', ''))
    if (!TERM.test(left) || !TERM.test(right)) continue
    const [one, other] = [stands.get(left) ?? left, stands.get(right) ?? right]
    for (const [term, before] of [...stands, [left, one], [right, other]] as const)
      if (before === one || before === other) stands.set(term, one)
  }
  return stands
}

export const sameClass = (classes: ReadonlyMap<string, string>, one: string, other: string): boolean =>
  one === other || (classes.has(one) && classes.get(one) === classes.get(other))

/** Whether every way to meet a condition gives this column a value, or a pattern, from outside its own row. */
export function isTiedTo(condition: string, column: string): boolean {
  const isOutside = (value: string): boolean => !value.includes(`${column.slice(0, column.indexOf('.'))}.`)
  const isTied = (one: string): boolean => {
    const ways = splitOutside(one, ' OR ')
    if (ways.length > 1) return ways.every((way) => isTiedTo(way, column))
    const pairs = [...equalityIn(one), ...comparedIn(one, ' ~~ ')]
    return pairs.some(([left, right]) => (left === column && isOutside(right)) || (right === column && isOutside(left)))
  }
  return required(condition).some(isTied)
}

/** The parts of a condition that all have to be met. */
function required(condition: string): string[] {
  const inner = unwrapped(condition)
  const parts = splitOutside(inner, ' AND ')
  return parts.length === 1 ? [inner] : parts.flatMap(required)
}

const equalityIn = (condition: string): Pair[] =>
  splitOutside(condition, ' OR ').length === 1 ? comparedIn(condition, ' = ') : []

type Pair = [left: string, right: string]

function comparedIn(condition: string, operator: string): Pair[] {
  const [left, right, ...more] = splitOutside(condition, operator)
  return left !== undefined && right !== undefined && more.length === 0 ? [[unwrapped(left), unwrapped(right)]] : []
}

const unwrapped = (text: string): string => {
  const trimmed = text.trim()
  const isWrapped = trimmed.startsWith('(') && depths(trimmed).indexOf(0) === trimmed.length - 1
  return isWrapped ? unwrapped(trimmed.slice(1, -1)) : trimmed
}

/** How many brackets are open after each character. */
function depths(text: string): number[] {
  let depth = 0
  return Array.from({ length: text.length }, (_, at) => {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    return depth
  })
}

function splitOutside(text: string, by: string): string[] {
  const depth = depths(text)
  const parts: string[] = []
  let start = 0
  for (let at = text.indexOf(by); at !== -1; at = text.indexOf(by, at + 1)) {
    if (depth[at] !== 0) continue
    parts.push(text.slice(start, at))
    start = at + by.length
  }
  return [...parts, text.slice(start)]
}
