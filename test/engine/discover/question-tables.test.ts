import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import { questionTables } from '../../../src/engine/discover/question-tables.ts'

test('once the tables are read, no question waits for a file', () => {
  const read: string[] = []
  const { readFileSync } = fs
  fs.readFileSync = ((...args: Parameters<typeof readFileSync>) => {
    read.push(String(args[0]))
    return readFileSync(...args)
  }) as typeof readFileSync
  syncBuiltinESMExports()
  onTestFinished(() => {
    fs.readFileSync = readFileSync
    syncBuiltinESMExports()
  })

  const steps = questionTables()
  let turns = 0
  while (steps.next().done !== true) turns += 1
  expect(turns).toBeGreaterThan(2)
  expect(read.length).toBeGreaterThan(5)

  read.length = 0
  for (const question of [
    'family owned bakeries in Lyon with 10-50 employees',
    'cybersec firms in isreal founded after 2019',
    'companies like Lumenworks in Brandenburg',
    'Softwarehäuser in Österreich, die Kubernetes einsetzen',
    'biotehc startups in cambrige that raised a seed round',
  ])
    parseQuery(question, new Date('2026-01-01T00:00:00Z'))
  expect(read).toEqual([])
})
