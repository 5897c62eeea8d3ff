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

type Naming = (text: string) => boolean

/** Returns the tests that call a route by one of its paths, with its method. */
export function testsOfRoute({ method, path, pathAliases = [] }: Route): string[] {
  const called = new RegExp(`['"\`]${method}['"\`]|\\b${method}\\(`, 'i')
  const named = [path, ...pathAliases].map(namingPath)
  return tests
    .filter(({ text }) => method === 'get' || called.test(text))
    .filter(({ text }) => named.some((names) => names(text)))
    .map(({ name }) => name)
}

/**
 * Tells whether a text contains the path. Its last word may be separate: `/replies/${id}/${word}` and `'send'`, or
 * `/messages/${id}` and `${path}/resend`.
 */
function namingPath(path: string): Naming {
  const [, before = '', last = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  const whole = naming(path)
  if (before === '') return whole
  const [alone, aloneAfter] = ['', '\\*'].map((what) => new RegExp(`['"\`]${what}/?${last}['"\`?]`))
  const [filled, base] = [naming(`${before}/?*`), naming(before)]
  return (text) =>
    whole(text) || (alone?.test(text) === true && filled(text)) || (aloneAfter?.test(text) === true && base(text))
}

function naming(path: string): Naming {
  const named = new RegExp(`(?:['"\`*]|/v2)${path.replace('*', '\\*').replace(/:\w+/g, '[\\w.*@%-]+')}(?=['"\`?*])`)
  return (text) => named.test(text)
}

/** Returns the tests that mention a tool or, in code, a capability. */
export function testsNaming(word: string): string[] {
  const named = new RegExp(`['"\`]${word}['"\`]|\\b${word}[,(]`)
  return tests.filter(({ text }) => named.test(text)).map(({ name }) => name)
}
