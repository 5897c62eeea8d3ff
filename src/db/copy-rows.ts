import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ownValue } from '../lib/text/own-value.ts'

/** A column's value: lists become arrays; JSON is passed as text. */
export type CopyValue = string | number | boolean | readonly string[] | null | undefined

/** The number of characters sent at once. */
const PIECE_LENGTH = 262_144

/**
 * Sends rows to a table with COPY, in constant memory.
 * @param statement `copy … from stdin`.
 */
export async function copyRows(
  client: PoolClient,
  statement: string,
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const stream = client.query(copyFrom(statement))
  const done = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve)
    stream.once('error', reject)
  })
  // Awaited below; until then, a failure must not count as an unhandled rejection.
  done.catch(() => undefined)
  let text = ''
  for (const row of rows) {
    text += copyLine(row)
    if (text.length < PIECE_LENGTH) continue
    if (!stream.write(text)) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done])
    text = ''
  }
  stream.end(text)
  await done
}

function copyLine(row: readonly CopyValue[]): string {
  let line = ''
  for (let i = 0; i < row.length; i++) line += (i === 0 ? '' : '\t') + copyText(row[i])
  return line + '\n'
}

function copyText(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'object') return escaped(`{${value.map(arrayItem).join(',')}}`)
  return String(value)
}

const arrayItem = (item: string): string => `"${item.replace(/["\\]/g, '\\$&')}"`

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const SPECIAL = /[\\\n\r\t]/

/** The text format of COPY (PostgreSQL, "COPY", file formats). */
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (char) => ownValue(ESCAPES, char) ?? char) : text
