import { companyKinds } from '../../../src/engine/discover/query-kinds.ts'
import { longestAt } from '../../../src/engine/discover/words/phrase-index.ts'
import { foreignWords } from '../../../src/lib/vocabulary/foreign-words.ts'
import { readQueryText } from '../../../src/engine/discover/words/query-text.ts'
import { subjects } from '../../../src/engine/discover/words/subject-words.ts'
import type { Place } from '../../../src/lib/companies/company-filters.ts'
import { allTopics } from '../../../src/lib/vocabulary/topics.ts'
import { of, randomFrom } from '../../support/random.ts'
import type { Random } from '../../support/random.ts'
import type { LabelledQuery } from './judge-query.ts'
import { citiesOf, countriesOf, partsOf } from './template-places.ts'
import type { AskedPlace, Language } from './template-places.ts'
import { DENIALS, sizesOf, yearsOf } from './template-words.ts'

interface AskedTopic {
  words: string
  terms: string[]
  industries: string[]
}

/** Six in ten questions are English. */
const LANGUAGES: readonly Language[] = ['en', 'en', 'en', 'en', 'en', 'en', 'de', 'de', 'fr', 'es']

/**
 * Questions about topic, place, size, year and exclusions, in the words of the vocabulary; their meaning is known by
 * construction.
 */
export function templateQuestions(count: number, seed: number): (LabelledQuery & { language: Language })[] {
  const random = randomFrom(seed)
  const parts = new Map(([...new Set(LANGUAGES)] as const).map((language) => [language, partsOfSpeech(language)]))
  return Array.from({ length: count }, (_, at) => {
    const language = LANGUAGES[at % LANGUAGES.length] ?? 'en'
    return { ...questionOf(random, language, parts.get(language) ?? partsOfSpeech(language)), language }
  })
}

type Parts = ReturnType<typeof partsOfSpeech>

const partsOfSpeech = (language: Language) => ({
  topics: language === 'en' ? englishTopics() : foreignTopics(language),
  cities: citiesOf(language),
  countries: countriesOf(language),
  parts: partsOf(language),
  sizes: sizesOf(language),
  years: yearsOf(language),
})

function questionOf(random: Random, language: Language, all: Parts): LabelledQuery {
  const topic = of(random, all.topics)
  const place = of(random, of(random, [all.cities, all.cities, all.countries, all.parts]))
  const size = random() < 0.35 ? of(random, all.sizes) : null
  const year = random() < 0.35 ? of(random, all.years) : null
  const denied = random() < 0.25 ? deniedOf(random, language, all, topic, place) : null
  const more = [size?.words, year?.words].filter((words) => words !== undefined)
  const text = [topic.words, place.words, ...(random() < 0.5 ? more : more.toReversed())].join(' ')
  const query = `${text}${denied === null ? '' : `, ${denied.words}`}`
  return {
    query: random() < 0.3 ? query.toLowerCase() : query,
    filters: {
      headquarters_location: {
        include: [place.place],
        ...(denied?.place !== undefined && { exclude: [denied.place] }),
      },
      ...(size?.value !== undefined && { headcount: size.value }),
      ...(year?.value !== undefined && { year_founded: year.value }),
    },
    unscored: [],
    topic: { terms: topic.terms, industries: topic.industries, not_terms: denied?.terms ?? [] },
    expressible: 'full',
  }
}

/** A city of the country, or a different trade. */
function deniedOf(
  random: Random,
  language: Language,
  { cities, topics }: Parts,
  topic: AskedTopic,
  place: AskedPlace,
): { words: string; place?: Place; terms?: string[] } | null {
  const words = DENIALS[language]
  const isCountry = Object.keys(place.place).length === 1
  if (isCountry) {
    const inside = cities.filter(({ place: { country } }) => country === place.place.country)
    if (inside.length === 0) return null
    const city = of(random, inside)
    return { words: `${of(random, words.place)} ${city.words}`, place: city.place }
  }
  const other = of(random, topics)
  const isAlike = other.industries.some((name) => topic.industries.includes(name)) || other.industries.length === 0
  return isAlike ? null : { words: `${of(random, words.trade)} ${other.words}`, terms: [other.terms[0] ?? ''] }
}

const NOUNS = ['companies', 'firms', 'companies', 'businesses']

function englishTopics(): AskedTopic[] {
  const trades = allTopics().filter(({ kind, industries }) => kind === 'trade' && industries.length > 0)
  const meant = Map.groupBy(
    trades.flatMap((topic) => topic.phrases.map((phrase) => ({ phrase, topic }))),
    ({ phrase }) => phrase,
  )
  return [...meant].map(([phrase, of], at) => ({
    words: `${phrase} ${NOUNS[at % NOUNS.length] ?? ''}`,
    terms: [phrase, ...of.flatMap(({ topic }) => [...topic.phrases, ...topic.tags])],
    industries: of.flatMap(({ topic }) => topic.industries),
  }))
}

/** The names in a language of trades that the vocabulary has completely in English. */
const foreignTopics = (language: Language): AskedTopic[] =>
  foreignWords().flatMap(({ language: own, said, english }) => {
    const query = readQueryText(english)
    const match = longestAt(subjects(), query, 0)
    const [subject] = match?.values ?? []
    if (own !== language || subject === undefined || match?.count !== query.tokens.length) return []
    if (subject.industries.length === 0 || longestAt(companyKinds(), query, 0) !== null) return []
    return [{ words: said, terms: [english.toLowerCase(), ...subject.words], industries: [...subject.industries] }]
  })
