import type { CallToolResult } from '@modelcontextprotocol/server'
import type { AppError } from '../../errors.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import type { Entry } from './catalogue.ts'
import { LIMITS, cleanData, cleanRecord } from './clean-data.ts'
import type { Cleaned } from './clean-data.ts'
import type { CallEstimate, Rows, ToolAnswer } from './define-tool.ts'
import { nextStep } from './next-steps.ts'
import type { Advised } from './corrections.ts'
import { rowsIn, selectFields, withRows } from './field-selection.ts'
import type { FieldChoice } from './field-selection.ts'
import { toldLine } from './spending.ts'

/** Answers and errors of the core → results of MCP. The only file that knows the shape of a result. */

/** HTTP status 202: the work continues. */
const ACCEPTED = 202

/**
 * The maximum weight of a result: one per ASCII byte, two or three of which make a token, and seven per three-byte character,
 * which may take as many tokens. At worst this is 25,000 tokens, for usual text about 17,000.
 */
const MAX_WEIGHT = 56_000
/** The part available to data, which leaves room for `meta`. */
const MAX_DATA_WEIGHT = 48_000

export interface Structured {
  [key: string]: unknown
  data: unknown
  meta: Record<string, unknown>
}

/** A tool's answer, parsed through its output schema, as a result: the same facts as an object and as text. */
export function toolResult(entry: Entry, answer: ToolAnswer, choice: FieldChoice | null): CallToolResult {
  const structured = structuredOf(entry, answer, choice)
  const text = `${[firstLine(entry, structured), ...notes(entry, structured)].join(' ')}\n${JSON.stringify(structured, leftOut(entry.tool.notInText))}`
  return { content: [{ type: 'text', text }], structuredContent: structured }
}

/** Adds links to what was created, for revisions whose clients all support links. */
export function withLinks({ tool }: Entry, { data }: ToolAnswer, result: CallToolResult): CallToolResult {
  const links = (tool.links?.(data) ?? []).map((link) => ({ type: 'resource_link' as const, ...link }))
  return links.length === 0 ? result : { ...result, content: [...result.content, ...links] }
}

/** Notes on what was not done as requested. */
const notes = (entry: Entry, structured: Structured): string[] => [
  ...cutNote(structured),
  ...otherNotes(entry, structured),
]

/** No client can carry more; the rest takes another call. */
function cutNote({ meta: { truncated, next_offset, next_cursor } }: Structured): string[] {
  if (truncated !== true) return []
  const onward = numberAmong(next_offset, next_cursor)
  return [`The rest did not fit: request fewer fields${onward === undefined ? '' : ` or continue at ${onward}`}.`]
}

const otherNotes = ({ tool }: Entry, { meta }: Structured): string[] => {
  if (meta['relaxed'] !== undefined) return [relaxedNote(meta['relaxed'])]
  if (meta['ignored'] === undefined || tool.annotations.readOnlyHint) return []
  return [
    tool.clears === undefined
      ? 'An empty string changes nothing.'
      : 'An empty string changes nothing; clear empties a field.',
  ]
}

/** Readers of only the first line must learn that these rows are not what was asked for. */
function relaxedNote(relaxed: unknown): string {
  const said = [relaxed].flat().map((one) => (isRecord(one) ? `"${quoted(one['said'])}"` : ''))
  return `Nothing matched the whole question: these rows ignore ${said.join(', ')}; meta.relaxed says why.`
}

/** The part of an answer shown to a model: selected fields, strangers' text cleaned and named, as many rows as fit. */
export function structuredOf(
  { tool: { written, ...tool }, answerFields, selectable }: Entry,
  answer: ToolAnswer,
  choice: FieldChoice | null,
): Structured {
  const chosen = choice === null ? answer.data : selectFields(answer.data, selectable, choice)
  const rows = choice?.rows ?? null
  const { data, cutFields, present, maxWeight } = fittingData(chosen, rows, written)
  const meta = cleanRecord(answer.meta)
  if (answer.meta['effect'] !== undefined) meta['effect'] = cleanData(answer.meta['effect'], { written }).data
  if (answer.credits !== undefined) meta['credits'] = answer.credits
  if (answer.status === ACCEPTED)
    Object.assign(meta, { running: true, retry_after_seconds: answer.retryAfterSeconds ?? null })
  // A field that is in no schema is one of the account's own, which importers fill.
  const own = [...present].filter((field) => field !== '' && !answerFields.has(field))
  const untrusted = [
    ...(tool.untrusted ?? []).filter((field) => present.has(field) || Object.hasOwn(meta, field)),
    ...own,
  ]
  if (untrusted.length > 0) meta['untrusted_fields'] = [...new Set(untrusted)]
  if (cutFields.size > 0) meta['cut_fields'] = [...cutFields]
  return rows === null
    ? { data, meta }
    : paged({ data, meta, maxWeight }, rows, { limit: choice?.limit ?? null, reach: choice?.reach ?? null })
}

/** Clean data of which at least one row fits into a result, or all of it if there are no rows. */
function fittingData(chosen: unknown, rows: Rows | null, written: readonly string[] | undefined): Cleaned {
  let cleaned = cleanData(chosen, { written })
  for (const limits of LIMITS.slice(1)) {
    if (cleaned.maxWeight <= MAX_DATA_WEIGHT) break
    const least = rows === null ? cleaned.data : rowsIn(cleaned.data, rows)?.[0]
    if (least === undefined || weightOf(least) <= MAX_DATA_WEIGHT) break
    cleaned = cleanData(chosen, { limits, written, pagedList: rows?.at })
  }
  return cleaned
}

