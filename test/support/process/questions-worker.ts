/**
 * Loads the tables of questions, asks some, and prints how many files were read before and after that, and in how many
 * steps.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import { questionTables } from '../../../src/engine/discover/question-tables.ts'

let files = 0
const { readFileSync } = fs
fs.readFileSync = ((...args: Parameters<typeof readFileSync>) => {
  files += 1
  return readFileSync(...args)
}) as typeof readFileSync
syncBuiltinESMExports()

const steps = Array.from(questionTables()).length
const before = files
for (const question of process.argv.slice(2)) parseQuery(question, new Date('2026-01-01T00:00:00Z'))
process.stdout.write(JSON.stringify({ steps, before, after: files - before }))
