import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')

const sources = (folder: string) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(SRC, folder, name), 'utf8') }))

/** How many functions still take a whole call; the number may only fall. */
const MOST_WHOLE_CALLS = 63

describe('functions of core', () => {
  test('declare what they need: none takes the whole context', () => {
    const whole = sources('core').flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /\bContext\b/.test(line) && !/^import type |\b(?:Pick<|keyof )Context\b/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(whole).toEqual([])
  })

  test('declare what they need of a call, more and more of them', () => {
    const whole = sources('core').flatMap(({ path, text }) =>
      Array.from(text.matchAll(/.*[\w}]: Call\b(?!\[).*/g), ([line]) => `${path}: ${line.trim()}`),
    )
    expect(whole.length, whole.join('\n')).toBeLessThanOrEqual(MOST_WHOLE_CALLS)
  })

  test('get a call that is built in one place', () => {
    const building = sources('.').filter(({ text }) => /: Call = \{|\): Call => \(\{/.test(text))
    expect(building.map(({ path }) => path)).toEqual(['context.ts'])
  })
})
