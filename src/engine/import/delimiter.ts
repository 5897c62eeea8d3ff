/** What is between the cells of a delimited text, the likeliest first. */
const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Lines that are looked at. */
const MAX_LINES = 50

/** The delimiter that is in every line, and equally often; comma for a text of one column. */
export function detectDelimiter(head: string): Delimiter {
  const lines = unquotedLines(head)
  let best: Delimiter = ','
  let bestScore = 0
  for (const delimiter of DELIMITERS) {
    const score = scoreOf(lines, delimiter)
    if (score > bestScore) [best, bestScore] = [delimiter, score]
  }
  return best
}

/** The share of lines that have as many of it as the header, weighed by how many those are. */
function scoreOf(lines: readonly string[], delimiter: string): number {
  const counts = lines.map((line) => line.split(delimiter).length - 1)
  const [header = 0] = counts
  return (counts.filter((count) => count === header).length / Math.max(1, counts.length)) * Math.min(header, MAX_LINES)
}

/** The first lines without what is quoted in them, line breaks inside quotes among it. */
function unquotedLines(head: string): string[] {
  const lines = head
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
  return lines.slice(0, MAX_LINES)
}
