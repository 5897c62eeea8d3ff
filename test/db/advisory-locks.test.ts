import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADVISORY_LOCKS } from '../../src/db/advisory-locks.ts'

const DB = join(import.meta.dirname, '../../src/db')
const NUMBER = /(?:advisory\w*\(|hashtextextended\([^,)]*,)\s*(\d[\d_]*)/g

/** Returns the lock numbers that appear in files of this kind. */
const numbersIn = (extension: string): number[] =>
  readdirSync(DB, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .flatMap((name) => Array.from(readFileSync(join(DB, name), 'utf8').matchAll(NUMBER), ([, found]) => Number(found)))

test('each advisory lock has a unique number, listed in one table', () => {
  const numbers: number[] = Object.values(ADVISORY_LOCKS)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbersIn('.ts')).toEqual([])
  expect(numbersIn('.sql').length).toBeGreaterThan(0)
  expect(numbersIn('.sql').filter((number) => !numbers.includes(number))).toEqual([])
})
