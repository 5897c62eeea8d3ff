import { readFileSync } from 'node:fs'
import { dropMarks } from '../../lib/text/fold-text.ts'

/** Names longer than this are descriptions. */
const MAX_NAME_CHARS = 200

const FORM_LINES = readFileSync(new URL('./lists/legal-forms.txt', import.meta.url), 'utf8').split('\n')
const LEGAL_FORMS: ReadonlySet<string> = new Set(FORM_LINES.filter((line) => line !== '' && !line.startsWith('#')))
/** By the last word of forms, the number of words of the longest: most names end in none of these words. */
const LONGEST_BY_LAST: ReadonlyMap<string, number> = new Map(
  [...LEGAL_FORMS]
    .map((form) => form.split(' '))
    .toSorted((one, other) => one.length - other.length)
    .map((words) => [words.at(-1) ?? '', words.length]),
)
const LONGEST_FORM_WORDS = Math.max(...LONGEST_BY_LAST.values())
/** Forms that precede the name: `OOO Romashka`, `PT Astra`. */
const FORMS_BEFORE = new Set([
  'ooo',
  'oao',
  'zao',
  'pao',
  'ao',
  'tov',
  'pt',
  'uab',
  'sia',
  '株式会社',
  '有限会社',
  '合同会社',
  '주식회사',
])
const PLAIN = /^[\0-\x7f]*$/
/** East Asian forms are written without a space. */
const ATTACHED_FORM =
  /^(株式会社|有限会社|合同会社|주식회사)|(株式会社|有限会社|合同会社|주식회사|股份有限公司|有限责任公司|有限公司)$/g

/**
 * The key under which a company name is stored and looked up: lower case, no diacritics, punctuation or legal form, `&` as
 * `and`, single spaces. Names that consist only of a legal form keep it. Idempotent.
 * @returns '' if the name has no letter or digit
 */
export function companyKey(name: string): string {
  const words = keyWords(name)
  return withoutForms(words).join(' ')
}

/** The name as people say it: without a legal form at the end, trimmed. `Brück & Söhne GmbH` → `Brück & Söhne`. */
export function withoutLegalForm(name: string): string {
  const parts = name
    .slice(0, MAX_NAME_CHARS)
    .trim()
    .split(/[\s,]+(?=\S)/)
  for (let kept = 1; kept < parts.length; kept++) {
    if (isLegalForm(keyWords(parts.slice(kept).join(' ')))) return name.slice(0, endOf(name, kept)).trim()
  }
  return name.trim()
}

function keyWords(name: string): string[] {
  const short = name.slice(0, MAX_NAME_CHARS)
  // Of plain letters it is the same, sooner.
  if (PLAIN.test(short)) return said(short.toLowerCase()).match(/[a-z0-9]+/g) ?? []
  return said(dropMarks(short.normalize('NFKC'))).match(/[\p{L}\p{N}]+/gu) ?? []
}

const said = (text: string): string => text.replace(/['’`´]/g, '').replace(/[&+]/g, ' and ')

/** Removes the longest legal form from the end, repeatedly (`Co., Ltd.`), then one from the front. */
function withoutForms(words: readonly string[]): readonly string[] {
  const unattached = words.map((word) => (PLAIN.test(word) ? word : word.replace(ATTACHED_FORM, '') || word))
  let rest: readonly string[] = unattached
  for (let cut = endingForm(rest); cut > 0; cut = endingForm(rest)) rest = trimAnd(rest.slice(0, rest.length - cut))
  return rest.length > 1 && FORMS_BEFORE.has(rest[0] ?? '') ? withoutForms(rest.slice(1)) : rest
}

/** How many words at the end are a legal form; never all of them. */
function endingForm(words: readonly string[]): number {
  const most = Math.min(LONGEST_BY_LAST.get(words.at(-1) ?? '') ?? 0, words.length - 1)
  for (let count = most; count > 0; count--) if (LEGAL_FORMS.has(words.slice(-count).join(' '))) return count
  return 0
}

/** `Smith and Co` leaves `smith`. */
const trimAnd = (words: readonly string[]): readonly string[] =>
  words.length > 1 && words.at(-1) === 'and' ? words.slice(0, -1) : words

const isLegalForm = (words: readonly string[]): boolean =>
  words.length > 0 &&
  words.length <= LONGEST_FORM_WORDS &&
  LEGAL_FORMS.has(words.filter((word) => word !== 'and').join(' '))

/** Offset after the given number of parts separated by spaces or commas. */
function endOf(name: string, parts: number): number {
  let seen = 0
  for (const match of name.matchAll(/[^\s,]+/g)) if (++seen === parts) return match.index + match[0].length
  return name.length
}
