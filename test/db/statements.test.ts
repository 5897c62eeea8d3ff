import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'

/**
 * Statements are plain text: here the database reads each that a store has as a constant, so that every table, column and
 * function they name is one that the migrations have made.
 */

const STORES = resolve(import.meta.dirname, '../../src/db')
const STATEMENT = /^\s*(?:select|with|insert|update|delete)\b/i
const CONSTANT = /^(?:export )?const ([A-Z][A-Z\d_]*)\b/gm

/** What cannot be read by itself, and why. */
const NOT_READ: Readonly<Record<string, string>> = {
  'ADD_NAMES of companies/companies-import-slice.ts': 'reads a temporary table of the import',
  'NEW_NAMES of companies/companies-import-trial.ts': 'reads a temporary table of the import',
  'INSERT of leads/lead-statements.ts': 'part of a statement that names `unknown` before',
  'LIST of leads/leads-merge-store.ts': 'part of statements with more parameters',
  'JOBS of verify/bulk-queues-store.ts': 'part of a statement',
}

interface Statement {
  /** `FIND of crawls-store.ts` */
  name: string
  text: string
}

/** The constants of a module, exported or not: a copy of it hands out all of them. */
async function constantsOf(path: string, dir: string): Promise<Record<string, unknown>> {
  const source = await readFile(path, 'utf8')
  const names = Array.from(source.matchAll(CONSTANT), ([, name = '']) => name)
  const code = stripTypeScriptTypes(source)
    .replaceAll(/(\bfrom |\bimport\()'(\.{1,2}\/[^']+)'/g, (_, before: string, specifier: string) => {
      return `${before}'${pathToFileURL(resolve(dirname(path), specifier)).href}'`
    })
    .replaceAll(/^export (?=const|function|async|class)/gm, '')
    .replaceAll(/^export \{[^}]*\}(?: from '[^']*')?$/gm, '')
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
  const copy = join(dir, `${path.replaceAll(/\W/g, '_')}.mjs`)
  await writeFile(copy, `${code}\nexport const CONSTANTS = { ${names.join(', ')} }\n`)
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(copy).href)) as { CONSTANTS: Record<string, unknown> }
  return loaded.CONSTANTS
}

async function statementsOf(path: string, dir: string): Promise<Statement[]> {
  const constants = Object.entries(await constantsOf(path, dir))
  return constants.flatMap(([name, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')
    return texts
      .filter((text) => STATEMENT.test(text))
      .map((text, index) => ({
        name: `${name}${index > 0 ? ` ${index}` : ''} of ${path.slice(STORES.length + 1)}`,
        text,
      }))
  })
}

test('every statement of the stores names tables and columns that there are', async () => {
  await using db = await testDatabase({ poolSize: 1 })
  // Here packages are found as they are from the stores.
  const cache = resolve(STORES, '../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const dir = await mkdtemp(join(cache, 'statements-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
  const paths = readdirSync(STORES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const statements = (await Promise.all(paths.map((name) => statementsOf(join(STORES, name), dir)))).flat()
  const wrong: string[] = []
  for (const [index, { name, text }] of statements.entries()) {
    if (name in NOT_READ) continue
    await db.pool
      .query(`prepare statement_${index} as ${text}`)
      .catch((error: Error) => wrong.push(`${name}: ${error.message}`))
  }
  expect(wrong).toEqual([])
  expect(statements.length).toBeGreaterThan(100)
})
