import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')

const sources = (folder: string) =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(SRC, folder, name), 'utf8') }))

describe('functions of core', () => {
  test('say what they touch: none takes the whole context', () => {
    const whole = sources('core').flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /\bContext\b/.test(line) && !/^import type |\b(?:Pick<|keyof )Context\b/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(whole).toEqual([])
  })

  test('get a call that was built in one place', () => {
    const building = sources('.').filter(({ text }) => /: Call = \{|\): Call => \(\{/.test(text))
    expect(building.map(({ path }) => path)).toEqual(['context.ts'])
  })
})
