import { HEADCOUNTS } from '../../../src/lib/companies/company-facts.ts'
import { dropMarks } from '../../../src/lib/text/fold-text.ts'
import { subdivisions } from '../../../src/lib/vocabulary/places/subdivisions.ts'
import type { VocabularyTopic } from '../../../src/lib/vocabulary/topics.ts'
import { pickOf, seededNumbers } from './made-world.ts'
import type { MadeCompany } from './made-world.ts'

/** A question, and which companies it means. */
export interface MadeQuestion {
  text: string
  phrase: string
  /** As it is written in the question. */
  place: string
  isRight: (company: MadeCompany) => boolean
}

type Test = (company: MadeCompany) => boolean

/** Uses every word of every topic, and every name of every place, at least once; each question is about an existing company. */
export function madeQuestions(companies: readonly MadeCompany[], count: number, seed: number): MadeQuestion[] {
  const next = seededNumbers(seed * 31)
  const byTopic = Map.groupBy(companies, ({ topic }) => topic.name)
  const phrases = [...byTopic].flatMap(([, of]) => (of[0]?.topic.phrases ?? []).map((phrase) => ({ phrase, of })))
  const places = [...Map.groupBy(companies, ({ place }) => place)].flatMap(([place, of]) =>
    place.names.map((name) => ({ name, of })),
  )
  return Array.from({ length: count }, (_, at) => {
    const asked = places[at - phrases.length]
    if (at >= phrases.length && asked !== undefined) {
      const company = pickOf(asked.of, next)
      return questionOf(company, pickOf(company.topic.phrases, next), next, asked.name)
    }
    const { phrase, of } = at < phrases.length ? (phrases[at] ?? pickOf(phrases, next)) : pickOf(phrases, next)
    return questionOf(pickOf(of, next), phrase, next)
  })
}

function questionOf(company: MadeCompany, phrase: string, next: () => number, city?: string): MadeQuestion {
  const where = city === undefined ? placeAsked(company, next) : { words: inCapitals(city), test: sameCity(company) }
  const more = pickOf([noMore, noMore, noMore, bySize, byYear], next)(company)
  const noun = pickOf(['companies', 'firms', 'companies', 'businesses'], next)
  return {
    text: `${phrase} ${noun} in ${where.words}${more.words}`,
    phrase,
    place: where.words,
    isRight: (one) => isAbout(one, company.topic, phrase) && where.test(one) && more.test(one),
  }
}

const inCapitals = (name: string): string =>
  name === name.toLowerCase() ? name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()) : name

const sameCity =
  ({ place }: MadeCompany): Test =>
  (one) =>
    one.place.country === place.country && one.place.city === place.city && one.place.part === place.part

function placeAsked(company: MadeCompany, next: () => number): { words: string; test: Test } {
  const { place } = company
  const part = subdivisions().get(`${place.country}-${place.part}`)
  const city = { words: inCapitals(pickOf(place.names, next)), test: sameCity(company) }
  const country = {
    words: new Intl.DisplayNames(['en'], { type: 'region' }).of(place.country) ?? place.country,
    test: (one: MadeCompany) => one.place.country === place.country,
  }
  // A subdivision named like its city or its country asks for that one.
  const names = (part?.names ?? []).filter(
    (name) => dropMarks(name) !== dropMarks(place.city) && name.length > 3 && dropMarks(name) !== 'georgia',
  )
  const inPart = names.map((name) => ({
    words: name,
    test: (one: MadeCompany) => one.place.country === place.country && one.place.part === place.part,
  }))
  return pickOf([city, city, country, inPart.length === 0 ? country : pickOf(inPart, next)], next)
}

const noMore = (): { words: string; test: Test } => ({ words: '', test: () => true })

const bandOf = (people: number): string =>
  HEADCOUNTS.findLast((band) => people >= Number.parseInt(band, 10)) ?? HEADCOUNTS[0]

function bySize({ employees }: MadeCompany): { words: string; test: Test } {
  const band = bandOf(employees)
  const words = band.endsWith('+') ? ' with more than 10,000 employees' : ` with ${band} employees`
  return { words, test: (one) => bandOf(one.employees) === band }
}

function byYear({ founded }: MadeCompany): { words: string; test: Test } {
  return { words: ` founded after ${founded - 3}`, test: (one) => one.founded >= founded - 3 }
}

/** A company is about a topic that is its own, that shares an industry with its own, or whose words are in its file. */
function isAbout(company: MadeCompany, asked: VocabularyTopic, phrase: string): boolean {
  const { topic, told } = company
  if (topic.name === asked.name || topic.industries.some((name) => asked.industries.includes(name))) return true
  const words = [phrase, ...asked.phrases, ...asked.tags]
  return (
    words.some((word) => ` ${told} `.includes(` ${word} `)) ||
    asked.industries.some((name) => told === name.toLowerCase())
  )
}
