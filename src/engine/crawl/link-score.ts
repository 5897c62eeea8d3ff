import {
  IDEOGRAPHS,
  LIST_WORDS,
  type LinkTopic,
  NEVER_WORDS,
  NOT_TEXT,
  PHRASE_WORDS,
  TOPIC_OF_WORD,
  TOPIC_SCORE,
} from './link-words.ts'

/** How promising a link is, judged by its path and its text. */
export interface LinkScore {
  /** At most 100; a link without a known word starts at `PLAIN_LINK`, and penalties may make it negative. */
  score: number
  topic: LinkTopic | null
}

/** A page of the site about which nothing is known. */
export const PLAIN_LINK = 20
/** A word before the last path segment describes the section, not the page: `/team/jane`. */
const SECTION_SHARE = 0.75
/** A long last segment is a headline that happens to contain the word: `/blog/how-our-team-went-hiking`. */
const HEADLINE_WORDS = 4
const HEADLINE_SHARE = 0.4
const TEXT_SHARE = 0.95
const QUERY_PENALTY = 15
const LIST_PENALTY = 30
const DATE_PENALTY = 20
const DEEP_PATH_PENALTY = 10
/** Segments without a penalty (data: "depth > 3"). */
const FREE_SEGMENTS = 3
const MAX_TEXT_CHARACTERS = 80
const MAX_WORDS = 12
/** `2024/05`, `2024-05-01`: news, calendars. */
const DATE_PATH = /\/(?:19|20)\d\d(?:[/-]\d{1,2}){1,2}(?:\/|$)/

// oxlint-disable-next-line no-control-regex -- all of ASCII, controls included
const ASCII = /^[\0-\x7f]*$/
const MARKS = /\p{M}/gu
const FILE_ENDING = /\.(?:html?|php|aspx?|jsp)$/
const NO_WORD = /[^\p{L}\p{N}]+/u
const NO_ASCII_WORD = /[^a-z0-9]+/

/** @returns null for a link that is never followed: files without text, carts, log-ins, searches */
export function scoreLink(url: URL, text: string): LinkScore | null {
  if (NOT_TEXT.test(url.pathname)) return null
  const segments = decodePath(url.pathname).split('/').filter(Boolean)
  const words = segments.map(wordsOf)
  if (words.some((segment) => segment.length <= 2 && NEVER_WORDS.has(segment.join('-')))) return null
  const best = strongest([
    ...words.map((segment, i) => segmentScore(segment, i === words.length - 1)),
    textScore(text),
    ideographScore(segments, text),
  ])
  return { score: best.score - penalty(url, words), topic: best.topic }
}

const strongest = (scores: LinkScore[]): LinkScore =>
  scores.reduce((best, next) => (next.score > best.score ? next : best), { score: PLAIN_LINK, topic: null })

function segmentScore(words: string[], isLast: boolean): LinkScore {
  const topic = topicOf(words)
  if (topic === null) return { score: 0, topic: null }
  if (!isLast) return { score: TOPIC_SCORE[topic] * SECTION_SHARE, topic }
  return { score: TOPIC_SCORE[topic] * (words.length > HEADLINE_WORDS ? HEADLINE_SHARE : 1), topic }
}

function textScore(text: string): LinkScore {
  const words = wordsOf(text.slice(0, MAX_TEXT_CHARACTERS))
  const topic = topicOf(words)
  if (topic === null) return { score: 0, topic: null }
  return { score: TOPIC_SCORE[topic] * (words.length > HEADLINE_WORDS ? HEADLINE_SHARE : TEXT_SHARE), topic }
}

function ideographScore(segments: string[], text: string): LinkScore {
  const joined = `${segments.at(-1) ?? ''} ${text.slice(0, MAX_TEXT_CHARACTERS)}`
  const [topic] = ideographTopics(joined)
  return topic === undefined ? { score: 0, topic: null } : { score: TOPIC_SCORE[topic], topic }
}

const ideographTopics = (text: string): LinkTopic[] =>
  /\p{Lo}/u.test(text) ? IDEOGRAPHS.filter(([word]) => text.includes(word)).map(([, topic]) => topic) : []

/** The most promising topic of any word or phrase. */
const topicOf = (words: string[]): LinkTopic | null =>
  topicsOf(words).reduce<LinkTopic | null>(
    (best, topic) => (best === null || TOPIC_SCORE[topic] > TOPIC_SCORE[best] ? topic : best),
    null,
  )

/** The topics of a path, by any word or phrase of its segments. */
export const pathTopics = (path: string): LinkTopic[] =>
  decodePath(path)
    .split('/')
    .flatMap((segment) => topicsOf(wordsOf(segment)))

/** The topics of a text by its first words, and, where it is as short as a label, by any. */
export function labelTopics(text: string): LinkTopic[] {
  const cut = text.slice(0, MAX_TEXT_CHARACTERS)
  const words = wordsOf(cut)
  return [...topicsOf(words, words.length > HEADLINE_WORDS ? 1 : words.length), ...ideographTopics(cut)]
}

/** The topic that a text begins with. */
export const leadingTopics = (text: string): LinkTopic[] => topicsOf(wordsOf(text.slice(0, MAX_TEXT_CHARACTERS)), 1)

/** @param starts how many words are looked at as the first of a phrase */
function topicsOf(words: readonly string[], starts = words.length): LinkTopic[] {
  const topics: LinkTopic[] = []
  for (const [from, word] of words.slice(0, starts).entries()) {
    const longest = PHRASE_WORDS.get(word) ?? 0
    for (let to = from + 1; to <= from + longest && to <= words.length; to++) {
      const topic = TOPIC_OF_WORD.get(words.slice(from, to).join('-'))
      if (topic !== undefined) topics.push(topic)
    }
  }
  return topics
}

function penalty(url: URL, words: string[][]): number {
  const query = url.search === '' ? 0 : QUERY_PENALTY
  const list = words.some((segment) => segment.some((word) => LIST_WORDS.has(word))) ? LIST_PENALTY : 0
  const date = DATE_PATH.test(url.pathname) ? DATE_PENALTY : 0
  return query + list + date + Math.max(0, words.length - FREE_SEGMENTS) * DEEP_PATH_PENALTY
}

/** Words in lower case without diacritics and file extension: `Über-uns.html` → `uber`, `uns`. */
export function wordsOf(text: string): string[] {
  const plain = (ASCII.test(text) ? text : text.normalize('NFKD').replace(MARKS, ''))
    .toLowerCase()
    .replace(FILE_ENDING, '')
  return plain.split(ASCII.test(plain) ? NO_ASCII_WORD : NO_WORD, MAX_WORDS).filter(Boolean)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
