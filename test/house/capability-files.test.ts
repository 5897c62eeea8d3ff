import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../../src/api/routes.ts'
import { toolsets } from '../../tools/index.ts'
import { capabilities, capabilitiesTables, fileByRule } from './capabilities-page.ts'
import { MAIN_FILES, purposeOf, roomsTable, testsOf } from './rooms-page.ts'
import { filesBelow, ROOT } from './source-files.ts'

const tools = toolsets.flatMap((toolset) => toolset.tools)

describe('capabilities and rooms', () => {
  test('have core files named after each tool, and tool files in the folder of the same room', () => {
    const lost = tools.filter(({ name }) => {
      const path = fileByRule(name)
      const own = path?.replace(/^src\/core\/(\w+)\/.*/, `tools/$1/${name.replaceAll('_', '-')}.ts`)
      return own === undefined || !filesBelow('tools').includes(own)
    })
    expect(lost.map(({ name }) => name)).toEqual([])
  })

  test('have core files named after each operation of /v2', () => {
    const lost = ROUTES.filter(({ capability }) => fileByRule(capability.name) === null)
    expect(lost.map(({ method, path, capability }) => `${method} ${path}: ${capability.name}`)).toEqual([])
  })

  test('have a main file each, whose first line says what the room is for', () => {
    expect(Object.keys(MAIN_FILES).toSorted()).toEqual(readdirSync(join(ROOT, 'src/core')).toSorted())
    expect(Object.keys(MAIN_FILES).filter((room) => purposeOf(room) === null)).toEqual([])
  })

  test('in db have the names of those in core, or contain what all of them need', () => {
    const own = new Set(['backup', 'calls', 'companies', 'index', 'migrations', 'postgres'])
    const rooms = readdirSync(join(ROOT, 'src/db')).filter((name) => !name.endsWith('.ts'))
    expect(rooms.filter((room) => !own.has(room) && !(room in MAIN_FILES))).toEqual([])
  })

  test('have tests each: their own, or those of rooms that use them', () => {
    expect(Object.keys(MAIN_FILES).filter((room) => testsOf(room).length === 0)).toEqual([])
  })

  test('have a test for every capability that calls its path, its tool or itself', () => {
    expect(
      capabilities()
        .filter(({ tests }) => tests.length === 0)
        .map(({ name }) => name),
    ).toEqual([])
  })

  test.each([
    ['docs/architecture.md', roomsTable],
    ['docs/capabilities.md', capabilitiesTables],
  ])('are shown in %s as they are (npm run docs:rooms writes it)', (page, tables) => {
    const unpadded = (text: string): string => text.replace(/ +/g, ' ').replace(/-+/g, '-')
    expect(unpadded(readFileSync(join(ROOT, page), 'utf8'))).toContain(unpadded(tables()))
  })
})
