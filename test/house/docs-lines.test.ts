import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startInternet } from '../internet/internet.ts'
import type { TestSite } from '../internet/test-site.ts'
import { lumenworksSites } from '../internet/sites/lumenworks.ts'
import { startApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { documentedLines } from '../support/docs/documented-lines.ts'
import { documentedPlace } from '../support/docs/documented-place.ts'

/** Every line that the documentation tells people to type is run here, on a fresh installation. */

const ROOT = join(import.meta.dirname, '../..')
const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
]
const lines = [
  ...new Set(
    PAGES.filter((page) => page.endsWith('.md')).flatMap((page) =>
      documentedLines(readFileSync(join(ROOT, page), 'utf8')),
    ),
  ),
]

/** Lines that are not run, and why. */
const NOT_TYPED: readonly (readonly [RegExp, string])[] = [
  [/^npm (?:ci|test|start)\b/, 'install, test and start: this run, and test/process/boot.test.ts'],
  [/^npm run /, 'that the scripts exist is tested in test/house/docs.test.ts; they say themselves whether they hold'],
  [/^(?:npx|claude|docker|kubectl) /, 'programs that are not part of Quarry'],
  [/^bin\/quarry COMMAND$/, 'the form of all of them'],
  [
    /^bin\/quarry (?:backup|restore)\b/,
    'they need a passphrase and an empty installation: test/cli/backup-commands.test.ts',
  ],
  [/^bin\/quarry (?:serve|worker)$/, 'they run until they are stopped: test/cli/cli.test.ts'],
  [/^bin\/quarry db (?:distribute|undistribute)\b/, 'they need a cluster: npm run check:cluster'],
  [/^bin\/quarry mailbox connect\b/, 'it waits for a person: test/cli/mailbox-connect-command.test.ts'],
  [/^bin\/quarry mcp\b/, 'it runs until its input ends: test/mcp/stdio/quarry-mcp.test.ts'],
]

/** Lines that fail on a fresh installation, with their messages. */
const FAILING: readonly (readonly [RegExp, RegExp])[] = [
  [/^bin\/quarry crawl /, /: failed \(\w+\), 0 pages/],
  // Restoring requires an empty installation; a key that works needs no change.
  [/^bin\/quarry (?:restore|secrets (?:rotate|reset))/, /^quarry: .+\.\n$/],
  [/^bin\/quarry users (?:reset|operator) /, /^quarry: Nobody signs in with this address\./],
  [/^bin\/quarry unsubscribes lift /, / has not unsubscribed from account 1\.\n$/],
  [/^bin\/quarry apps unblock /, /^quarry: No app with this id is blocked\./],
  [/^bin\/quarry mailbox proof /, /^quarry: A proof email can only be sent to another mailbox of your account\./],
  [/^bin\/quarry doctor/, /^(?:ok|warn|fail) {2,}\w/],
  [/^bin\/quarry (?:mailbox|domain) check /, /^\S+ is (?:not ready|weak|ready|unknown)\.\n/],
]

const typed = lines.filter((line) => !NOT_TYPED.some(([which]) => which.test(line)))
const ofQuarry = typed.filter((line) => line.startsWith('bin/quarry '))

test('the documentation has lines of every kind, and every exception applies to a line', () => {
  expect(typed.filter((line) => line.startsWith('curl ')).length).toBeGreaterThan(2)
  expect(ofQuarry.length).toBeGreaterThan(25)
  for (const [which, why] of NOT_TYPED)
    expect(
      lines.some((line) => which.test(line)),
      why,
    ).toBe(true)
})

interface World {
  sites: readonly TestSite[]
  served: boolean
}

/** Runs the lines in order and returns the wrong outcomes. */
async function typeAll(some: readonly string[], { sites, served }: World): Promise<string[]> {
  await using internet = await startInternet({ sites })
  await using database = await testDatabase()
  await using server = served ? await startApp({ database, internet }) : null
  await using place = await documentedPlace(database, internet, server)
  const wrong: string[] = []
  for (const line of some) {
    const { code, out, err } = await place.type(line)
    const excused = FAILING.some(([which, says]) => which.test(line) && says.test(out + err))
    const found = sites.length === 0 || !/ (?:crawl|search) DOMAIN/.test(line) || !/\b0 addresses/.test(out)
    const fine = found && (code === 0 || (excused && code === 1)) && !/\.ts:\d|Error:|undefined|NaN/.test(err)
    if (!fine) wrong.push(`${line}\n  → ${code} ${err || out}`)
  }
  return wrong
}

describe.concurrent('every documented line', () => {
  test('works on an empty installation without a server', async () => {
    expect(await typeAll(ofQuarry, { sites: [], served: false })).toEqual([])
  })

  test('works next to a server where nothing has been done before', async () => {
    expect(await typeAll(typed, { sites: [], served: true })).toEqual([])
  })

  test('works where there are sites to crawl', async () => {
    const example = { ...lumenworksSites[0], hosts: ['example.org', 'www.example.org'] } as TestSite
    expect(await typeAll(typed, { sites: [...lumenworksSites, example], served: true })).toEqual([])
  })
})
