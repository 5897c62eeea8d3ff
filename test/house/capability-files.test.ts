import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../../src/api/routes.ts'
import { toolsets } from '../../tools/index.ts'
import { fileNamesOf } from './capability-file.ts'
import { MAIN_FILES, purposeOf, roomsTable } from './rooms-page.ts'
import { fileAt, filesBelow, ROOT } from './source-files.ts'

const core = new Map(filesBelow('src/core').map((path) => [basename(path, '.ts'), path]))
const tools = toolsets.flatMap((toolset) => toolset.tools)

/** The file in which the rule finds a capability; null when it leads nowhere, or past it. */
function fileByRule(capability: string): string | null {
  const path = fileNamesOf(capability)
    .map((name) => core.get(name))
    .find((found) => found !== undefined)
  return path !== undefined && new RegExp(`\\bname: '${capability}'`).test(fileAt(path).text) ? path : null
}

describe('capabilities and rooms', () => {
  test('the name of every tool leads to its core file, and to its own in the folder of the same room', () => {
    const lost = tools.filter(({ name }) => {
      const path = fileByRule(name)
      const own = path?.replace(/^src\/core\/(\w+)\/.*/, `tools/$1/${name.replaceAll('_', '-')}.ts`)
      return own === undefined || !filesBelow('tools').includes(own)
    })
    expect(lost.map(({ name }) => name)).toEqual([])
  })

  test('the name of every operation of /v2 leads to its core file', () => {
    const lost = ROUTES.filter(({ capability }) => fileByRule(capability.name) === null)
    expect(lost.map(({ method, path, capability }) => `${method} ${path}: ${capability.name}`)).toEqual([])
  })

  test('each has a main file whose first line says what it is for', () => {
    expect(Object.keys(MAIN_FILES).toSorted()).toEqual(readdirSync(join(ROOT, 'src/core')).toSorted())
    expect(Object.keys(MAIN_FILES).filter((room) => purposeOf(room) === null)).toEqual([])
  })

  test('rooms of db are named like those of core, or contain what all of them need', () => {
    const own = new Set(['backup', 'calls', 'companies', 'index', 'migrations', 'postgres'])
    const rooms = readdirSync(join(ROOT, 'src/db')).filter((name) => !name.endsWith('.ts'))
    expect(rooms.filter((room) => !own.has(room) && !(room in MAIN_FILES))).toEqual([])
  })

  test('docs/architecture.md shows them as they are (npm run docs:rooms writes it)', () => {
    expect(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').replace(/ +/g, ' ').replace(/-+/g, '-')).toContain(
      roomsTable().replace(/ +/g, ' ').replace(/-+/g, '-'),
    )
  })
})
