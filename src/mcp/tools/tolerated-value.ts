import type { PublishedSchema } from './publish-schema.ts'

/**
 * A plain value in the form of its schema, if there is only one way to read it: numbers and booleans written as text,
 * enumeration words in another case. Any other value is returned unchanged, for the core to refuse in its own words.
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
