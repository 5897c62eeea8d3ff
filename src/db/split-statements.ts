/** Starts of text in which a `;` does not end a statement. */
const OPENS = /'|"|\$(?:[A-Za-z_][A-Za-z0-9_]*)?\$|--|\/\*|;/g
const BODIES = { "'": /'/g, '"': /"/g, '--': /\n|$/g } as const

/**
 * Returns the statements of an SQL text, without empty ones. Quotes, dollar quotes and comments follow PostgreSQL 18, chapter
 * 4.1; strings with backslashes (`E'…'`) are not supported.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  OPENS.lastIndex = 0
  for (let found = OPENS.exec(sql); found !== null; found = OPENS.exec(sql)) {
    const [mark] = found
    if (mark !== ';') OPENS.lastIndex = endOf(sql, mark, OPENS.lastIndex)
    else {
      statements.push(sql.slice(start, found.index))
      start = OPENS.lastIndex
    }
  }
  statements.push(sql.slice(start))
  return statements.map((text) => text.trim()).filter((text) => withoutComments(text) !== '')
}

/**
 * The position after what a mark began; a doubled quote counts as the end of one string and the start of another, with the same
 * result.
 */
function endOf(sql: string, mark: string, from: number): number {
  if (mark === '/*') return endOfComment(sql, from)
  if (mark.startsWith('$')) {
    const end = sql.indexOf(mark, from)
    return end === -1 ? sql.length : end + mark.length
  }
  const end = BODIES[mark as keyof typeof BODIES]
  end.lastIndex = from
  return end.exec(sql) === null ? sql.length : end.lastIndex
}

/** Comments of this kind can be nested. */
function endOfComment(sql: string, from: number): number {
  const marks = /\/\*|\*\//g
  marks.lastIndex = from
  for (let depth = 1, found = marks.exec(sql); found !== null; found = marks.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return sql.length
}

const withoutComments = (text: string): string => text.replaceAll(/--[^\n]*|\/\*[^]*?\*\//g, '').trim()
