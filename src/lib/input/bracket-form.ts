import { bareRecord } from '../text/own-value.ts'
import type { Bare } from '../text/own-value.ts'
/** `a[b][]=c` forms in queries and bodies, as browsers, PHP and Rails clients write them. */

/** Pairs beyond these are dropped from a query; a body with more of them is refused. */
export const MAX_PAIRS = 1_000
const MAX_DEPTH = 6
/** Larger indexes are keys of an object, not positions in an array. */
const MAX_INDEX = 999
/** Code that copies a form would set a prototype through these. */
const FORBIDDEN = new Set(['__proto__'])

type Form = Bare<unknown>

/**
 * Decodes pairs into nested values. A repeated plain name makes an array; `a[]` appends; in `a[][b]` a new element starts
 * when a key repeats; `a[0][b]` names the element. Pairs beyond the limits are dropped.
 */
export const parseBracketForm = (text: string): Form => bracketFormOf(new URLSearchParams(firstPairs(text)))

/** Like `parseBracketForm`, for pairs that are already decoded. */
export function bracketFormOf(pairs: Iterable<readonly [string, string]>): Form {
  const form = bareRecord<unknown>()
  for (const [name, value] of pairs) {
    const path = pathOf(name)
    if (path !== null) assign(form, path, value)
  }
  return finish(form) as Form
}

/** Cuts before anything is decoded, because a pair may be a single letter. */
function firstPairs(text: string): string {
  let end = -1
  for (let pairs = 0; pairs < MAX_PAIRS; pairs++) {
    end = text.indexOf('&', end + 1)
    if (end < 0) return text
  }
  return text.slice(0, end)
}

/** `a[b][]` → `['a', 'b', '']`; null for a name that is too deeply nested or forbidden. */
function pathOf(name: string): string[] | null {
  const bracket = name.indexOf('[')
  if (bracket <= 0 || !name.endsWith(']')) return FORBIDDEN.has(name) ? null : [name]
  const path = [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][', MAX_DEPTH)]
  return path.length > MAX_DEPTH || path.some((key) => FORBIDDEN.has(key)) ? null : path
}

/** The elements of an array under construction; its class distinguishes it from nested objects. */
class Elements {
  readonly items: unknown[] = []
}

function assign(form: Form, path: readonly string[], value: string): void {
  const [head = '', ...rest] = path
  if (rest.length === 0) {
    assignPlain(form, head, value)
    return
  }
  const [next = '', ...deeper] = rest
  if (next === '') append(elementsAt(form, head), deeper, value)
  else if (/^\d+$/.test(next) && Number(next) <= MAX_INDEX) place(elementsAt(form, head), Number(next), deeper, value)
  else assign(objectAt(form, head), rest, value)
}

/** A repeated name extends its existing array: copying it for each pair would cost a million steps for a thousand pairs. */
function assignPlain(form: Form, key: string, value: string): void {
  const known = form[key]
  if (Array.isArray(known)) known.push(value)
  else if (known instanceof Elements) known.items.push(value)
  else form[key] = known === undefined ? value : [known, value]
}

function append({ items }: Elements, deeper: readonly string[], value: string): void {
  if (deeper.length === 0) {
    items.push(value)
    return
  }
  const last = items.at(-1)
  const open = isForm(last) && !hasPath(last, deeper) ? last : newForm()
  if (open !== last) items.push(open)
  assign(open, deeper, value)
}

function place({ items }: Elements, index: number, deeper: readonly string[], value: string): void {
  if (deeper.length === 0) {
    items[index] = value
    return
  }
  const known = items[index]
  const element = isForm(known) ? known : newForm()
  items[index] = element
  assign(element, deeper, value)
}

/** Whether the key named by `path` is taken, so that a new element has to start. Arrays inside an element can always grow. */
function hasPath(form: Form, [head = '', ...rest]: readonly string[]): boolean {
  const value = form[head]
  if (value === undefined || rest[0] === '') return false
  return rest.length === 0 || !isForm(value) || hasPath(value, rest)
}

const newForm = bareRecord<unknown>
const isForm = (value: unknown): value is Form =>
  typeof value === 'object' && value !== null && !(value instanceof Elements) && !Array.isArray(value)

function elementsAt(form: Form, key: string): Elements {
  const known = form[key]
  if (known instanceof Elements) return known
  const elements = new Elements()
  if (known !== undefined) elements.items.push(...[known].flat())
  form[key] = elements
  return elements
}

function objectAt(form: Form, key: string): Form {
  const known = form[key]
  if (isForm(known)) return known
  const made = newForm()
  form[key] = made
  return made
}

/** Closes the gaps in arrays (missing indexes are left out) and returns plain objects that have a prototype. */
function finish(value: unknown): unknown {
  if (value instanceof Elements) return value.items.filter((item) => item !== undefined).map(finish)
  if (Array.isArray(value)) return value.map(finish)
  if (!isForm(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, finish(item)]))
}
