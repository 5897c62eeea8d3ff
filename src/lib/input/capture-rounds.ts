/** One statement can write a row only once, so the second capture of a page goes to the second round, and so on. */
export function roundsOf<T extends { url: string }>(captures: readonly T[]): T[][] {
  const rounds: T[][] = []
  const seen = new Map<string, number>()
  for (const capture of captures) {
    const place = seen.get(capture.url) ?? 0
    seen.set(capture.url, place + 1)
    const round = (rounds[place] ??= [])
    round.push(capture)
  }
  return rounds
}
