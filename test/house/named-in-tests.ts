import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../../src/api/route.ts'
import { ROOT } from './source-files.ts'

interface TestText {
  /** Below `test`, without the extension: `api/leads/leads`. */
  name: string
  /** With constants substituted in template strings, and `*` for everything else. */
  text: string
}

/** Tests that hold every file, operation or tool to a rule are not tests of a single one. */
const OF_ALL = /^(?:house|support)\//

const tests: readonly TestText[] = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !OF_ALL.test(path))
  .toSorted()
  .map((path) => ({
    name: path.replace('.test.ts', ''),
    text: filledIn(readFileSync(join(ROOT, 'test', path), 'utf8')),
  }))

function filledIn(text: string): string {
  const constants = Array.from(
    text.matchAll(/\bconst (\w+) = (['`])(.*?)\2/g),
    ([, name = '', , value = '']) => [name, value] as const,
  )
  const known = constants.reduceRight((all, [name, value]) => all.replaceAll(`\${${name}}`, value), text)
  return known.replace(/\$\{[^{}]*\}/g, '*').replace(/\$\{[^{}]*\}/g, '*')
}

/** Returns the tests that call a route by one of its paths, with its method. */
export function testsOfRoute({ method, path, pathAliases = [] }: Route): string[] {
  const called = new RegExp(`['"\`]${method}['"\`]|\\b${method}\\(`, 'i')
  return tests
    .filter(({ text }) => method === 'get' || called.test(text))
    .filter(({ text }) => [path, ...pathAliases].some((each) => namesPath(text, each)))
    .map(({ name }) => name)
}

/**
 * Whether the text contains the path. Its last word may be separate: `/replies/${id}/${word}` and `'send'`, or
 * `/messages/${id}` and `${path}/resend`.
 */
function namesPath(text: string, path: string): boolean {
  const [, before = '', last = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  if (names(text, path)) return true
  if (before === '') return false
  const isAlone = (what: string): boolean => new RegExp(`['"\`]${what}/?${last}['"\`?]`).test(text)
  return (isAlone('') && names(text, `${before}/?*`)) || (isAlone('\\*') && names(text, before))
}

const names = (text: string, path: string): boolean =>
  new RegExp(`(?:['"\`*]|/v2)${path.replace('*', '\\*').replace(/:\w+/g, '[\\w.*@%-]+')}(?=['"\`?*])`).test(text)

/** Returns the tests that mention a tool or, in code, a capability. */
export const testsNaming = (word: string): string[] =>
  tests.filter(({ text }) => new RegExp(`['"\`]${word}['"\`]|\\b${word}[,(]`).test(text)).map(({ name }) => name)
