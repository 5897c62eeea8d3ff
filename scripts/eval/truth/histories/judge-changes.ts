import { foldName } from '../../../../src/lib/text/person-name-fold.ts'
import { shortPosition } from './history-life.ts'
import type { ToldRow } from './visited-histories.ts'
import type { GoldChange, MadeHistory } from './made-history.ts'

/** The reports of one type of change, compared with the gold. */
export interface Score {
  due: number
  found: number
  told: number
  wrong: number
  /** How many of those have a day on which they are settled. */
  timed: number
  onTime: number
  misses: string[]
}

export type Scores = Map<string, Score>

/** Compares the reports about one site with its gold. Changes that were undone count as not reported. */
export function judgeHistory(scores: Scores, history: MadeHistory, rows: readonly ToldRow[]): void {
  const left = [...history.gold]
  const standing = rows.filter(({ undone_at }) => undone_at === null)
  for (const row of standing) {
    const score = scoreOf(scores, row.type)
    score.told++
    const at = left.findIndex((gold) => isSame(gold, row))
    const [gold] = at === -1 ? [] : left.splice(at, 1)
    if (gold === undefined) {
      score.wrong++
      score.misses.push(
        `WRONG ${history.name} ${row.type} ${row.person?.full_name ?? ''}: ${row.before} → ${row.after}, ${row.happened_between.join(' … ')}`,
      )
    } else if (gold.isDue) {
      score.found++
      if (gold.settles !== null) {
        const { from, by } = gold.settles
        const day = row.detected_at.slice(0, 10)
        score.timed++
        if (from <= day && day <= by) score.onTime++
        else
          score.misses.push(
            `${day < from ? 'EARLY' : 'LATE'} ${history.name} ${row.type} ${row.person?.full_name ?? ''}: ${from} to ${by}, told ${day}`,
          )
      }
    }
    if (gold?.isDue === true) score.due++
  }
  for (const gold of left.filter(({ isDue }) => isDue)) {
    const score = scoreOf(scores, gold.type)
    score.due++
    const name = gold.person === null ? '' : `${gold.person.first} ${gold.person.last}`
    score.misses.push(
      `MISSED ${history.name} ${gold.type} ${name}: ${gold.before} → ${gold.after} ${gold.settles?.by ?? ''}`,
    )
  }
}

function scoreOf(scores: Scores, type: string): Score {
  const known = scores.get(type)
  if (known !== undefined) return known
  const score = { due: 0, found: 0, told: 0, wrong: 0, timed: 0, onTime: 0, misses: [] }
  scores.set(type, score)
  return score
}

function isSame(gold: GoldChange, row: ToldRow): boolean {
  if (gold.type !== row.type) return false
  if (gold.person === null || row.person === null) return gold.person === row.person && hasSameValues(gold, row)
  const isAbout =
    isNamed(row.person.full_name, gold.person) ||
    (gold.type === 'name_changed' && isOtherName(gold, row.person.full_name))
  return isAbout && hasSameValues(gold, row)
}

/** Whether the name is the person's, whatever titles, initials and order it has. */
function isNamed(written: string, { first, last }: { first: string; last: string }): boolean {
  const words = wordsOf(written)
  return [wordsOf(first)[0] ?? '', ...wordsOf(last).slice(-1)].every((word) => words.includes(word))
}

const wordsOf = (text: string): string[] =>
  foldName(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const isOtherName = ({ before }: GoldChange, written: string): boolean =>
  wordsOf(before ?? '')
    .slice(-1)
    .every((word) => wordsOf(written).includes(word))

function hasSameValues(gold: GoldChange, row: ToldRow): boolean {
  if (gold.type === 'title_changed') return samePosition(gold.before, row.before) && samePosition(gold.after, row.after)
  if (gold.type.startsWith('location_') || gold.type.startsWith('technology_'))
    return [
      [gold.before, row.before],
      [gold.after, row.after],
    ].every(([is, said]) => is === null || (said !== null && sameValue(is ?? '', said ?? '')))
  if (gold.type === 'address_added') return gold.after?.split('@')[0] === row.after?.split('@')[0]
  return true
}

const samePosition = (gold: string | null, told: string | null): boolean =>
  (gold ?? '') === '' || wordsOf(shortPosition(gold ?? '')).join(' ') === wordsOf(shortPosition(told ?? '')).join(' ')

/** Compares places by postal code, technologies by name. */
function sameValue(gold: string, told: string): boolean {
  const code = /\b[A-Z]{1,2}\d{1,2} \d[A-Z]{2}\b|\b\d{5}\b/.exec(gold)?.[0] ?? gold
  return told.toLowerCase().includes(code.toLowerCase())
}
