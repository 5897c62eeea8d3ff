import { bare, folded, sentencesOf, spelled } from './answer-sentences.ts'
import type { Sentence } from './answer-sentences.ts'
import { languageOf } from './language.ts'
import { OPT_OUTS, OPT_OUT_FILLERS } from './opt-outs.ts'
import { LANGUAGE_RULES } from './phrase-rules.ts'
import type { AnswerLanguage, LanguageRules, PhraseKind } from './phrase-rules.ts'
import { saysAutomatic } from './automatic-text.ts'
import { backOn } from './back-on.ts'
import { furtherOptOut } from './further-opt-outs.ts'
import { isInstruction, isOtherList, NOT_OURS } from './other-list.ts'
import { foldQuoted, newText } from './fold-quoted.ts'
import { withoutSignature } from './without-signature.ts'

/** The kinds of answers; `bounce` and `complaint` are recognised before the text is read. */
export type AnswerClass = 'remove_me' | 'out_of_office' | 'auto' | 'not_now' | 'not_interested' | 'interested' | 'other'

export interface AnswerText {
  subject: string
  text: string
  /** Sent by a program (`isAutomatic`). */
  automatic: boolean
  /** Sent to many people at once (`isSentToMany`). */
  toMany?: boolean
  /** When it arrived. */
  at: Date
}

export interface AnswerReading {
  class: AnswerClass
  /** The deciding rule, such as `de: no need`; null for `other`. */
  rule: string | null
  language: AnswerLanguage | null
  /** The day on which an absent sender is back, as `2026-12-07`; null if none is named within the next 120 days. */
  backOn: string | null
  /** Where the quoted part of the text begins (`foldQuoted`). */
  quotedAt: number | null
}

/** Length of folded text in which an automatic mail mentions an absence. */
const AWAY_LENGTH = 400
const REPLY_PREFIX = /^(?:(?:re|aw|sv|antw|odp|res|rif|r|回复|答复)\s?[:：]\s{0,5})+/i

/**
 * Determines what an answer says. The first match wins: a request to be taken off, an automatic mail, not now, not interested,
 * interested; a text with both a refusal and a positive act, or with neither, is `other`.
 */
export function classifyAnswer({ subject, text, automatic, toMany = false, at }: AnswerText): AnswerReading {
  const quotedAt = foldQuoted(text)
  const written = newText(text, quotedAt)
  const sentences = sentencesOf(withoutSignature(written))
  const found = languageOf(sentences.map((sentence) => sentence.text).join(' ')) ?? languageOf(folded(subject))
  const language = found?.language ?? null
  const rules = rulesFor(found)
  const byProgram = automatic || saysAutomatic(subject, written)
  const said = toMany ? BY_HEADER : hit(sentences, subject, byProgram ? written : null, rules)
  const away = said.class === 'out_of_office' || said.class === 'not_now'
  return {
    ...said,
    language,
    backOn: away ? backOn(`${subject}\n${written.slice(0, AWAY_LENGTH * 2)}`, at) : null,
    quotedAt,
  }
}

type Hit = Pick<AnswerReading, 'class' | 'rule'>

const BY_HEADER: Hit = { class: 'auto', rule: 'header' }

function hit(
  sentences: readonly Sentence[],
  subject: string,
  automatic: string | null,
  rules: readonly LanguageRules[],
): Hit {
  const out = wantsOut(sentences, subject, rules)
  if (out !== null) return { class: 'remove_me', rule: out }
  if (automatic !== null) {
    const away = absence(`${folded(subject)}\n${folded(automatic)}`.slice(0, AWAY_LENGTH + subject.length), rules)
    return away === null ? BY_HEADER : { class: 'out_of_office', rule: away }
  }
  const notNow = first(sentences, rules, 'notNow', () => true)
  if (notNow !== null) return { class: 'not_now', rule: notNow }
  const refuses = first(sentences, rules, 'notInterested', refusesPlainly)
  const acts = first(sentences, rules, 'interested', actsPlainly)
  if (refuses !== null && acts !== null) return { class: 'other', rule: null }
  if (refuses !== null) return { class: 'not_interested', rule: refuses }
  return acts === null ? { class: 'other', rule: null } : { class: 'interested', rule: acts }
}

/**
 * The rules of the text's language, followed by those for English, which people mix in, or by all others if the language is
 * uncertain.
 */
function rulesFor(found: ReturnType<typeof languageOf>): readonly LanguageRules[] {
  if (found === null) return LANGUAGE_RULES
  const own = LANGUAGE_RULES.filter(({ language }) => language === found.language)
  const others = LANGUAGE_RULES.filter(({ language }) => language !== found.language)
  return [...own, ...(found.sure ? others.filter(({ language }) => language === 'en') : others)]
}

