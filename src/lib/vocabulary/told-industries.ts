import { lazily } from '../process/lazily.ts'
import { inEnglishTrade } from './foreign-words.ts'
import { industryNamed } from '../companies/industries.ts'
import { keyedSectors } from './sectors.ts'
import { allTopics, industryOfFileName } from './topics.ts'
import type { VocabularyTopic } from './topics.ts'

/** Treats `and` as `&`, hyphens as blanks, and plurals as singulars. */
const plainKey = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll('&', ' and ')
    .split(/[\s\-_]+/)
    .filter((word) => word !== '')
    .map((word) => (/(?:ss|us|is)$/.test(word) || word.length < 4 ? word : word.replace(/ies$/, 'y').replace(/s$/, '')))
    .join(' ')

/** Trades by their names of a word or two, and by the words that only indicate them in a file. */
const trades = lazily(() => {
  const byPhrase = new Map<string, VocabularyTopic>()
  const byTag = new Map<string, VocabularyTopic>()
  for (const topic of allTopics().filter(({ kind }) => kind === 'trade')) {
    for (const phrase of topic.phrases) addFirst(byPhrase, phrase, topic)
    for (const tag of [...topic.called, ...topic.tags]) addFirst(byTag, tag, topic)
  }
  return { byPhrase, byTag }
})

function addFirst(index: Map<string, VocabularyTopic>, words: string, topic: VocabularyTopic): void {
  const key = plainKey(words)
  if (!index.has(key)) index.set(key, topic)
}

/**
 * The industry named in a file: as spelled in the list, in the first version of the list, or in everyday use, also in German,
 * French or Spanish. Null for anything else, which is then kept as a tag.
 */
export function industryOfFile(text: string): string | null {
  if (text === '') return null
  const english = inEnglishTrade(text)
  return industryInEnglish(text) ?? (english === null ? null : industryInEnglish(english))
}

function industryInEnglish(text: string): string | null {
  const plain = text.trim().toLowerCase().replaceAll(' and ', ' & ')
  return (
    industryNamed(text) ??
    industryNamed(text.replaceAll(' & ', ' and ')) ??
    industryOfFileName(text.trim().toLowerCase()) ??
    industryOfFileName(plain) ??
    trades().byPhrase.get(plainKey(text))?.industries[0] ??
    null
  )
}

/** The trade indicated by a tag, in the same languages; null if there is none. */
export function tradeOfTag(tag: string): VocabularyTopic | null {
  const english = inEnglishTrade(tag)
  return tradeInEnglish(tag) ?? (english === null ? null : tradeInEnglish(english))
}

const tradeInEnglish = (tag: string): VocabularyTopic | null =>
  trades().byPhrase.get(plainKey(tag)) ?? trades().byTag.get(plainKey(tag)) ?? null

/**
 * The industry of a company of which only tags are known: that of the first tag that indicates one. Null if no tag does, or if
 * two of them indicate industries in different sectors.
 */
export function industryOfTags(tags: readonly string[]): string | null {
  let found: string | null = null
  for (const tag of tags) {
    const industry = industryNamed(tag) ?? tradeOfTag(tag)?.industries[0] ?? null
    if (industry === null) continue
    if (found !== null && keyedSectors().get(found) !== keyedSectors().get(industry)) return null
    found ??= industry
  }
  return found
}

/** The industry of a schema.org type. */
export const industryOfType = (type: string): string | null =>
  allTopics().find(({ types }) => types.includes(type))?.industries[0] ?? null

/** For software alone, a verb is as telling as a noun: `develops planning software`. */
const MAKES_SOFTWARE = /\b(?:develops?|builds?|makes?) (?:[a-z-]+ ){0,4}software\b/

const callings = lazily(() =>
  allTopics()
    .filter(({ called }) => called.length > 0)
    .map(({ called, industries }) => ({
      phrase: new RegExp(`\\b(?:${called.join('|')})\\b`),
      industry: industries[0] ?? '',
    })),
)

/**
 * The industry that a description names as the company's own, by whole phrases, so that customers and subjects are not mistaken
 * for the trade. Null if it names none or two: a wrong industry is worse than none.
 */
export function industryOfWords(description: string): string | null {
  const text = description.toLowerCase()
  const found = new Set(callings().flatMap(({ phrase, industry }) => (phrase.test(text) ? [industry] : [])))
  if (MAKES_SOFTWARE.test(text)) found.add('Software Development')
  const [only] = found
  return found.size === 1 && only !== undefined ? only : null
}
