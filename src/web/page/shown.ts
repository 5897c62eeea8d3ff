import { createHash } from 'node:crypto'
import { ownValue } from '../../lib/text/own-value.ts'
import { fieldAt, fieldText } from './fields.ts'
import type { Fields } from './fields.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { View } from './view.ts'

/**
 * A page shows a whole record, but its sender changes only part of it. What it showed travels along as marks, so that the rest
 * is left as it is: somebody else may have changed that since the page was opened.
 */
const SHOWN = 'shown'

type Value = string | number | boolean | null | undefined | readonly (string | number)[]
type Marks = Readonly<Record<string, string>>

/** Stands for the value of a field, however a browser sends it: a long text is not sent twice. */
const markOf = (value: unknown): string => {
  const texts = [value].flat().filter((text) => text !== null && text !== undefined && text !== false)
  const sent = texts.map((text) => String(text).replaceAll('\r\n', '\n').trim()).filter((text) => text !== '')
  return createHash('sha256').update(JSON.stringify(sent.toSorted())).digest('base64url').slice(0, 16)
}

const inputOf = (marks: Marks, id: string | null, attributes: Html | ''): Html =>
  html`<input type="hidden" name="${SHOWN}" value="${JSON.stringify(marks)}"${id === null ? '' : html` id="${id}"`}${attributes} />`

const marksOf = (values: readonly (readonly [name: string, value: unknown])[]): Marks =>
  Object.fromEntries(values.map(([name, value]) => [name, markOf(value)]))

/**
 * Goes into a form that changes a record.
 * @param values of its fields as the page shows them, as if sent: the texts of ticked boxes, nothing for others. A refused form
 *   keeps what its first page showed.
 * @param id for `shownSince`
 */
export const shownField = (
  { typed }: Pick<View, 'typed'>,
  values: Readonly<Record<string, Value>>,
  id: string | null = null,
): Html => inputOf(Object.keys(marksIn(typed)).length > 0 ? marksIn(typed) : marksOf(Object.entries(values)), id, '')

/** The same field after a form has saved itself: from now on, the page shows what was sent. */
export const shownSince = (fields: Fields, id: string, attributes: Html): Html =>
  inputOf(marksOf(Object.keys(marksIn(fields)).map((name) => [name, fieldAt(fields, name)])), id, attributes)

function marksIn(fields: Fields): Marks {
  const text = fieldText(fields, SHOWN)
  try {
    const marks: unknown = text === '' ? {} : JSON.parse(text)
    return typeof marks === 'object' && marks !== null ? (marks as Marks) : {}
  } catch {
    return {}
  }
}

/** Whether any of these fields differs from what the page showed; always, if the form does not say what it showed. */
export function changesIn(fields: Fields): (...names: readonly string[]) => boolean {
  const marks = marksIn(fields)
  return (...names) => names.some((name) => ownValue(marks, name) !== markOf(fieldAt(fields, name)))
}

/** What is to be changed, without the fields that are as the page showed them. @param input by the names of its fields */
export function changedOnly(fields: Fields, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isChanged = changesIn(fields)
  return Object.fromEntries(Object.entries(input).filter(([name]) => isChanged(name)))
}