function wantsOut(all: readonly Sentence[], subject: string, rules: readonly LanguageRules[]): string | null {
  const sentences = all.filter((sentence) => !isInstruction(sentence))
  if (
    isOptOut(spelled(subject).replace(REPLY_PREFIX, '')) ||
    sentences.slice(0, 3).some(({ text, asks }) => !asks && isOptOut(text))
  )
    return 'whole line'
  return (
    first(sentences, rules, 'removeMe', asksPlainly) ??
    first(afterAddress(sentences), rules, 'removeIt', asksPlainly) ??
    first(sentences, rules, 'noMore', wantsNoMore) ??
    furtherOptOut(sentences)
  )
}

/** Sentences that follow one about an address, to which "it" may refer. */
const afterAddress = (sentences: readonly Sentence[]): Sentence[] =>
  sentences.filter((_, at) => ADDRESS_WORD.test(sentences[at - 1]?.text ?? ''))

const ADDRESS_WORD =
  /\b(?:e-?mail|mail)?(?:address|adresse|direccion|indirizzo|adres|endereco|e-?mail|mail|data|daten|donnees|datos|dati|gegevens|dados)\b|@/

const isOptOut = (text: string): boolean =>
  OPT_OUTS.has(bare(text)) || OPT_OUTS.has(bare(text.replace(OPT_OUT_FILLERS, ' ').replace(/\s+/g, ' ')))

interface Match {
  sentence: Sentence
  rules: LanguageRules
  /** The clause before the match, since the last comma or request. */
  before: string
  match: string
  /** The rest of the sentence. */
  after: string
}

/** The first rule of a kind that matches in a sentence and passes the guard. */
function first(
  sentences: readonly Sentence[],
  languages: readonly LanguageRules[],
  kind: PhraseKind,
  guard: (match: Match) => boolean,
): string | null {
  for (const rules of languages)
    for (const sentence of sentences)
      for (const found of sentence.text.matchAll(rules.of(kind).pattern)) {
        const before = CLAUSE_START.test(found[0]) ? '' : clauseBefore(sentence.text.slice(0, found.index), rules)
        const after = sentence.text.slice(found.index + found[0].length)
        if (guard({ sentence, rules, before, match: found[0], after })) return idOf(rules, kind, found)
      }
  return null
}

/** The end of a clause, beyond which a negation has no effect. */
const CLAUSE_END = /[,;:()–]|\b(?:but|because|aber|sondern|mais|pero|sino|ma|maar|mas|und|and|et|y|e|en)\b/gu

/** A match that begins with it has no clause before it: `I never signed up, unsubscribe`. */
const CLAUSE_START = /^[,;:(–]/u

function clauseBefore(text: string, { please }: LanguageRules): string {
  const ends = [...text.matchAll(CLAUSE_END), ...text.matchAll(please)].map((found) => found.index + found[0].length)
  return text.slice(Math.max(0, ...ends))
}

const negations = (text: string, { not }: LanguageRules): number => text.match(not)?.length ?? 0

/** A question that asks for a fact rather than a favour. */
const isQuestion = ({ asks, text }: Sentence, rules: LanguageRules): boolean =>
  asks && (rules.asks.test(text) || text.match(rules.please) === null)

/** "Remove me", but not "don't remove me", "I never said I wanted to unsubscribe" or "when can I unsubscribe?". */
const asksPlainly = ({ sentence, rules, before, match, after }: Match): boolean =>
  !isQuestion(sentence, rules) && negations(`${before} ${match}`, rules) === 0 && !isOtherList(match, after)

/** "No more emails", but neither "if you no longer want emails" nor "no copies of my own emails". */
const wantsNoMore = ({ sentence, rules }: Match): boolean =>
  !isQuestion(sentence, rules) && !NOT_OURS.test(sentence.text)

/** "Not interested", but not "not not interested". */
const refusesPlainly = ({ sentence, rules, before, match }: Match): boolean =>
  !sentence.asks && negations(`${before} ${match}`, rules) < (rules.language === 'fr' ? 3 : 2)

/** "Call me", but neither "don't call me" nor "I would be interested if we had". */
const actsPlainly = ({ sentence, rules, before, match, after }: Match): boolean =>
  negations(`${before} ${match}`, rules) === 0 && !DENIED_AFTER.test(after) && !UNREAL.test(sentence.text)

/** German and Dutch deny behind the verb: "rufen Sie mich nicht an". */
const DENIED_AFTER = /^ (?:nicht|nie|niet|nooit)\b/

const UNREAL =
  /\b(?:if (?:we|i) (?:had|were)|wenn wir .{1,30} hatten|si (?:nous|on|j')\s?(?:avions|avait|avais)|si (?:tuvieramos|tuviese)|se (?:avessimo|avessi|tivessemos|tivesse)|als we .{1,30} hadden|had(?:den)? we)\b/

function absence(text: string, rules: readonly LanguageRules[]): string | null {
  for (const language of rules) {
    const [found] = text.matchAll(language.of('away').pattern)
    if (found !== undefined) return idOf(language, 'away', found)
  }
  return null
}

const idOf = (rules: LanguageRules, kind: PhraseKind, found: RegExpExecArray): string =>
  rules.of(kind).ids[found.findIndex((group, at) => at > 0 && group !== undefined) - 1] ?? kind
