import { ownValue } from '../../lib/text/own-value.ts'

/** What a form sent, by the names of its inputs; repeated names and `name[]` are lists. */
export type Fields = Readonly<Record<string, unknown>>

/** The account that the page of a form was made for. */
export const PAGE_ACCOUNT = 'page_account'

/** A field as text; empty when it was not sent. A list gives its last text, as a checkbox behind a hidden input does. */
export function fieldText(fields: Fields, name: string): string {
  const value = [ownValue(fields, name)].flat().at(-1)
  return typeof value === 'string' ? value.trim() : ''
}

/** A field as it was typed, with the spaces around it: a password. */
export function fieldAsTyped(fields: Fields, name: string): string {
  const value = [ownValue(fields, name)].flat().at(-1)
  return typeof value === 'string' ? value : ''
}

/** All texts of a field that may be repeated. */
export const fieldTexts = (fields: Fields, name: string): string[] =>
  [ownValue(fields, name)].flat().filter((value): value is string => typeof value === 'string' && value !== '')

/** The numbers among them: ids that were ticked. */
export const fieldIds = (fields: Fields, name: string): number[] =>
  fieldTexts(fields, name).map(Number).filter(Number.isSafeInteger)

export const isTicked = (fields: Fields, name: string): boolean => fieldText(fields, name) !== ''

/** What may be shown again in a form that was refused. */
const SECRET = /password|secret|code|token/i

/** The fields without what nobody should see again. */
export const shownAgain = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRET.test(name)))
