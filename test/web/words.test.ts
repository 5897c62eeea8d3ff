import { GERMAN_GRANTS } from '../../src/core/grants/german-grant-sentences.ts'
import { describe, expect, test } from 'vitest'
import { CHANGE_TYPES } from '../../src/engine/change/observed-history.ts'
import { wordsFor } from '../../src/web/languages.ts'
import { retold } from '../../src/web/page/problems.ts'
import { GERMAN_DOCTOR_SPF } from '../../src/web/words/german/german-doctor-spf.ts'
import { GERMAN_DOCTOR } from '../../src/web/words/german/german-doctor.ts'
import { ENGLISH_SENTENCES } from '../../src/web/words/english/english-sentences.ts'
import { GERMAN_MAIL } from '../../src/web/words/german/german-mail-sentences.ts'
import { GERMAN_SENTENCES } from '../../src/web/words/german/german-sentences.ts'
import { LANGUAGES } from '../../src/web/words/words.ts'
import { sourceFiles } from '../house/source-files.ts'

/** Returns every word by its path; functions by what they return for two. */
function wordsOf(tree: unknown, path = ''): Map<string, string> {
  if (typeof tree === 'string') return new Map([[path, tree]])
  if (typeof tree === 'function') return new Map([[path, said(tree as (...given: unknown[]) => unknown)]])
  if (typeof tree !== 'object' || tree === null) return new Map()
  return new Map(
    Object.entries(tree).flatMap(([name, inner]) => [...wordsOf(inner, path === '' ? name : `${path}.${name}`)]),
  )
}