/** Leaves out nulls and fields that are not for reading. */
const leftOut =
  (names: readonly string[] = []) =>
  (key: string, value: unknown): unknown =>
    value === null || names.includes(key) ? undefined : value

/** Adds `next_offset`, and cuts between rows what no client could carry. */
function paged(
  { data, meta, maxWeight }: Structured & { maxWeight: number },
  rows: Rows,
  { limit, reach }: Pick<FieldChoice, 'limit' | 'reach'>,
): Structured {
  const list = rowsIn(data, rows)
  if (list === null) return { data, meta }
  const allowance = MAX_WEIGHT - weightOf(meta)
  const fitting =
    maxWeight <= allowance ? list.length : fittingRows(list, allowance - weightOf(withRows(data, rows, [])))
  const params = (meta['params'] ?? {}) as Record<string, unknown>
  const offset = numberAmong(meta['offset'], params['offset']) ?? 0
  const wanted = limit ?? meta['limit'] ?? params['limit']
  // If no total is known, a full page may be followed by another.
  const total = rowsOf(meta) ?? offset + list.length + (list.length === wanted ? 1 : 0)
  const next = offset + fitting
  const asked = typeof wanted === 'number' ? Math.min(wanted, total - offset) : fitting
  const shown = fitting === list.length ? data : withRows(data, rows, list.slice(0, fitting))
  if (rows.byCursor === true) return { data: shown, meta: cutAtCursor(meta, list, fitting) }
  return {
    data: shown,
    meta: {
      ...meta,
      next_offset: next < Math.min(total, reach ?? total) && fitting > 0 ? next : null,
      truncated: fitting < asked,
    },
  }
}

/** A page that was cut is continued after its last row, if that row shows its id. */
function cutAtCursor(meta: Record<string, unknown>, list: readonly unknown[], fitting: number) {
  if (fitting === list.length) return { ...meta, truncated: false }
  const last = list[fitting - 1]
  return { ...meta, next_cursor: (isRecord(last) ? numberAmong(last['id']) : undefined) ?? null, truncated: true }
}

const numberAmong = (...values: unknown[]): number | undefined => values.find((value) => typeof value === 'number')

/** How many rows match the filters of the call, under the names that endpoints use. */
const rowsOf = (meta: Record<string, unknown>): number | undefined =>
  numberAmong(meta['results'], meta['count'], meta['total'])

/** How many rows fit into the remaining weight, with room for `next_offset` and `truncated`. */
function fittingRows(list: readonly unknown[], allowance: number): number {
  const reserve = 64
  let left = allowance - reserve
  for (const [index, row] of list.entries()) {
    left -= weightOf(row) + 1
    if (left < 0) return index
  }
  return list.length
}

function weightOf(value: unknown): number {
  const text = JSON.stringify(value)
  const bytes = Buffer.byteLength(text)
  return bytes + 2 * (bytes - text.length)
}

function firstLine({ tool }: Entry, { data, meta }: Structured): string {
  if (meta['performed'] === false) return toldLine(meta['estimate'] as CallEstimate)
  if (meta['confirmed'] === false) return previewLine(meta)
  const own = tool.firstLine?.({ data, meta })
  if (own !== undefined && own !== null) return own
  if (tool.rows === undefined) return `${tool.title}.`
  const { domain } = data as Record<string, unknown>
  const shown = rowsIn(data, tool.rows)?.length ?? 0
  const whose = typeof domain === 'string' ? ` of ${domain}` : ''
  const rows = rowsOf(meta)
  const total = rows === undefined ? '' : ` of ${rows}`
  const next = typeof meta['next_offset'] === 'number' ? `; next_offset ${meta['next_offset']}` : ''
  return `Showing ${shown}${total} ${tool.rows.noun}${whose}${meta['truncated'] === true ? '' : next}.`
}

/** Readers who stop at the first line must not mistake a preview for the action, nor send the same call again. */
function previewLine({ effect, declined, outdated }: Record<string, unknown>): string {
  if (declined === true) return 'Nothing was done: the user declined.'
  const { leads_count: leads, recipients, already_started: isStarted } = isRecord(effect) ? effect : {}
  if (isStarted === true) return 'Nothing was done: the campaign has already started.'
  if (leads === 0) return 'Nothing was done: no lead matches.'
  if (typeof leads === 'number') return `Nothing was done yet: confirm true with expected_count ${leads} ${DOES}`
  if (outdated !== true) return `Nothing was done yet: confirm true ${DOES}`
  if (typeof recipients !== 'number') return 'Nothing was done: meta.effect says that it was done before.'
  return `Nothing was done, with another number: confirm true with expected_recipients ${recipients} ${DOES}`
}

const DOES = 'does what meta.effect says.'

const NOBODY: Advised = { accepted: {}, hints: undefined, tools: [] }

/**
 * One of our errors as a result: one line per item, and a copy for programs. Never structured content, because clients validate
 * that.
 */
export function toolError(error: AppError, requestId: string, advised: Advised = NOBODY): CallToolResult {
  const steps = error.errors.map((item) => nextStep(item, error, advised))
  // Advice shared by consecutive items appears once, after the last of them.
  const lines = error.errors.map(({ id: name, details: why }, index) => {
    const step = steps[index] === steps[index + 1] ? '' : ` (${steps[index]})`
    return `${name}: ${why}${step}`
  })
  const [{ id, details, field }] = error.errors
  return {
    _meta: {
      'quarry/error': {
        id,
        status: error.status,
        details,
        field: field ?? null,
        retryable: error.retryable || error.retryAfterSeconds !== undefined,
        retry_after_seconds: error.retryAfterSeconds ?? null,
        request_id: requestId,
      },
    },
    content: [{ type: 'text', text: lines.join('\n') }],
    isError: true,
  }
}
