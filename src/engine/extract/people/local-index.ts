import type { NameFitter } from '../names/name-fit.ts'
import type { NameMention } from './name-mentions.ts'

/**
 * The most comparisons on one page; a page that needs more is not a page of people, and its other local parts are not compared.
 */
const MAX_COMPARISONS = 50_000

interface Fitting {
  person: NameMention
  grade: 2 | 3
}

/** The people of a page whose names a local part spells; each local part is compared with them once, on demand. */
export class LocalIndex {
  private readonly fitting = new Map<string, readonly Fitting[]>()
  private readonly all: readonly NameMention[]
  private readonly fitter: NameFitter
  private left = MAX_COMPARISONS

  constructor(people: readonly NameMention[], fitter: NameFitter) {
    this.all = people
    this.fitter = fitter
  }

  /** People with exactly that grade, in reading order. */
  people(local: string, grade: 2 | 3): NameMention[] {
    return this.fittingOf(local)
      .filter((one) => one.grade === grade)
      .map((one) => one.person)
  }

  private fittingOf(local: string): readonly Fitting[] {
    const known = this.fitting.get(local)
    if (known) return known
    this.left -= this.all.length
    const found = this.left < 0 ? [] : this.all.flatMap((person) => this.fit(local, person))
    this.fitting.set(local, found)
    return found
  }

  private fit(local: string, person: NameMention): Fitting | [] {
    const grade = this.fitter.grade(local, person.name, person.key)
    return grade >= 2 ? { person, grade: grade as 2 | 3 } : []
  }
}
