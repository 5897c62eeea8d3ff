import { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'

/**
 * Parameters as data: what is published (JSON Schema) and how a value is read. Reading is as tolerant as callers expect
 * (`"10"`, `"a,b"`), refusing is exact: each field names its own error. `null`, `""`, `[]` and `{}` count as absent.
 */

export type JsonSchema = Record<string, unknown>

/** What is wrong with a value: one of our error ids and a sentence. */
export type Problem = Pick<ErrorItem, 'id' | 'details'>

export type Reading<T> = { ok: true; value: T } | { ok: false; problem: Problem }

export const read = <T>(value: T): Reading<T> => ({ ok: true, value })
export const refuse = (id: Problem['id'], details: string): Reading<never> => ({ ok: false, problem: { id, details } })

/**
 * One parameter. `published` is what OpenAPI and tool lists show (with its description); if it has a shorter `listedAs`, tool
 * lists show that instead. `reader` turns a raw value that is present into the typed one or says what is wrong with it; a list
 * without items (`","`) counts as absent.
 */
export function field<T>(published: JsonSchema, reader: (raw: unknown) => Reading<T>) {
  return z
    .unknown()
    .transform((raw, context): T | undefined => {
      const value = typeof raw === 'string' ? raw.trim() : raw
      if (isAbsent(value)) return undefined
      const reading = reader(value)
      if (reading.ok) return isAbsent(reading.value) ? undefined : reading.value
      context.addIssue({ code: 'custom', message: reading.problem.details, params: { id: reading.problem.id } })
      return z.NEVER
    })
    .optional()
    .meta(published)
}

/**
 * A field of an update: `null`, or anything else that counts as absent, clears it (null); a missing key leaves it unchanged
 * (undefined).
 */
export function clearableField<T>(published: JsonSchema, reader: (raw: unknown) => Reading<T>) {
  const plain = field(published, reader)
  return z
    .unknown()
    .transform((raw, context): T | null => {
      const parsed = plain.safeParse(raw)
      if (parsed.success) return parsed.data ?? null
      const { id, details } = problemOf(parsed.error, '')
      context.addIssue({ code: 'custom', message: details, params: { id } })
      return z.NEVER
    })
    .optional()
    .meta(published)
}

/** Whether a value is absent or counts as absent. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isAbsent)
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The problem of a parameter that a call cannot do without, for the `check` of a capability. */
export const missing = (name: string, value: unknown): ErrorItem[] =>
  value === undefined || value === null ? [missingParameter(name)] : []

/** The same, for a parameter that only others, or a record, show to be needed. */
export const missingParameter = (name: string): ErrorItem => ({
  id: 'wrong_params',
  details: `The ${name} parameter is missing.`,
  field: name,
})

/** The error reported by a field's reader. */
export function problemOf(error: z.ZodError, name: string): ErrorItem {
  const issue = error.issues[0]
  const id = issue?.code === 'custom' ? (issue.params?.['id'] as ErrorItem['id'] | undefined) : undefined
  return { id: id ?? 'wrong_params', details: issue?.message ?? `The ${name} parameter is invalid.`, field: name }
}

/** Characters of a value that are read in order to quote it. */
const MAX_QUOTED = 2_000

/**
 * The sentence that refuses a value, followed by what was sent. Numbers and booleans look the same whether they arrive as such
 * or as text, as in a query; other text is put in quotation marks.
 */
export function saying(sentence: string, sent: unknown): string {
  const isWord = typeof sent === 'string' && !/^(?:[+-]?\d+(?:\.\d+)?|true|false)$/.test(sent)
  // PostgreSQL cannot store it, so no text may contain it; quoted, it would not be seen.
  const is =
    typeof sent === 'string' && sent.includes('\0')
      ? 'contains the character U+0000'
      : `is ${isWord ? `"${quoted(sent)}"` : quoted(sent)}`
  return `${sentence.replace(/\.$/, '')}; it ${is}.`
}

/** A value as quoted to the caller: one line of at most 80 characters, with nothing that a terminal or a model would act on. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const plain = text
    .slice(0, MAX_QUOTED)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain
}
