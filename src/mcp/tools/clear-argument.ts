import { AppError } from '../../errors.ts'
import { listOf } from '../../lib/input/field-kinds.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import { bareRecord } from '../../lib/text/own-value.ts'
import type { Bare } from '../../lib/text/own-value.ts'
import type { Tool } from './define-tool.ts'
import type { PublishedSchema } from './publish-schema.ts'

/** The argument that empties fields: the only way to do so, so that null or an empty text never loses anything. */
export const CLEAR = 'clear'

/** A custom attribute is named with the argument for all attributes as its prefix. */
const ATTRIBUTES = 'custom_attributes'
const ATTRIBUTE = /^custom_attributes\.(.{1,255})$/

/**
 * Plain texts, not an enumeration: the account's own attributes can be named too, and a client that validates arguments would
 * refuse them.
 */
export const clearSchema = (clears: readonly string[], hasAttributes: boolean): PublishedSchema => ({
  type: 'array',
  items: { type: 'string' },
  description: `Fields to empty: ${namesOf(clears, hasAttributes)}. Nothing else empties them.`,
})

const namesOf = (clears: readonly string[], hasAttributes: boolean): string =>
  clears.join(', ') + (hasAttributes ? `, or ${ATTRIBUTES}.SLUG` : '')

/** Whether a tool accepts values of custom attributes. */
export const takesAttributes = ({ input }: Pick<Tool, 'input'>): boolean => ATTRIBUTES in input.shape

/**
 * Sets each argument listed in `clear` to null, which clears the field, and returns the names.
 * @throws AppError `wrong_params` for a name that the tool cannot empty or that is sent with a value as well.
 */
export function clearedArguments({ clears, input }: Tool, args: Bare<unknown>): string[] {
  if (clears === undefined || !Object.hasOwn(args, CLEAR)) return []
  const names = listOf(args[CLEAR])
  if (names === null) throw refused('clear must be a list of names.')
  const cleared = [...new Set(names)]
  const hasAttributes = takesAttributes({ input })
  for (const name of cleared) {
    const slug = hasAttributes ? ATTRIBUTE.exec(name)?.[1] : undefined
    if (slug === undefined && !clears.includes(name))
      throw refused(`${quoted(name)} cannot be cleared; clear takes ${namesOf(clears, hasAttributes)}.`)
    const holder = slug === undefined ? args : attributesIn(args)
    const key = slug ?? name
    if (Object.hasOwn(holder, key)) throw refused(`${quoted(name)} is both sent and cleared; do only one of the two.`)
    holder[key] = null
  }
  return cleared
}

function attributesIn(args: Bare<unknown>): Bare<unknown> {
  const sent = args[ATTRIBUTES]
  const attributes = Object.assign(bareRecord<unknown>(), isRecord(sent) ? sent : {})
  args[ATTRIBUTES] = attributes
  return attributes
}

const refused = (details: string): AppError => new AppError('wrong_params', details, { field: CLEAR })