/** Words about numbers take a number, and words about events take an object in which every property is 2. */
function said(word: (...given: unknown[]) => unknown): string {
  const values: object = new Proxy({}, { get: () => 2 })
  const asNumbers = String(attempt(() => word(2, 2, 2, 2)))
  return asNumbers === '' || /undefined|NaN|\[object/.test(asNumbers) ? String(attempt(() => word(values))) : asNumbers
}

function attempt(ask: () => unknown): unknown {
  try {
    return ask()
  } catch {
    return ''
  }
}

/** Spelled alike in both languages. */
const ALIKE = /^(?:[\W\d]*|.{1,3})$/

describe('the words of screens', () => {
  const english = wordsOf(wordsFor('en'))
  const german = wordsOf(wordsFor('de'))

  test('exist in every language', () => {
    const errors = (path: string) => path.startsWith('errors.') // German ones where they exist, or else the error's own sentence
    for (const language of Object.keys(LANGUAGES)) {
      const there = wordsOf(wordsFor(language))
      expect([...english.keys()].filter((path) => !errors(path) && !there.has(path))).toEqual([])
      expect([...there].filter(([, word]) => word.trim() === '').map(([path]) => path)).toEqual([])
    }
  })

  test('include a word and a sentence for every change', () => {
    for (const { changes } of [wordsFor('en'), wordsFor('de')])
      expect([Object.keys(changes.kinds), Object.keys(changes.said)]).toEqual([CHANGE_TYPES, CHANGE_TYPES])
  })

  test('are calm: no exclamation marks, no apologies', () => {
    const loud = [...english, ...german].filter(([, word]) => /!|\boops\b|\bplease\b|\bsorry\b|…\.\.\./i.test(word))
    expect(loud.map(([path, word]) => `${path}: ${word}`)).toEqual([])
  })

  test('address a German reader in German, with Sie', () => {
    const same = [...german].filter(
      ([path, word]) =>
        path !== 'language' && english.get(path) === word && !ALIKE.test(word) && /[a-z]{3,} [a-z]{2,}/.test(word),
    )
    expect(same.map(([path, word]) => `${path}: ${word}`)).toEqual([])
    const familiar = [...german].filter(([, word]) => /\b(?:du|dir|dich|dein\w*|euch|euer)\b/i.test(word))
    expect(familiar.map(([path, word]) => `${path}: ${word}`)).toEqual([])
  })
})

describe('what core tells programs', () => {
  const german = wordsFor('de')
  const pairs = [
    ...ENGLISH_SENTENCES,
    ...GERMAN_SENTENCES,
    ...GERMAN_MAIL,
    ...GERMAN_GRANTS,
    ...GERMAN_DOCTOR,
    ...GERMAN_DOCTOR_SPF.filter(([told]) => !told.endsWith(' Record: "{record}".')),
  ]

  test('is shown in German, with what it is about', () => {
    const told = [
      'The address is already in line 4.',
      'First_name must not be longer than 255 characters.',
      'The target answered with status 500.',
      '64.4 GB are free in /data.',
      'The SPF record of a.example does not allow 192.0.2.1: publish it with the term added. Record: "v=spf1 ~all".',
      'Microsoft no longer lets Quarry use ines@s.example: connect it again with `quarry mailbox connect ines@s.example`.',
      'A sentence that nobody has translated.',
    ]
    expect(told.map((sentence) => retold(sentence, german))).toEqual([
      'Die Adresse steht schon in Zeile 4.',
      'Vorname: höchstens 255 Zeichen.',
      'Das Ziel antwortete mit Status 500.',
      '64.4 GB sind frei in /data.',
      'Der SPF-Eintrag von a.example erlaubt 192.0.2.1 nicht: Veröffentlichen Sie ihn mit der Ergänzung. Eintrag: „v=spf1 ~all“.',
      'Microsoft erlaubt Quarry den Zugriff auf ines@s.example nicht mehr: Verbinden Sie das Postfach hier oder mit `quarry mailbox connect ines@s.example` neu.',
      'A sentence that nobody has translated.',
    ])
    expect(told.map((sentence) => retold(sentence, wordsFor('en')))).toEqual(
      told.with(1, 'First name: at most 255 characters.'),
    )
  })

  test('is shown in English without names of parameters', () => {
    const told = [
      'The email parameter is missing.',
      'daily_limit must be an integer from 1 to 10000; it is "many".',
      'Send emails or lead_ids.',
      'company is not a valid company name; it is "…".',
      'smtp_host must be a host name; it is "a b".',
      'leads_list_name must not be longer than 255 characters.',
      'daily_credits must be a number from 0 (no limit) to 1000000.',
      'body: A merge tag in line 3 cannot be read: it must look like {{first_name|fallback:"there"}}.',
      'body: A merge tag in line 3 cannot be read: it has no end, such as {% endif %}.',
    ]
    expect(told.map((sentence) => retold(sentence, wordsFor('en')))).toEqual([
      'This field is empty. Fill it in.',
      'Enter a whole number from 1 to 10000.',
      'Enter at least one address.',
      'That is not the name of a company. Try Birch Works.',
      'That is not the name of a server. Try smtp.birch.example.',
      'A name has at most 255 characters.',
      'Enter a number from 0 (no limit) to 1000000.',
      'A tag in line 3 cannot be read. It must look like {{first_name|fallback:"there"}}.',
      'A tag in line 3 has no end, such as {% endif %}.',
    ])
  })

  test('has a value for every placeholder of its version', () => {
    const holes = (text: string): string[] => text.match(/\{\w+\}/g) ?? []
    expect(pairs.filter(([told, said]) => holes(said).some((hole) => !told.includes(hole)))).toEqual([])
  })

  test('is still written like that in core', () => {
    const source = sourceFiles
      .filter(({ path }) => /^src\/(?:core|db|engine|lib|net|web\/(?!words\/))/.test(path))
      .map(({ text }) => text)
      .join('\n')
    const isWritten = (part: string) => source.includes(part) || source.includes(part.slice(part.indexOf(' ') + 1))
    const lost = pairs.flatMap(([told]) =>
      told
        .split(/\{\w+\}|: /)
        .map((part) => part.trim())
        .filter((part) => part.length > 12 && !isWritten(part)),
    )
    expect(lost).toEqual([])
  })
})
