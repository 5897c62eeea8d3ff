import { ByteWriter, parquetWriteRows } from 'hyparquet-writer'
import { ownValue } from '../../lib/text/own-value.ts'

type Value = string | number | boolean | null

/** Rows of one group, which are in memory together. */
const ROW_GROUP = 20_000

/**
 * Writes rows as Parquet, group by group, in constant memory. Columns of numbers and booleans keep their types; all others are
 * text.
 */
export async function writeParquet(
  rows: AsyncIterable<Record<string, Value>>,
  columns: readonly { name: string; type: 'STRING' | 'INT64' | 'BOOLEAN' }[],
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const writer = new ByteWriter()
  const flush = async (): Promise<void> => {
    // A copy, because the writer reuses the same memory.
    const bytes = writer.getBytes().slice()
    writer.index = 0
    await write(bytes)
  }
  await parquetWriteRows({
    writer: Object.assign(writer, { flush }),
    rows: converted(rows, columns),
    columns: columns.map(({ name, type }) => ({ name, type, nullable: true })),
    rowGroupSize: ROW_GROUP,
  })
  await flush()
}

async function* converted(
  rows: AsyncIterable<Record<string, Value>>,
  columns: readonly { name: string; type: string }[],
): AsyncGenerator<Record<string, unknown>> {
  const whole = columns.filter(({ type }) => type === 'INT64').map(({ name }) => name)
  for await (const row of rows) {
    const integers = whole.map((name) => {
      const value = ownValue(row, name) ?? null
      return [name, value === null ? null : BigInt(value)]
    })
    yield { ...row, ...Object.fromEntries(integers) }
  }
}
