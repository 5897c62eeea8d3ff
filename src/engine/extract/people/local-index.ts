import type { NameFitter } from './name-fit.ts'
import type { NameMention } from './name-mentions.ts'

/** Comparisons on one page; a page that needs more is no page of people, and the rest stays without a pattern. */
const MAX_COMPARISONS = 50_000

/** For each local part of a page, the people whose name it spells: the whole page at once, each pair looked at once. */
export class LocalIndex {
  private readonly fitting = new Map<string, { person: NameMention; grade: 2 | 3 }[]>()

  constructor(locals: Iterable<string>, people: readonly NameMention[], fitter: NameFitter) {
    let left = MAX_COMPARISONS
    for (const local of new Set(locals)) {
      left -= people.length
      if (left < 0) break
      const found = people.flatMap((person) => {
        const grade = fitter.grade(local, person.name, person.key)
        return grade >= 2 ? [{ person, grade: grade as 2 | 3 }] : []
      })
      this.fitting.set(local, found)
    }
  }

  /** People of exactly that grade, in reading order. */
  people(local: string, grade: 2 | 3): NameMention[] {
    return (this.fitting.get(local) ?? []).filter((one) => one.grade === grade).map((one) => one.person)
  }
}
