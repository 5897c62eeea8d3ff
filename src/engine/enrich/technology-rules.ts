import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../lib/text/json-record.ts'
import type { JsonRecord } from '../../lib/text/json-record.ts'
import { literalOf } from './pattern-literal.ts'
import { technologySlug } from '../../lib/companies/technologies.ts'

/**
 * Rules for detecting technologies, in the widely used fingerprint schema: name → patterns of `headers`, `cookies`, `meta`,
 * `scriptSrc` and `html`, with `implies` and `excludes`. Other keys are ignored. The bundled rules were written for Quarry from
 * vendors' public documentation.
 */
export interface TechnologyRule {
  slug: string
  /** Lower-case name → what its value has to match. */
  headers: readonly NamedPattern[]
  cookies: readonly NamedPattern[]
  meta: readonly NamedPattern[]
  scripts: readonly PagePattern[]
  html: readonly PagePattern[]
  /** Slugs. */
  implies: readonly string[]
  excludes: readonly string[]
}

/** What a page, or the address of a script, has to contain. */
export interface PagePattern {
  /** In lower case; a text without it is not searched. Empty if the expression has no such part. */
  literal: string
  expression: RegExp
}

/** What the value under that name has to match. */
export interface NamedPattern {
  name: string
  value: RegExp
}

/** An expression that is longer, or may take more than linear time, is left out. */
const MAX_PATTERN_CHARS = 200
/** Unlimited repetition gets this limit, enough for the inside of one tag. */
const LONGEST_REPEAT = 100
/** The whole page is searched from every position in it, so a second repetition would multiply the work. */
const REPEATS_IN_PAGE = 1
const REPEATS_IN_TEXT = 3
const MAX_RULES_PER_FILE = 20_000

/**
 * A pattern as an expression that cannot be made to backtrack: few repetitions, all bounded, none nested, without
 * backreferences and look-arounds. Null for any other pattern.
 */
export function safeExpression(pattern: string, mostRepeats: number): RegExp | null {
  // Hints about versions and confidence follow `\;`.
  const source = pattern.split(String.raw`\;`)[0] ?? ''
  if (source.length > MAX_PATTERN_CHARS || /\\[1-9k]|\(\?[<!=]/.test(source)) return null
  const bare = source.replace(/\\./g, 'x').replace(/\[(?:[^\]])*\]/g, 'x')
  if (/[*+}?]\)(?:[*+{])/.test(bare) || hasNestedRepeat(bare)) return null
  if ((bare.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0) > mostRepeats) return null
  try {
    return new RegExp(bounded(source), 'i')
  } catch {
    return null
  }
}

/** Whether a repeated group contains a repetition; groups are checked from the inside out. */
function hasNestedRepeat(bare: string): boolean {
  let text = bare
  for (let depth = 0; depth < 20; depth++) {
    const inner = /\(([^()]*)\)([*+{]?)/.exec(text)
    if (inner === null) return false
    const repeats = /[*+]|\{\d/.test(inner[1] ?? '')
    if (repeats && inner[2] !== '') return true
    text =
      text.slice(0, inner.index) + (repeats ? 'x+' : 'x') + (inner[2] ?? '') + text.slice(inner.index + inner[0].length)
  }
  return true
}

/** `*`, `+` and `{n,}` outside classes get an upper bound. */
function bounded(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[*+]|\{(\d+),\}/g, (part, least: string | undefined) => {
    if (part === '*') return `{0,${LONGEST_REPEAT}}`
    if (part === '+') return `{1,${LONGEST_REPEAT}}`
    return least === undefined ? part : `{${least},${Math.max(Number(least), LONGEST_REPEAT)}}`
  })
}

const listOf = (value: unknown): string[] => [value].flat().filter((item): item is string => typeof item === 'string')

const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {})

const expressions = (value: unknown, mostRepeats: number): RegExp[] =>
  listOf(value).flatMap((pattern) => safeExpression(pattern, mostRepeats) ?? [])

const namedPatterns = (value: unknown): NamedPattern[] =>
  Object.entries(recordOf(value)).flatMap(([name, patterns]) =>
    expressions(patterns, REPEATS_IN_TEXT).map((expression) => ({ name: name.toLowerCase(), value: expression })),
  )

const pagePatterns = (value: unknown, mostRepeats: number): PagePattern[] =>
  listOf(value).flatMap((pattern) => {
    const expression = safeExpression(pattern, mostRepeats)
    return expression === null ? [] : [{ literal: literalOf(pattern), expression }]
  })

/** The rules of one file; names become slugs. */
export function readRules(text: string): TechnologyRule[] {
  const file = recordOf(JSON.parse(text))
  return Object.entries(file)
    .slice(0, MAX_RULES_PER_FILE)
    .map(([name, raw]) => {
      const rule = recordOf(raw)
      const slugs = (value: unknown) =>
        listOf(value).map((other) => technologySlug(other.split(String.raw`\;`)[0] ?? ''))
      return {
        slug: technologySlug(name),
        headers: namedPatterns(rule['headers']),
        cookies: namedPatterns(rule['cookies']),
        meta: namedPatterns(rule['meta']),
        scripts: pagePatterns(rule['scriptSrc'], REPEATS_IN_TEXT),
        html: pagePatterns(rule['html'], REPEATS_IN_PAGE),
        implies: slugs(rule['implies']),
        excludes: slugs(rule['excludes']),
      }
    })
}

/** The texts of the `*.json` files in a folder, by name. @throws when one cannot be read */
export function ruleFiles(directory: string): string[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
  return files.sort().map((name) => readFileSync(join(directory, name), 'utf8'))
}

/**
 * The bundled rules, with an operator's own, which replace bundled ones for the same technology.
 * @param own texts of files
 * @throws when one is not JSON.
 */
export function readTechnologyRules(own: readonly string[]): TechnologyRule[] {
  const bundled = readRules(readFileSync(new URL('./lists/technology-rules.json', import.meta.url), 'utf8'))
  if (own.length === 0) return bundled
  return [...new Map([...bundled, ...own.flatMap(readRules)].map((rule) => [rule.slug, rule])).values()]
}
