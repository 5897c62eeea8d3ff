import { Drop, Liquid, ParseError, RenderError, TokenizationError } from 'liquidjs'

/**
 * Texts with merge tags, `{{first_name|fallback:"there"}}`, in a small subset of Liquid: output, `if`, `unless`, `case`,
 * comments and a few filters. Templates are written by the account's people, values by strangers: a value is never interpreted
 * as a template, and cannot break out of its place.
 */

export type TemplateFormat = 'text' | 'html'

/** By name; null or empty means "not known". */
export type MergeValues = Readonly<Record<string, string | null>>

export type Rendered =
  | { outcome: 'rendered'; text: string }
  /** Tags with neither a value nor a fallback. */
  | { outcome: 'unresolved'; names: string[] }
  | { outcome: 'broken'; reason: TemplateProblem }

/** What is wrong with the template itself, as one sentence for its author. */
type TemplateProblem = string

/** Longest text of a step; an email is not a brochure. */
export const MAX_TEMPLATE_LENGTH = 50_000
/** Tags of both kinds; a hand-written email has a dozen. */
export const MAX_TEMPLATE_TAGS = 200
/** Characters within all tags together, including fallbacks. */
export const MAX_TAG_LENGTH = 5_000
/** Longest value inserted into an email. */
const MAX_VALUE_LENGTH = 2_000
/** Longest rendered text: conditions only leave parts out, so only values add length. */
const MAX_RENDERED_LENGTH = 200_000
const RENDER_MS = 250
/** Characters that filters may produce. */
const MEMORY_LIMIT = 2_000_000

const TAGS = new Set(['if', 'unless', 'case', 'comment'])
const FILTERS = ['capitalize', 'upcase', 'downcase', 'strip', 'truncate'] as const

/** An unknown value: false in conditions; its use in the text is recorded. */
class Missing extends Drop {
  readonly name: string
  readonly noted: Set<string>
  constructor(name: string, noted: Set<string>) {
    super()
    this.name = name
    this.noted = noted
  }
  override valueOf(): null {
    return null
  }
}

function makeEngine(escape: (text: string) => string): Liquid {
  const liquid = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    dynamicPartials: false,
    parseLimit: MAX_TEMPLATE_LENGTH,
    renderLimit: RENDER_MS,
    memoryLimit: MEMORY_LIMIT,
    cache: 200,
    outputEscape: (value: unknown) => {
      if (!(value instanceof Missing)) return escape(plainText(value))
      value.noted.add(value.name)
      return ''
    },
  })
  for (const name of Object.keys(liquid.tags)) if (!TAGS.has(name)) Reflect.deleteProperty(liquid.tags, name)
  const known = { ...liquid.filters }
  for (const name of Object.keys(known)) if (name !== 'escape') Reflect.deleteProperty(liquid.filters, name)
  for (const name of FILTERS) liquid.registerFilter(name, unlessMissing(known[name] as FilterFunction))
  const fallback = (value: unknown, other: unknown) => (value instanceof Missing || value === '' ? other : value)
  liquid.registerFilter('fallback', fallback)
  liquid.registerFilter('default', fallback)
  return liquid
}

type FilterFunction = (this: unknown, value: unknown, ...rest: unknown[]) => unknown

function unlessMissing(filter: FilterFunction): FilterFunction {
  return function (value, ...rest) {
    return value instanceof Missing ? value : filter.call(this, value, ...rest)
  }
}

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const engines = { text: makeEngine((text) => text), html: makeEngine(escapeHtml) }

/**
 * Fills in the known values.
 * @param values every name that the template may use, including those without a value.
 */
export function renderTemplate(template: string, format: TemplateFormat, values: MergeValues): Rendered {
  const problem = templateProblem(template, Object.keys(values))
  if (problem !== null) return { outcome: 'broken', reason: problem }
  const noted = new Set<string>()
  const scope = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, valueText(value) || new Missing(name, noted)]),
  )
  try {
    const text = String(engines[format].parseAndRenderSync(analysed(template).text, scope))
    if (text.length > MAX_RENDERED_LENGTH) return { outcome: 'broken', reason: 'The text becomes too long.' }
    return noted.size > 0 ? { outcome: 'unresolved', names: [...noted] } : { outcome: 'rendered', text }
  } catch (error) {
    return { outcome: 'broken', reason: sentenceOf(error) }
  }
}

/**
 * What is wrong with a template, or null.
 * @param known the allowed tag names.
 */
export function templateProblem(template: string, known: readonly string[]): TemplateProblem | null {
  if (template.length > MAX_TEMPLATE_LENGTH) return `A text can have at most ${MAX_TEMPLATE_LENGTH} characters.`
  const { names, problem } = analysed(template)
  if (problem !== null) return problem
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return null
  const sentence = `Unknown merge tag: ${unknown.slice(0, 5).map(shownName).join(', ')}.`
  const bare = new Set(Array.from(template.matchAll(BARE_FALLBACK), ([, word = '']) => word))
  return unknown.some((name) => bare.has(name)) ? `${sentence} ${QUOTE_IT}` : sentence
}

