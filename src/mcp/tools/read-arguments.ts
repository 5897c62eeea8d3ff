import { AppError } from '../../errors.ts'
import { isAbsent, missingParameter, quoted } from '../../lib/input/input-fields.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'
import type { Entry } from './catalogue.ts'
import { CLEAR, clearedArguments } from './clear-argument.ts'
import { CONFIRM, CONFIRM_ALIASES } from './confirmation.ts'
import type { Tool } from './define-tool.ts'
import { isMap } from './publish-input.ts'
import type { PublishedSchema } from './publish-schema.ts'
import { tolerated } from './tolerated-value.ts'

/**
 * What a model sent → what the core receives, the same for all tools. Models fill in arguments for which they have no value:
 * null, the words `null` and `undefined`, and empty texts, lists and objects count as absent at any depth, so that none of them
 * erases anything; only `clear` does.
 */
export interface ReadArguments {
  args: Record<string, unknown>
  /** Places of empty texts and words such as `null`; a writing tool reports that they had no effect. */
  ignored: string[]
  /** The names listed in `clear`. */
  cleared: readonly string[]
}

/** Far deeper than any argument; JSON text could be nested without end. */
const MAX_DEPTH = 16

/** @throws AppError `wrong_params` that names the place. */
export function readArguments({ tool, shape }: Entry, sent: Record<string, unknown>): ReadArguments {
  const ignored: string[] = []
  const args = bareRecord<unknown>()
  for (const [name, raw] of Object.entries(underOwnNames(tool, sent))) {
    const schema = ownValue(shape, name)
    // Confirmation is read literally.
    const value = tidy(raw, name === CONFIRM ? undefined : schema, { place: name, depth: 0, ignored })
    if (isAbsent(value)) continue
    if (schema === undefined)
      throw new AppError('wrong_params', `There is no parameter ${quoted(name)}.`, { field: quoted(name) })
    args[name] = value
  }
  const missing = tool.required.find((name) => !Object.hasOwn(args, name))
  if (missing !== undefined) throw AppError.forParameters([missingParameter(missing)])
  const cleared = clearedArguments(tool, args)
  delete args[CLEAR]
  return { args, ignored: tool.annotations.readOnlyHint ? [] : ignored, cleared }
}

/** Arguments under the names that the tool knows; one sent under its own name wins over an alias. */
function underOwnNames({ parameterAliases, preview }: Tool, sent: Record<string, unknown>): Record<string, unknown> {
  const named = Object.assign(bareRecord<unknown>(), sent)
  for (const [alias, name] of Object.entries({ ...parameterAliases, ...(preview && CONFIRM_ALIASES) })) {
    if (!Object.hasOwn(named, alias)) continue
    named[name] ??= named[alias]
    delete named[alias]
  }
  return named
}

interface Place {
  place: string
  depth: number
  ignored: string[]
}

/** Hosts that turn all values into text write `null`; a person of that name is written with a capital. */
const NOTHING = /^\s*(?:null|undefined)?\s*$/

/** The value without what counts as absent, in the form of its schema; undefined if nothing is left. */
function tidy(raw: unknown, schema: PublishedSchema | undefined, at: Place): unknown {
  if (at.depth > MAX_DEPTH) throw wrong(at.place, `${at.place} is nested too deeply.`)
  const value = underInclude(parsedText(raw, schema, at.place), schema)
  if (typeof value === 'string' && NOTHING.test(value)) {
    at.ignored.push(at.place)
    return undefined
  }
  if (Array.isArray(value)) {
    if (isMap(schema)) return mapOfPairs(value, at)
    return PLAIN.has(schema?.['type']) ? onlyOneOf(value, schema, at) : tidyList(value, schema, at)
  }
  if (isRecord(value)) return tidyRecord(value, schema, at)
  if (isMap(schema) && !isAbsent(value))
    throw wrong(at.place, `${at.place} must be a list of objects with slug and value.`)
  return tolerated(value, schema)
}

