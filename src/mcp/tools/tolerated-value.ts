import type { PublishedSchema } from './publish-schema.ts'

/**
 * A plain value as its schema has it, where there is one way to read it: numbers and truth written as texts, words of a
 * list in other case. What cannot be read so is left as it is, for core to refuse in its own words.
 */
export function tolerated(value: unknown, schema: PublishedSchema | undefined): unknown {
  if (typeof value !== 'string' || schema === undefined) return value
  const word = value.trim()
  switch (schema['type']) {
    case 'boolean':
      return TRUTH.get(word.toLowerCase()) ?? value
    case 'integer':
    case 'number':
      return NUMBER.test(word) ? Number(word) : value
    case 'string':
      return inCaseOf(schema['enum'], word) ?? value
    default:
      return value
  }
}

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['0', false],
])

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,6})?$/

const inCaseOf = (words: unknown, word: string): string | undefined =>
  Array.isArray(words) ? (words as string[]).find((known) => known.toLowerCase() === word.toLowerCase()) : undefined
