import { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'

/**
 * Parameters as data: what is published (JSON Schema) and how a value is read. Reading is tolerant as callers are
 * (`"10"`, `"a,b"`), refusing is exact: each field names its own error. `null`, `""`, `[]` and `{}` count as absent.
 */

export type JsonSchema = Record<string, unknown>

/** What is wrong with a value: an error id of ours and one sentence. */
export type Problem = Pick<ErrorItem, 'id' | 'details'>

export type Reading<T> = { ok: true; value: T } | { ok: false; problem: Problem }

export const read = <T>(value: T): Reading<T> => ({ ok: true, value })
export const refuse = (id: Problem['id'], details: string): Reading<never> => ({ ok: false, problem: { id, details } })

/**
 * One parameter. `published` is what tool lists and OpenAPI show (with its description); tool lists show its `listedAs`
 * instead, where a shorter form is taken as well. `reader` turns a present raw value into the typed one or says what is wrong
 * with it; a list that holds nothing (`","`) is absent.
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
 * A field of an update: `null` and what else counts as absent clears it (null), a key that was not sent leaves it as it is
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

/** Absent, or as good as absent. */
export function isAbsent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.every(isAbsent)
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The error that a field's reader gave. */
export function problemOf(error: z.ZodError, name: string): ErrorItem {
  const issue = error.issues[0]
  const id = issue?.code === 'custom' ? (issue.params?.['id'] as ErrorItem['id'] | undefined) : undefined
  return { id: id ?? 'wrong_params', details: issue?.message ?? `The ${name} parameter is invalid.`, field: name }
}

/** As much of a value as is looked at for the words of it that are shown. */
const MAX_QUOTED = 2_000

/**
 * The sentence that refuses a value, with what was sent. Numbers and booleans look alike whether they come as such or as
 * texts, as a query has them; other texts are in quotation marks.
 */
export function saying(sentence: string, sent: unknown): string {
  const isWord = typeof sent === 'string' && !/^(?:[+-]?\d+(?:\.\d+)?|true|false)$/.test(sent)
  return `${sentence.replace(/\.$/, '')}; it is ${isWord ? `"${quoted(sent)}"` : quoted(sent)}.`
}

/** Shown back to the caller: one line, at most 80 characters, nothing that a terminal or a model would act on. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const plain = text
    .slice(0, MAX_QUOTED)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain
}