/** Parses a list or an object sent as JSON text, as done by hosts that treat every argument as text. */
function parsedText(raw: unknown, schema: PublishedSchema | undefined, place: string): unknown {
  const type = schema?.['type']
  if (typeof raw !== 'string' || (type !== 'array' && type !== 'object') || !/^\s*[[{]/.test(raw)) return raw
  try {
    return JSON.parse(raw)
  } catch {
    throw wrong(place, `${place} begins like JSON but is not valid JSON.`)
  }
}

/** Words, or a list, sent alone where `{ include, exclude }` is published: other filters of the same tool are plain lists. */
function underInclude(value: unknown, schema: PublishedSchema | undefined): unknown {
  const sides = schema?.['properties'] as Record<string, PublishedSchema> | undefined
  const isAlone = Array.isArray(value) || typeof value === 'string' || typeof value === 'number'
  return isAlone && !isAbsent(value) && sides?.['include']?.['type'] === 'array' ? { include: value } : value
}

const PLAIN: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean'])

/** A plain value sent in a list. Given several, the core would silently use only the last one. */
function onlyOneOf(list: readonly unknown[], schema: PublishedSchema | undefined, at: Place): unknown {
  const kept = tidyList(list, { items: schema }, at) ?? []
  if (kept.length < 2) return kept[0]
  const way = at.place.endsWith(']') ? 'Put them into the list itself.' : 'Send one and call once for each.'
  throw wrong(at.place, `${at.place} takes one value; ${kept.length} were sent. ${way}`)
}

function tidyList(list: readonly unknown[], schema: PublishedSchema | undefined, at: Place): unknown[] | undefined {
  const items = schema?.['items'] as PublishedSchema | undefined
  const kept = list.flatMap((item, index) => {
    const value = tidy(item, items, { ...at, place: `${at.place}[${index}]`, depth: at.depth + 1 })
    return value === undefined || value === null ? [] : [value]
  })
  return kept.length === 0 ? undefined : kept
}

function tidyRecord(
  record: Readonly<Record<string, unknown>>,
  schema: PublishedSchema | undefined,
  at: Place,
): Record<string, unknown> | undefined {
  const known = isMap(schema) ? undefined : (schema?.['properties'] as Record<string, PublishedSchema> | undefined)
  const kept = bareRecord<unknown>()
  let isEmpty = true
  for (const [name, inner] of Object.entries(record)) {
    const own = known === undefined ? undefined : ownValue(known, name)
    const value = tidy(inner, own, { ...at, place: `${at.place}.${quoted(name)}`, depth: at.depth + 1 })
    if (value === undefined || value === null) continue
    if (known !== undefined && own === undefined && schema?.['additionalProperties'] !== true)
      throw wrong(at.place, `${at.place} takes ${Object.keys(known).join(', ')}, but not ${quoted(name)}.`)
    kept[name] = value
    isEmpty = false
  }
  return isEmpty ? undefined : kept
}

/** `[{ slug, value }]`, the published form of a map, because strict schema converters do not know maps. */
function mapOfPairs(pairs: readonly unknown[], at: Place): Record<string, unknown> | undefined {
  const map = bareRecord<unknown>()
  for (const [index, pair] of pairs.entries()) {
    if (isAbsent(pair) || (typeof pair === 'string' && NOTHING.test(pair))) continue
    const slug = isRecord(pair) ? ownValue(pair, 'slug') : undefined
    if (!isRecord(pair) || typeof slug !== 'string' || slug.trim() === '')
      throw wrong(at.place, `${at.place}[${index}] must be an object with slug and value.`)
    map[slug.trim()] = ownValue(pair, 'value')
  }
  return tidyRecord(map, undefined, at)
}

const wrong = (place: string, details: string): AppError =>
  new AppError('wrong_params', details, { field: place.split(/[.[]/)[0] ?? place })
