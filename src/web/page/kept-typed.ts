import type { Response } from 'express'
import { PAGE_ACCOUNT, shownAgain } from './fields.ts'
import type { Fields } from './fields.ts'
import { ONCE } from './once.ts'

const OWN_FIELDS = new Set([ONCE, PAGE_ACCOUNT])

/** Secrets are not shown again, so a form with one is retyped; a button alone is pressed again. */
export const isWorthKeeping = (typed: Fields): boolean => {
  const names = Object.keys(typed)
  return names.length === Object.keys(shownAgain(typed)).length && names.some((name) => !OWN_FIELDS.has(name))
}

/** Remembers what a form sent until it is answered, in case that is an error page. */
export function keepTyped({ locals }: Response, typed: Fields): void {
  if (isWorthKeeping(typed)) locals['typed'] = typed
}

/** What the form sent whose request failed; null if nothing has to be kept. */
export const keptTyped = ({ locals }: Response): Fields | null => (locals as { typed?: Fields }).typed ?? null

/** The fields by the names of their inputs (`custom_attributes[hobby]`), as texts. */
export const keptInputs = (typed: Fields): Record<string, string[]> =>
  Object.fromEntries(flat(typed).map(([name, value]) => [name, [value].flat().filter(isText)]))

const isText = (value: unknown): value is string => typeof value === 'string' // an empty one clears

const flat = (typed: Fields): [name: string, value: unknown][] =>
  Object.entries(typed).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, text]) => [`${name}[${inner}]`, text])
      : [[name, value]],
  )