/** A fallback without quotation marks is read as the name of a tag. */
const BARE_FALLBACK = /\|\s*(?:fallback|default)\s*:\s*(\w+)/g
const QUOTE_IT = 'A fallback needs quotation marks: {{first_name|fallback:"there"}}.'

/** The names in a template's tags, each once; empty for an unreadable template. */
export const templateNames = (template: string): readonly string[] => analysed(template).names

interface Analysis {
  /** In all tags, each once. */
  names: readonly string[]
  problem: TemplateProblem | null
  /** The template as it is filled in. */
  text: string
}

/** Of recently used templates: the same text is rendered for every recipient. */
const analyses = new Map<string, Analysis>()
const MAX_ANALYSES = 200

function analysed(template: string): Analysis {
  const known = analyses.get(template)
  if (known !== undefined) return known
  const analysis = analyse(template)
  if (analyses.size >= MAX_ANALYSES) analyses.delete(analyses.keys().next().value ?? '')
  analyses.set(template, analysis)
  return analysis
}

/** Measures the tags before the library sees them, because its work grows with the square of their length. */
function analyse(template: string): Analysis {
  const problem = tagsProblem(template)
  if (problem !== null) return { names: [], problem, text: template }
  const text = template.replaceAll(TAG, (tag) =>
    tag.replaceAll(UNSEEN_IN_TAG, (_, quoted = '') => String(quoted)).replace(WORD_OF_LIQUID, '$1["$2"]'),
  )
  try {
    const names = engines.text.fullVariablesSync(engines.text.parse(text))
    return { names: names.map((name) => name.replace(/^\['(.*)'\]$/, '$1')), problem: null, text }
  } catch (error) {
    return { names: [], problem: sentenceOf(error), text }
  }
}

/** An attribute may be called like a word of the language, which makes no sense where a value is put in. */
const WORD_OF_LIQUID = /^(\{\{-?\s*)(true|false|nil|null|empty|blank|and|or|not|contains)(?=\s*(?:\||-?\}))/

/** Ends of tags in quoted texts are none. */
const TAG = /\{\{(?:"[^"]*"|'[^']*'|[^"'])*?\}\}|\{%(?:"[^"]*"|'[^']*'|[^"'])*?%\}/g
/** Invisible characters that come along when a tag is copied from a page; a quoted text keeps its own. */
const UNSEEN_IN_TAG = /("[^"]*"|'[^']*')|\p{Cf}/gu

function tagsProblem(template: string): TemplateProblem | null {
  const tags = template.split(/\{[{%]/).slice(1)
  if (tags.length > MAX_TEMPLATE_TAGS)
    return `A text can have at most ${MAX_TEMPLATE_TAGS} merge tags; this one has ${tags.length}.`
  // Up to the last end marker before the next tag: a quoted one ends nothing.
  const length = tags.reduce((sum, tag) => sum + Math.max(tag.lastIndexOf('}}'), tag.lastIndexOf('%}'), 0), 0)
  if (length <= MAX_TAG_LENGTH) return null
  return `Merge tags can have at most ${MAX_TAG_LENGTH} characters in total; these have ${length}.`
}

/**
 * A value on one line: text from a page or a file can neither start a header nor hide anything. Of
 * invisible characters, only those that join or separate letters and emojis are kept, and only between these.
 */
export const valueText = (value: string | null): string =>
  (value ?? '')
    .replace(/(?![\u200c\u200d])\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/^[ \u200c\u200d]+|[ \u200c\u200d]+$/g, '')
    .slice(0, MAX_VALUE_LENGTH)
    .toWellFormed()

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A letter of another script may look like one that is expected, so it is marked. */
const shownName = (name: string): string =>
  name
    .replace(/[^\x20-\x7e]+/g, '?')
    .replace(/[^\w.?-]/g, '')
    .slice(0, 60)

/** What the library says of a block without an end, and of words it does not know; a lone end or part of a block is neither. */
const IS_OPEN = /^tag .* not closed/
const IS_UNKNOWN = /^(?:undefined filter|tag "(?!end|els|when)\w+" not found)/
const FILTERS_SAID = 'fallback, capitalize, upcase, downcase, strip and truncate'

function sentenceOf(error: unknown): TemplateProblem {
  const message = error instanceof ParseError ? error.message : ''
  const line = error instanceof ParseError || error instanceof TokenizationError ? error.token.getPosition()[0] : null
  if (line !== null && IS_OPEN.test(message))
    return `A merge tag in line ${line} cannot be read: it has no end, such as {% endif %}.`
  if (line !== null && IS_UNKNOWN.test(message))
    return `A merge tag in line ${line} cannot be read: only if, unless, case and comment are possible, and the filters ${FILTERS_SAID}.`
  if (line !== null)
    return `A merge tag in line ${line} cannot be read: it must look like {{first_name|fallback:"there"}}.`
  if (error instanceof RenderError) return 'A merge tag cannot be filled in: use a simpler one.'
  return 'The merge tags cannot be read: they must look like {{first_name|fallback:"there"}}.'
}
