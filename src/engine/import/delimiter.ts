/** The delimiters of cells, the likeliest first. */
const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Lines examined. */
const MAX_LINES = 50

/**
 * The delimiter that occurs in every line, equally often; a comma for a text with one column. Lines above the header, such as a
 * title, have none.
 */
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

/** The share of lines that have as many of it as the header, or as most lines have, weighted by that number. */
function scoreOf(lines: readonly string[], delimiter: string): number {
  const counts = lines.map((line) => line.split(delimiter).length - 1)
  const linesWith = (count: number): number => counts.filter((other) => other === count).length
  const usual = [...new Set(counts)].toSorted((a, b) => linesWith(b) - linesWith(a))[0] ?? 0
  const scores = [counts[0] ?? 0, usual].map((count) => linesWith(count) * Math.min(count, MAX_LINES))
  return Math.max(...scores) / Math.max(1, counts.length)
}

/** The first lines without their quoted parts, including line breaks inside quotes. */
function unquotedLines(head: string): string[] {
  const lines = head
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
  return lines.slice(0, MAX_LINES)
}
