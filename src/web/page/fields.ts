import { ownValue } from '../../lib/text/own-value.ts'

/** What a form sent, by names of inputs; repeated names and `name[]` are lists. */
export type Fields = Readonly<Record<string, unknown>>

/** The account that the page of a form was made for. */
export const PAGE_ACCOUNT = 'page_account'

const NESTED = /^([^[\]]+)\[([^[\]]+)\]$/

/** What was sent under a name, `a[b]` included; undefined if nothing was. */
export function fieldAt(fields: Fields, name: string): unknown {
  const [, outer, inner] = NESTED.exec(name) ?? []
  if (outer === undefined || inner === undefined) return ownValue(fields, name)
  const within = ownValue(fields, outer)
  return typeof within === 'object' && within !== null ? ownValue(within as Fields, inner) : undefined
}

/** A field as text; empty if it was not sent. A list gives its last text, such as that of a checkbox after a hidden input. */
export function fieldText(fields: Fields, name: string): string {
  const value = [fieldAt(fields, name)].flat().at(-1)
  return typeof value === 'string' ? value.trim() : ''
}

/** A field exactly as typed, including surrounding spaces: a password. */
export function fieldAsTyped(fields: Fields, name: string): string {
  const value = [ownValue(fields, name)].flat().at(-1)
  return typeof value === 'string' ? value : ''
}

/** All texts of a field that may be repeated. */
export const fieldTexts = (fields: Fields, name: string): string[] =>
  [ownValue(fields, name)].flat().filter((value): value is string => typeof value === 'string' && value !== '')

/** The most that a form may name. */
const MAX_IDS = 10_000

/** The ids in a field: from ticked boxes, or many in one text as written by `idsText`. */
export function fieldIds(fields: Fields, name: string): number[] {
  const ids: number[] = []
  for (const text of fieldTexts(fields, name).flatMap((all) => all.split(','))) {
    const [first = 0, last = first] = text.split('-').map(Number)
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 1) continue
    for (let id = first; id <= last && ids.length <= MAX_IDS; id++) ids.push(id)
  }
  return ids
}

/** Ids as one short text, `3-9,12`, for forms with thousands of them. */
export function idsText(ids: readonly number[]): string {
  const spans: [first: number, last: number][] = []
  for (const id of ids.toSorted((one, other) => one - other)) {
    const span = spans.at(-1)
    if (span !== undefined && id <= span[1] + 1) span[1] = id
    else spans.push([id, id])
  }
  return spans.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}

export const isTicked = (fields: Fields, name: string): boolean => fieldText(fields, name) !== ''

/**
 * Fields to be retyped when a form is refused. The code of a link is not among them: a password that is too short must not lose
 * it.
 */
const SECRET = /password|secret|token/i

/** The fields without those that must not be shown again. */
export const shownAgain = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRET.test(name)))
