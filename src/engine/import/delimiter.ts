/** The delimiters of cells, the likeliest first. */
const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Lines examined. */
const MAX_LINES = 50

/** The delimiter that occurs in every line, equally often; a comma for a text with one column. */
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

/** The share of lines that have as many of it as the header, weighted by that number. */
function scoreOf(lines: readonly string[], delimiter: string): number {
  const counts = lines.map((line) => line.split(delimiter).length - 1)
  const [header = 0] = counts
  return (counts.filter((count) => count === header).length / Math.max(1, counts.length)) * Math.min(header, MAX_LINES)
}

/** The first lines without their quoted parts, including line breaks inside quotes. */
function unquotedLines(head: string): string[] {
  const lines = head
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
  return lines.slice(0, MAX_LINES)
}
