import { bareRecord } from '../text/own-value.ts'
import { lazily } from '../process/lazily.ts'
import { listLines } from './list-lines.ts'

/** The kinds of topics: a trade has industries, the others are recognised by words alone. */
export type TopicKind = 'trade' | 'technology' | 'market' | 'audience'

/** One row of the list of companies' activities. */
export interface VocabularyTopic {
  name: string
  kind: TopicKind
  /** What people write in a question, in lower case and singular. */
  phrases: readonly string[]
  /** Names from the list of industries; the first is the one meant by a file. */
  industries: readonly string[]
  /** Further names for it in files; for a topic without industries, the words a filter looks for. */
  tags: readonly string[]
  /** How companies in the trade describe themselves, in several languages. */
  called: readonly string[]
  /** schema.org types. */
  types: readonly string[]
}

interface Vocabulary {
  topics: readonly VocabularyTopic[]
  faint: ReadonlySet<string>
  /** Name in files, in lower case → industry. */
  files: ReadonlyMap<string, string>
}

const HEADING = /^\[(\w+)\]$/
const KINDS: readonly string[] = ['trade', 'technology', 'market', 'audience'] satisfies TopicKind[]

const vocabulary = lazily((): Vocabulary => {
  const sections = bareRecord<string[]>()
  let lines: string[] = []
  for (const line of listLines(new URL('./topics.txt', import.meta.url))) {
    const heading = HEADING.exec(line)?.[1]
    if (heading === undefined) lines.push(line)
    else lines = sections[heading] = []
  }
  const topics = KINDS.flatMap((kind) => (sections[kind] ?? []).map((line) => topicOf(line, kind as TopicKind)))
  return {
    topics,
    faint: new Set((sections['faint'] ?? []).flatMap((line) => wordsOf(line))),
    files: new Map((sections['files'] ?? []).map((line) => line.split(' = ') as [string, string])),
  }
})

function topicOf(line: string, kind: TopicKind): VocabularyTopic {
  const [name = '', rest = ''] = line.split(' = ')
  const [phrases, industries, tags, called, types] = rest.split('|').map((part) => part.trim())
  return {
    name,
    kind,
    phrases: wordsOf(phrases),
    industries: wordsOf(industries, '; '),
    tags: wordsOf(tags),
    called: wordsOf(called),
    types: wordsOf(types),
  }
}

const wordsOf = (part: string | undefined, between: RegExp | string = /,\s*/): string[] =>
  part === undefined ? [] : part.split(between).filter((word) => word !== '')

/** Every topic, trades first. */
export const allTopics = (): readonly VocabularyTopic[] => vocabulary().topics

/** Whether a word, in the singular, is common in descriptions without being what the company does: `hotel`, `software`. */
export const isFaint = (word: string): boolean => vocabulary().faint.has(word)

/**
 * The industry that files mean by a name missing from the list of industries: only names that questions do not use, or use
 * differently.
 */
export const industryOfFileName = (name: string): string | null => vocabulary().files.get(name) ?? null
