import { readFileSync } from 'node:fs'
import { lazily } from '../../lib/process/lazily.ts'
import { sentencesOf } from './answer-sentences.ts'
import type { Sentence } from './answer-sentences.ts'

/** Chapters of the examples. */
const CLASSES = ['interested', 'not_now', 'not_interested', 'remove_me', 'other'] as const
type ExampleClass = (typeof CLASSES)[number]
/** A request to be taken off is only believed in so many words: some 1 in 160 mails of lists is like one. */
export type LikeClass = Exclude<ExampleClass, 'remove_me' | 'other'>

/**
 * How sure it has to be of a class, and a word without which it never is: of an invitation, a delay, a denial. Without one a
 * text is only unusual.
 */
const BARS: Readonly<Record<LikeClass, { least: number; needs: RegExp }>> = {
  interested: {
    least: 0.9,
    needs:
      /\b(?:send|share|call|ring|phone|show|book|meet\w*|demo|pric\w*|cost\w*|quot\w*|offer|trial|test|try|interest\w*|curious|keen|love|like to|happy to|willing|free|available|slot|time|mins?|minutes|diary|calendar|deck|details|specs?|info\w*|yes|sure|sounds|let's|when|how|tell me|\d ?[ap]m|talk|chat|buy|order|need)\b/,
  },
  not_now: {
    least: 0.95,
    needs:
      /\b(?:later|yet|too (?:soon|early)|busy|wait|hold|another time|budget|after|until|till?|once|next|early|first|swamped|priorit\w+|again|(?:in|for|by|come|around|before|not) (?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|q\d|spring|summer|autumn|winter|easter|christmas|20\d\d))\b/,
  },
  not_interested: {
    least: 0.97,
    needs:
      /n't\b|\b(?:no|not(?! sure)|never|nothing|none|without|already|pass|decline\w*|nope|nah|rather|regret\w*|unfortunately|too|wrong|waste|only|ourselves|own|happy with|fine|sorted|covered|prefer\w*|instead|cannot|hardly|overkill)\b/,
  },
}
/** Longer texts hold enough words for a wrong certainty. */
const MAX_SIGNS = 200
/** How many texts like all examples together are added to each class, so that a rare word decides nothing. */
const PRIOR = 20

const MONTH =
  /^(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|apr|aug|sept?|oct|nov|dec|q[1-4]|h[12]|20\d\d|spring|summer|autumn|winter|easter|christmas|xmas)$/
const DAY = /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)(?:day)?|today|tomorrow|tmrw)$/
const WORD = /[\w.+-]+@[\w.-]+\w|\d{1,2}(?::\d\d)? ?(?:am|pm)\b|\p{L}+|'\w+|\d+/gu
/** "I never call", "we do not need". */
const DENIED = /n't\b|\b(?:not|no|never|without)\b/
const DENIAL = /^(?:not|no|never|without)$/
/** How many words a denial reaches. */
const REACH = 5

/** The class of the examples that an answer is like; null if that is another or not clear. */
export function likeExamples(sentences: readonly Sentence[]): LikeClass | null {
  const signs = signsOf(sentences)
  const { texts, counts } = examples()
  if (signs.size > MAX_SIGNS || !isKnown(signs, counts)) return null
  const all = texts.reduce((sum, count) => sum + count, 0)
  const logs = CLASSES.map(() => 0)
  for (const sign of signs) {
    const held = counts.get(sign)
    if (held === undefined) continue
    const share = held.reduce((sum, count) => sum + count, 0) / all
    for (const [at, count] of held.entries())
      logs[at] = (logs[at] ?? 0) + Math.log((count + PRIOR * share) / ((texts[at] ?? 0) + PRIOR) / share)
  }
  const best = CLASSES[logs.indexOf(Math.max(...logs))]
  if (best === undefined || best === 'remove_me' || best === 'other') return null
  const odds = logs.reduce((sum, log) => sum + Math.exp(log - Math.max(...logs)), 0)
  const { least, needs } = BARS[best]
  return 1 / odds >= least && sentences.some((sentence) => isNeeded(sentence, best, needs)) ? best : null
}

/** Whether most words occur in examples: a text in another language, or about something else, is like none. */
function isKnown(signs: ReadonlySet<string>, counts: Examples['counts']): boolean {
  const words = [...signs].filter((sign) => /^\p{L}+$/u.test(sign))
  return words.filter((word) => counts.has(word)).length * 2 > words.length
}

/** What people ask who do not buy. */
const NO_OFFER = /\b(?:who|(?:what|which) company|invoices?|refund|(?:my|our|the) order|know each other|have we met)\b/
/** What people deny who refuse nothing: to know, to be in charge, to have received or read something. */
const NO_REFUSAL =
  /\b(?:idea|records?|know|understand|remember|recall|area|departments?|responsible|in charge|decides?|decision|person|receive|come through|came through|open|read|hear|attach\w*|calls?|phone|laptop|screen)\b/

const isNeeded = ({ text, asks }: Sentence, best: LikeClass, needs: RegExp): boolean =>
  best === 'interested'
    ? !NO_OFFER.test(text) && (asks || (needs.test(text) && !DENIED.test(text)))
    : !asks && needs.test(text) && !(best === 'not_interested' && NO_REFUSAL.test(text))

interface Examples {
  /** How many texts each class has. */
  texts: number[]
  /** In how many texts of each class a sign occurs. */
  counts: ReadonlyMap<string, number[]>
}

/** Written answers, `|` for a line break, in chapters by what they say. */
const examples = lazily((): Examples => {
  const texts = CLASSES.map(() => 0)
  const counts = new Map<string, number[]>()
  let chapter = 0
  for (const line of readFileSync(new URL('./examples/en.txt', import.meta.url), 'utf8').split('\n')) {
    const heading = /^\[(\w+)\]$/.exec(line)?.[1]
    if (heading !== undefined) chapter = CLASSES.findIndex((name) => name === heading)
    else if (line !== '') {
      texts[chapter] = (texts[chapter] ?? 0) + 1
      for (const sign of signsOf(sentencesOf(line.replaceAll(' | ', '\n')))) {
        const held = counts.get(sign) ?? CLASSES.map(() => 0)
        held[chapter] = (held[chapter] ?? 0) + 1
        counts.set(sign, held)
      }
    }
  }
  return { texts, counts }
})

/** What texts are compared by: words, pairs of them, and words that are denied. */
function signsOf(sentences: readonly Sentence[]): Set<string> {
  const signs = new Set<string>()
  for (const { text, asks } of sentences) {
    const spread = text.replace(/n't\b/g, ' not').replace(/'(m|re|ll|d|ve|s)\b/g, " '$1")
    const words = ['^', ...(spread.match(WORD) ?? []).map(stemOf), asks ? '?' : '$']
    let denied = 0
    for (const [at, word] of words.entries()) {
      signs.add(word)
      if (at > 0) signs.add(`${words[at - 1] ?? ''} ${word}`)
      if (denied-- > 0) signs.add(`!${word}`)
      if (DENIAL.test(word)) denied = REACH
    }
  }
  return signs
}

/** What a word has in common with others: its stem, or that it is a month, a day, a time, a number or an address. */
function stemOf(word: string): string {
  if (MONTH.test(word)) return '<month>'
  if (DAY.test(word)) return '<day>'
  if (/^\d+(?:(?::\d+)? ?(?:am|pm)|:\d+)$/.test(word)) return '<clock>'
  if (/^\d/.test(word)) return word.length > 4 ? '<long>' : '<number>'
  if (word.includes('@')) return '<mail>'
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word
}
