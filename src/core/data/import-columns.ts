import type { FileRow } from '../../engine/import/json-records.ts'
import { resumed } from '../../lib/text/resumed.ts'

/** Whether the name of a column is actually a path. */
const looksLikePath = (text: string): boolean => /[.[]/.test(text)

/**
 * The operator's column mapping: `column=field`, or `field=path` for values nested in a JSON record.
 * @returns column or path → field, and which of them are paths
 */
export function columnsOf(
  given: Readonly<Record<string, string>>,
  fields: readonly string[],
): { columns: Record<string, string>; paths: string[] } {
  const pairs = Object.entries(given).map(([column, field]): [string, string] =>
    !fields.includes(field) && fields.includes(column) && looksLikePath(field) ? [field, column] : [column, field],
  )
  return { columns: Object.fromEntries(pairs), paths: pairs.map(([path]) => path).filter((path) => /[[*]/.test(path)) }
}

/** The first rows of a file, and all batches, including those rows. */
export async function withHeadRows(
  batches: AsyncIterable<FileRow[]>,
  count: number,
): Promise<{ head: string[][]; batches: AsyncIterable<FileRow[]> }> {
  const source = batches[Symbol.asyncIterator]()
  const read: FileRow[][] = []
  const rows = (): FileRow[] => read.flat().filter(({ problem }) => problem === null)
  while (rows().length < count) {
    const next = await source.next()
    if (next.done === true) break
    read.push(next.value)
  }
  return {
    head: rows()
      .slice(0, count)
      .map(({ cells }) => cells),
    batches: resumed(read, source),
  }
}
