import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAY_USE } from './room-table.ts'
import { circlesIn, ROOT, roomOf, sourceFiles } from './source-files.ts'

const MOST_FILES = 30

/** Every use of one room by another, with the import that causes it: the quickest way to see why a room needs another. */
const uses = sourceFiles.flatMap(({ path, imports }) =>
  imports.flatMap(({ target }) => {
    const [room, used] = [roomOf(path), roomOf(target)]
    return room === used ? [] : [{ room, used, shown: `${path} imports ${target}` }]
  }),
)

/** Migrations are many files of one kind, which people do not browse. */
const LISTS = /^src\/db\/migrations$/

describe('the rooms', () => {
  test('use only the rooms that the table names', () => {
    expect(uses.filter(({ room, used }) => placeOf(room, used)?.isNamed === false).map(({ shown }) => shown)).toEqual(
      [],
    )
  })

  test('use everything that the table names', () => {
    const used = new Set(uses.map((use) => placeOf(use.room, use.used)?.line))
    const named = Object.entries(MAY_USE).flatMap(([floors, rooms]) =>
      Object.entries(rooms).flatMap(([room, others]) => others.map((other) => `${floors}: ${room} → ${other}`)),
    )
    expect(named.filter((line) => !used.has(line))).toEqual([])
  })

  test('do not use each other in a circle', () => {
    const graph = new Map<string, Set<string>>()
    for (const { room, used } of uses) graph.set(room, (graph.get(room) ?? new Set()).add(used))
    expect(circlesIn(graph)).toEqual([])
  })

  test(`no folder contains more than ${MOST_FILES} files`, () => {
    const files = ['src', 'tools', 'test', 'scripts'].flatMap((top) =>
      readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.parentPath.slice(ROOT.length + 1)),
    )
    const folders = Map.groupBy(files, (folder) => folder)
    const crowded = [...folders].filter(([folder, held]) => held.length > MOST_FILES && !LISTS.test(folder))
    expect(crowded.map(([folder, held]) => `${folder}: ${held.length}`)).toEqual([])
  })
})

test('docs/architecture.md says what each folder of the engine answers, and which file to read first', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const rows = Array.from(
    page.matchAll(/^\| `(\w+)` +\| [^|]+\? +\| `([\w-]+\.ts)` +\|$/gm),
    ([, folder = '', file = '']) => ({
      folder,
      file,
    }),
  )
  expect(new Set(rows.map(({ folder }) => folder))).toEqual(new Set(readdirSync(join(ROOT, 'src/engine'))))
  expect(rows.filter(({ folder, file }) => !existsSync(join(ROOT, `src/engine/${folder}/${file}`)))).toEqual([])
})

/** Returns the line of the table for one use, and whether it is there; null if the table does not cover these floors. */
function placeOf(room: string, used: string): { line: string; isNamed: boolean } | null {
  const [floor, below] = [floorOf(room), floorOf(used)]
  const floors = floor === below ? floor : `${floor} → ${below}`
  const table = MAY_USE[floors]
  const [name, other] = [nameOf(room), nameOf(used)]
  if (table === undefined || name === '' || other === '') return null
  return { line: `${floors}: ${name} → ${other}`, isNamed: table[name]?.includes(other) ?? false }
}

/** `src/core/campaigns` → `core`. */
const floorOf = (room: string): string => room.split('/')[1] ?? ''

/** `src/core/campaigns` → `campaigns`. */
const nameOf = (room: string): string => room.split('/').slice(2).join('/')
