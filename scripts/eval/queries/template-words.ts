import type { CompanyFilters } from '../../../src/lib/companies/company-filters.ts'
import { HEADCOUNTS } from '../../../src/lib/companies/company-facts.ts'
import type { Language } from './template-places.ts'

/** Words of a question, and their meaning. */
export interface Worded<Value> {
  words: string
  value: Value
}

type Sizes = CompanyFilters['headcount']
type Years = CompanyFilters['year_founded']

const bands = (low: number, high: number): Sizes =>
  HEADCOUNTS.filter((band) => {
    const [from = 0, to = Infinity] = band.replace('+', '').split('-').map(Number)
    return to > low && from < high
  })

const LOW = [10, 50, 200, 500, 1000]

export const sizesOf = (language: Language): Worded<Sizes>[] =>
  LOW.flatMap((low) => {
    const high = low * 4
    const said: Record<Language, readonly [range: string, over: string, under: string, least: string]> = {
      en: [
        `with ${low} to ${high} employees`,
        `with more than ${low} people`,
        `under ${low} staff`,
        `with at least ${low} employees`,
      ],
      de: [
        `mit ${low} bis ${high} Mitarbeitern`,
        `mit mehr als ${low} Mitarbeitern`,
        `mit weniger als ${low} Beschäftigten`,
        `ab ${low} Mitarbeitern`,
      ],
      fr: [
        `de ${low} à ${high} salariés`,
        `de plus de ${low} salariés`,
        `avec moins de ${low} employés`,
        `d'au moins ${low} salariés`,
      ],
      es: [
        `con entre ${low} y ${high} empleados`,
        `con más de ${low} empleados`,
        `de menos de ${low} trabajadores`,
        `con al menos ${low} empleados`,
      ],
    }
    const [range, over, under, least] = said[language]
    return [
      { words: range, value: bands(low, high) },
      { words: over, value: bands(low, Infinity) },
      { words: under, value: bands(0, low) },
      { words: least, value: bands(low, Infinity) },
    ]
  })

const YEARS = [1995, 2005, 2012, 2018]

export const yearsOf = (language: Language): Worded<Years>[] =>
  YEARS.flatMap((year) => {
    const said: Record<Language, readonly [after: string, before: string, exact: string, range: string]> = {
      en: [
        `founded after ${year}`,
        `founded before ${year}`,
        `founded in ${year}`,
        `founded between ${year} and ${year + 4}`,
      ],
      de: [
        `die nach ${year} gegründet wurden`,
        `vor ${year} gegründet`,
        `gegründet ${year}`,
        `zwischen ${year} und ${year + 4} gegründet`,
      ],
      fr: [
        `créées après ${year}`,
        `fondées avant ${year}`,
        `créées en ${year}`,
        `fondées entre ${year} et ${year + 4}`,
      ],
      es: [
        `fundadas después de ${year}`,
        `creadas antes de ${year}`,
        `fundadas en ${year}`,
        `fundadas entre ${year} y ${year + 4}`,
      ],
    }
    const [after, before, exact, range] = said[language]
    return [
      { words: after, value: { from: year + 1 } },
      { words: before, value: { to: year - 1 } },
      { words: exact, value: { include: [year] } },
      { words: range, value: { from: year, to: year + 4 } },
    ]
  })

/** What precedes an excluded place or trade. */
export const DENIALS: Record<Language, { place: readonly string[]; trade: readonly string[] }> = {
  en: { place: ['not', 'but not', 'except'], trade: ['except', 'no', 'excluding', 'other than'] },
  de: { place: ['nicht', 'außer'], trade: ['keine', 'außer', 'ohne'] },
  fr: { place: ['pas', 'sauf', 'mais pas'], trade: ['sauf', 'hors', 'pas de'] },
  es: { place: ['no', 'excepto', 'menos'], trade: ['excepto', 'salvo', 'menos'] },
}
