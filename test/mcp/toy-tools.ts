import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../src/errors.ts'
import { pageField } from '../../src/lib/input/field-kinds.ts'
import { field, read } from '../../src/lib/input/input-fields.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import type { Tool, Toolset } from '../../src/mcp/tools/define-tool.ts'

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const WRITES = { ...READS, readOnlyHint: false }

const text = (description: string) => field<string>({ type: 'string', description }, (raw) => read(String(raw)))

const EchoInput = z.object({ said: text('What to repeat.') })

/** Repeats its input as data. */
const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  description: 'Repeat a text.',
  input: EchoInput,
  required: [],
  output: z.object({
    data: z.object({ said: z.string().nullable(), nothing: z.string().nullable() }),
    meta: z.object({ key: z.int() }),
  }),
  annotations: READS,
  run: async (call, raw) => ({
    data: { said: (raw as { said?: string }).said ?? null, nothing: null },
    meta: { key: call.principal.keyId },
  }),
  toolAliases: ['repeat'],
  untrusted: ['said'],
  answersTestKey: true,
})

const RowsInput = z.object({
  limit: pageField({ name: 'limit', min: 1, max: 100, default: 10, description: 'Rows a page.' }),
  offset: pageField({ name: 'offset', min: 0, max: 1_000, default: 0, description: 'Rows to skip.' }),
  width: pageField({ name: 'width', min: 0, max: 10_000, default: 4, description: 'Characters of each name.' }),
})

const ROWS = 28

/** A list of 28 rows. */
const rows = defineTool({
  name: 'list_rows',
  title: 'List rows',
  description: 'List rows.',
  input: RowsInput,
  required: [],
  output: z.object({
    data: z.object({
      domain: z.string(),
      rows: z.array(z.object({ id: z.int(), name: z.string().nullable(), notes: z.array(z.string()) })),
    }),
    meta: z.object({ results: z.int(), limit: z.int(), offset: z.int() }),
  }),
  annotations: READS,
  run: async (call, raw) => {
    const input = RowsInput.parse(raw)
    const offset = input.offset ?? 0
    const limit = Math.min(input.limit ?? 10, call.maxRows ?? Infinity)
    const shown = Array.from({ length: Math.max(0, Math.min(limit, ROWS - offset)) }, (_, index) => ({
      id: offset + index,
      name: index % 2 === 0 ? 'n'.repeat(input.width ?? 4) : null,
      notes: Array.from({ length: 5 }, () => 'x'.repeat(input.width ?? 4)),
    }))
    return {
      data: { domain: 'example.org', rows: shown },
      meta: { results: ROWS, limit: input.limit ?? 10, offset },
      credits: { charged: 1, remaining: null },
    }
  },
  rows: { at: 'rows', noun: 'rows', short: ['id', 'name'], capped: { notes: 3 } },
})

/** A list whose rows are too long for one result. */
const wide = defineTool({
  name: 'list_wide',
  title: 'List wide rows',
  description: 'List wide rows.',
  input: z.object({ limit: RowsInput.shape.limit }),
  required: [],
  output: z.object({
    data: z.object({ rows: z.array(z.object({ texts: z.array(z.string()) })) }),
    meta: z.object({ results: z.int(), limit: z.int(), offset: z.int() }),
  }),
  annotations: READS,
  run: async () => ({
    data: { rows: Array.from({ length: 100 }, () => ({ texts: Array.from({ length: 10 }, () => 'x'.repeat(200)) })) },
    meta: { results: 100, limit: 100, offset: 0 },
  }),
  rows: { at: 'rows', noun: 'rows', short: ['texts'] },
})

const FailInput = z.object({ how: text('Which failure.') })

const FAILURES: Record<string, () => Error> = {
  ours: () => new AppError('not_found', 'Nothing of that name.'),
  speed: () =>
    new AppError('rate_limit_exceeded', 'Too many requests: at most 10 per second. Retry in 1 seconds.', {
      retryAfterSeconds: 1,
    }),
  several: () =>
    AppError.forParameters([
      { id: 'invalid_domain', details: '"x" is not a valid domain name.', field: 'domain' },
      { id: 'wrong_params', details: 'Send either domain or company.', field: 'company' },
    ]),
  bug: () => new Error('a secret from /etc/shadow'),
}

/** Fails in the way it is told to. */
const fail = defineTool({
  name: 'fail',
  title: 'Fail',
  description: 'Fail.',
  input: FailInput,
  required: [],
  output: z.object({ data: z.null(), meta: z.object({}) }),
  annotations: READS,
  run: async (_call, raw) => {
    throw FAILURES[(raw as { how: string }).how]?.() ?? new Error('unknown failure')
  },
})

/** The outcomes of calls of `wait`, by the word they were started with. */
export const outcomes = new Map<string, 'running' | 'aborted' | 'finished'>()

const WaitInput = z.object({
  word: text('Names the call.'),
  ms: pageField({ name: 'ms', min: 0, max: 60_000, description: 'How long to wait.' }),
})

/** Waits, reporting progress, until its time is over or its caller has gone. */
const wait = defineTool({
  name: 'wait',
  title: 'Wait',
  description: 'Wait.',
  input: WaitInput,
  required: [],
  output: z.object({ data: z.object({ waited: z.boolean() }), meta: z.object({}) }),
  annotations: READS,
  run: async (call, raw) => {
    const { word, ms } = raw as { word: string; ms: number }
    outcomes.set(word, 'running')
    call.progress?.({ done: 0, total: 2, message: 'Started.' })
    try {
      await sleep(ms, undefined, { signal: call.signal })
      outcomes.set(word, 'finished')
    } catch {
      outcomes.set(word, 'aborted')
    }
    call.progress?.({ done: 2, total: 2, message: 'Done.' })
    return { data: { waited: true }, meta: {} }
  },
})

const save: Tool = defineTool({
  ...echo,
  name: 'save',
  title: 'Save',
  annotations: WRITES,
  toolAliases: [],
  answersTestKey: false,
})

export const toyToolsets: readonly Toolset[] = [
  { name: 'search', area: 'data', tools: [echo, rows, wide, fail, wait] },
  { name: 'leads', area: 'leads', tools: [save] },
]
