import { expect, test } from 'vitest'
import { readMigrations } from '../../src/db/migrate.ts'
import { splitStatements } from '../../src/db/split-statements.ts'

test('SQL text is split where statements end', () => {
  expect(splitStatements('')).toEqual([])
  expect(splitStatements('select 1; select 2;')).toEqual(['select 1', 'select 2'])
  expect(splitStatements("select ';''\";'; -- it's; over\n;\n/* no ; /* one */ ; */ select \";\"")).toEqual([
    "select ';''\";'",
    '/* no ; /* one */ ; */ select ";"',
  ])
  expect(splitStatements('do $$ begin a; end $$; do $x$ $$ ; $x$; select $1')).toEqual([
    'do $$ begin a; end $$',
    'do $x$ $$ ; $x$',
    'select $1',
  ])
})

test('migrations are split into statements that begin as statements do', () => {
  const statements = readMigrations().flatMap(({ sql }) => splitStatements(sql))
  const begins =
    /^(?:alter|analyze|comment|create|delete|do|drop|grant|insert|lock|revoke|select|set|truncate|update|with)\b/i
  expect(
    statements.map((text) => text.replaceAll(/^\s*--.*$/gm, '').trim()).filter((text) => !begins.test(text)),
  ).toEqual([])
  expect(statements.length).toBeGreaterThan(200)
})
