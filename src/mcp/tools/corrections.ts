import type { AppError, ErrorItem } from '../../errors.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { Tool } from './define-tool.ts'
import type { PublishedSchema } from './publish-schema.ts'

/** What to change about the arguments of a call that was refused. */

/** What a hint may mention about a tool and related tools. */
export interface Advised {
  /** The tool's arguments, by name. */
  accepted: Readonly<Record<string, PublishedSchema>>
  /** The tool's own hints. */
  hints: Tool['hints']
  /** Names of the tools that this caller sees. */
  tools: readonly string[]
}

export interface Situation {
  item: ErrorItem
  error: AppError
  advised: Advised
}

/** Sentences, of which the first that names only available tools and arguments is used. */
export type NextStep = string | readonly string[] | ((situation: Situation) => string | readonly string[])

interface Argument {
  name: string
  schema: PublishedSchema
}

/** The argument that an error concerns, or whose name begins its sentence; undefined if the tool has no such argument. */
function argumentOf({ item: { field, details }, advised }: Situation): Argument | undefined {
  const name = field?.split(/[.[]/)[0] ?? /^[a-z_]+(?= )/.exec(details)?.[0]
  const schema = name === undefined ? undefined : ownValue(advised.accepted, name)
  return name === undefined || schema === undefined ? undefined : { name, schema }
}

/** Only an argument of the tool can be corrected. */
export const correct = (situation: Situation): string | readonly string[] => {
  const argument = argumentOf(situation)
  if (argument !== undefined)
    return (
      asked(situation.item, argument) ??
      accepted(situation.item, argument) ?? [...shownBy(situation), `Correct ${argument.name} and call again.`]
    )
  // Only the state of a record is left to be wrong.
  if (situation.item.field === undefined) return 'Do not repeat the call unchanged.'
  return ['draft_campaign can change that.', 'No argument of this tool changes that; do not repeat the call unchanged.']
}

/** Sentences about what was not sent. */
const MISSING = /^Send |^The \w+ parameter is missing\.$| needs /

/** What a missing argument is. */
const asked = ({ details }: ErrorItem, { name, schema: { description } }: Argument): string | null =>
  MISSING.test(details) && typeof description === 'string' ? `${name}: ${description}` : null

/** Sentences about a word of an enumeration that do not list it, or not all of it. */
const UNKNOWN_WORD = / is not (?:a known|allowed for) |, or another named in /

/** The words of an enumeration, in quotes: they are not names of tools or arguments. */
function accepted({ details }: ErrorItem, { schema }: Argument): string | null {
  if (!UNKNOWN_WORD.test(details)) return null
  const enums = [...enumsIn(schema, '')]
  const word = / is not a known (\w+)\.$/.exec(details)?.[1]
  // A filter has lists of words for some of its keys; the sentence names the key, unless there is only one.
  const found = enums.find(({ key }) => key === word) ?? (enums.length === 1 ? enums[0] : undefined)
  return found === undefined
    ? null
    : `Accepted values: ${JSON.stringify(found.words).slice(1, -1).replaceAll(',', ', ')}.`
}

/** Every list of words within a schema, with the key whose values it lists. */
function* enumsIn(schema: PublishedSchema, key: string): Generator<{ key: string; words: unknown[] }> {
  const { enum: words, items, properties = {} } = schema as Enumerating
  if (words !== undefined) yield { key, words }
  if (items !== undefined) yield* enumsIn(items, key)
  for (const [name, inner] of Object.entries(properties)) yield* enumsIn(inner, name)
}

interface Enumerating {
  enum?: unknown[]
  items?: PublishedSchema
  properties?: Record<string, PublishedSchema>
}

export const wrongParams = (situation: Situation): string | readonly string[] => {
  if (argumentOf(situation) !== undefined) return correct(situation)
  const names = Object.keys(situation.advised.accepted)
  if (names.length === 0) return 'Call again without arguments.'
  return [...idInstead(situation), `Accepted arguments: ${names.join(', ')}.`]
}

/** Other tools take lists and campaigns by name. */
function idInstead({ item: { field = '' }, advised }: Situation): string[] {
  const id = field.replace(/_name$/, '_id')
  const shown = SHOWN_BY.find(([missing]) => missing.test(id))
  return id === field || shown === undefined || ownValue(advised.accepted, id) === undefined
    ? []
    : [`Send ${id}: ${shown[1]}`]
}

/** For ids that do not exist, what shows those that do. */
const shownBy = ({ item: { details } }: Situation): string[] =>
  details.endsWith(' does not exist.') ? SHOWN_BY.filter(([said]) => said.test(details)).map(([, step]) => step) : []

/** The tool that shows the records of a kind, by the words of errors about one that does not exist. */
const SHOWN_BY: readonly (readonly [missing: RegExp, step: string])[] = [
  [/^(?:There is no campaign|campaign_id)\b/, 'list_campaigns shows the campaigns.'],
  [/^(?:There is no leads list|leads_list_id)\b/, 'list_leads_lists shows the lists.'],
  [/^(?:There is no conversation|conversation_id)\b/, 'list_replies shows the conversations.'],
  [/^(?:There is no lead|id|lead_ids)\b/, 'search_leads shows the leads.'],
  [
    /^(?:There is no (?:such )?(?:job|bulk verification)|job_id)\b/,
    'get_account with include jobs shows those of the last day.',
  ],
  [/^There is no webhook\b/, 'get_account with include webhooks shows them.'],
]

export const notFound = (situation: Situation): string[] => {
  const { item } = situation
  const argument = argumentOf(situation)
  const shown = SHOWN_BY.filter(([missing]) => missing.test(item.details) || missing.test(argument?.name ?? ''))
  return [
    ...shown.map(([, step]) => step),
    argument === undefined
      ? 'Nothing in this account matches it; look it up before you call again.'
      : `Check ${argument.name}; nothing in this account matches it.`,
  ]
}

export const pagination = (situation: Situation): string =>
  `Send ${argumentOf(situation)?.name ?? 'limit and offset'} within the bounds of the input schema and of the plan.`
