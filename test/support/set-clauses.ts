/** What statements set, in PostgreSQL's own spelling of them. */

export interface Assignment {
  table: string
  column: string
  value: string
  /** Set when a row to be inserted exists already. */
  isConflict: boolean
}

const UPDATE = /\bUPDATE (?:ONLY )?(?:public\.)?(\w+)(?: \w+)? SET /g
const INSERT = /\bINSERT INTO (?:public\.)?(\w+)/g
const CONFLICT = /\bDO UPDATE SET /g
const ENDS = /^\s*(?:FROM|WHERE|RETURNING)\b/

/** Every assignment of every update in a statement. */
export function assignmentsIn(parsed: string): Assignment[] {
  const inserts = [...parsed.matchAll(INSERT)]
  const tableBefore = (at: number): string => inserts.findLast(({ index }) => index < at)?.[1] ?? ''
  return [
    ...[...parsed.matchAll(UPDATE)].map((found) => ({ found, table: found[1] ?? '', isConflict: false })),
    ...[...parsed.matchAll(CONFLICT)].map((found) => ({ found, table: tableBefore(found.index), isConflict: true })),
  ].flatMap(({ found, table, isConflict }) =>
    setBy(parsed.slice(found.index + found[0].length)).flatMap((text) => {
      const [, columns = '', value = ''] = /^\s*(\(?[\w", ]+\)?) = ([\s\S]*)$/.exec(text) ?? []
      return columns
        .split(',')
        .map((column) => ({ table, column: column.replaceAll(/[\s"()]/g, ''), value, isConflict }))
    }),
  )
}

/** The assignments at the beginning of a text, which ends with them or with another clause. */
function setBy(text: string): string[] {
  const found: string[] = []
  let [depth, start] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    const isOver =
      depth < 0 || text[at] === ';' || (depth === 0 && /\s/.test(text[at] ?? '') && ENDS.test(text.slice(at)))
    if (isOver || (depth === 0 && text[at] === ',')) {
      found.push(text.slice(start, at))
      start = at + 1
    }
    if (isOver) return found
  }
  return [...found, text.slice(start)]
}
