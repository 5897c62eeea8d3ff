import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Long-lived state is created once, in `context.ts`, and passed down: two Quarrys in one process share nothing that one
 * of them could change. So modules contain constants. A module may compute one when first asked for it (`lazily`), and
 * it may cache the results of a pure function, which are the same for every caller: each of those is listed here with
 * its bound.
 */
const MEMORIES: Record<string, string> = {
  'src/core/crawl/read-page-task.ts: rules': 'a thread works for one Quarry, whose pool it belongs to',
  'src/db/postgres/unfinished-clusters.ts: making': 'speaks of the process, whose id is in the names of directories',
  'src/db/search/page-statements.ts: statements': 'text of SQL by its conditions; a few dozen shapes',
  'src/engine/enrich/technology-signs.ts: SORTED': 'signs of rules, as long as their list is held',
  'src/engine/extract/addresses/address-rules.ts: SUFFIXES': 'whether a name is a public suffix; at most 20,000',
  'src/engine/extract/page/html-text.ts: NAMED': 'character references; at most 5,000',
  'src/engine/extract/page/node-text.ts: HEADINGS': 'headings of a table of a page; gone with the page',
  'src/engine/extract/people/headed-position.ts: POSTS':
    'whether a table of a page begins with posts; gone with the page',
  'src/engine/extract/candidates/word-shape.ts: shapeOf': 'how a word is written; emptied at 50,000',
  'src/engine/extract/names/name-titles.ts: signsOf': 'whether a word is a title; emptied at 50,000',
  'src/engine/extract/names/name-words.ts: wordKindOf': 'what a word is; emptied at 50,000',
  'src/engine/extract/people/position-text.ts: titleSign': 'whether a word names a position; emptied at 50,000',
  'src/engine/extract/people/trade-words.ts: tradeSign': 'whether a word sounds like a post; emptied at 50,000',
  'src/engine/send/template.ts: analyses': 'tags of a template; the last 200',
  'src/web/page/format.ts: made': 'formatters of a language and a time zone; at most 50',
  'src/engine/send/zone-time.ts: zones': 'offsets of a time zone; there are some 600',
  'src/http/request-id.ts: ids': 'the id of a request; gone with the request',
  'src/lib/input/body-deadline.ts: limits': 'the deadline of a request; gone with the request',
  'src/mcp/tools/catalogue.ts: built': 'tools as they are published; gone with the list of tools',
  'src/mcp/transport/kept-list.ts: kept': 'the bytes of a list of tools; gone with the list',
}

/** Entry points, which other files do not import. */
const ENTRIES = new Set(['src/main.ts', 'src/cli.ts'])

const VARIABLE = /^(?:export )?(?:let|var) (\w+)/gm
const CONSTANT = /^(?:export )?const (\w+)(?:: [^=]+?)? = ([^\n]*)/gm
const CONTAINER = /^(?:new (?:Map|Set|WeakMap|WeakSet|Array)\b|\[|\{)/
/** Creates something mutable. `createRequire` only finds files. */
const MAKER =
  /^(?:await )?(?:(?:create|open|start)(?!Require)[A-Z]\w*[(<]|rememberWords\(|new (?:AsyncLocalStorage|Abort|Event|\w*Cache|\w*Queue|\w*Pool))/
const WRITES = String.raw`(?:\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|fill)\(|(?:\.\w+|\[[^\]\n]+\])+ (?:=|\?\?=|\+=|-=|\|\|=) |\.length = )`

/** Returns the module-level names that can change after the module is loaded. */
function stateOf(source: string): string[] {
  const variables = Array.from(source.matchAll(VARIABLE), ([, name = '']) => name)
  const bodies = bodiesOf(source)
  const constants = Array.from(source.matchAll(CONSTANT), ([, name = '', value = '']) => ({ name, value }))
  const written = constants.filter(
    ({ name, value }) =>
      MAKER.test(value) || (CONTAINER.test(value) && new RegExp(String.raw`(?<![.\w])${name}${WRITES}`).test(bodies)),
  )
  return [...variables, ...written.map(({ name }) => name)]
}

/** Returns the text of functions and classes: code that runs while a module is loaded may fill its constants. */
const bodiesOf = (source: string): string =>
  source
    .split(/\n(?=\S)/)
    .filter((statement) => /^(?:export |default |async )*(?:function|class)\b|=>/.test(statement))
    .join('\n')

describe('modules', () => {
  test('contain no state that could be shared', () => {
    const found = ['src', 'tools'].flatMap((folder) =>
      readdirSync(join(import.meta.dirname, '../..', folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name))
        .filter((path) => !ENTRIES.has(path))
        .flatMap((path) =>
          stateOf(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')).map((name) => `${path}: ${name}`),
        ),
    )
    expect(found.toSorted()).toEqual(Object.keys(MEMORIES).toSorted())
  })

  test.each([
    ['let known = null', ['known']],
    [
      'export const kept = new WeakMap<object, string>()\nexport function keep(a: object) {\n  kept.set(a, "")\n}',
      ['kept'],
    ],
    [
      'const LISTS: Record<string, string> = {\n  a: "",\n}\nconst use = (b: string) => {\n  LISTS[b] = b\n}',
      ['LISTS'],
    ],
    ['const answers = createTtlMap<string>(1, 1)', ['answers']],
    ['const words = new Map<string, string>()\nfor (const word of ["a"])\n  words.set(word, word)', []],
    ['const words = new Set(["a"])\nexport const has = (word: string) => words.has(word)', []],
    ['export const places = lazily(readPlaces)', []],
  ])('are read correctly: %s', (source, names) => expect(stateOf(source)).toEqual(names))
})
