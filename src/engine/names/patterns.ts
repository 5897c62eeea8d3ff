import { readableParts } from '../../lib/text/east-asian-names.ts'
import { firstForms, initialForms, inLatin, join, lastForms } from './name-forms.ts'
import type { NameForm, NameParts } from './name-forms.ts'

export type { NameParts } from './name-forms.ts'

/**
 * Address patterns, most common first. Placeholders: `{first}` `{last}` `{middle}` for whole parts, `{f}` `{l}` `{m}` for their
 * initials, `{last3}` for their first letters (logins); anything else is literal.
 */
export const PATTERNS = [
  '{first}.{last}',
  '{f}{last}',
  '{first}',
  '{last}',
  '{first}{l}',
  '{first}{last}',
  '{last}.{first}',
  '{last}{first}',
  '{f}.{last}',
  '{first}_{last}',
  '{first}.{l}',
  '{last}{f}',
  '{first}.{middle}.{last}',
  '{f}-{last}',
  '{f}{m}{last}',
  '{first}.{m}.{last}',
  '{first}-{last}',
  '{last}.{f}',
  '{f}_{last}',
  '{last}_{first}',
  '{first}{m}{last}',
  '{f}{l}',
  '{f}{m}{l}',
  '{f}.{m}.{last}',
  '{last}-{first}',
  '{first}_{l}',
  '{last}_{f}',
  '{first}-{l}',
  '{l}{first}',
  '{l}.{first}',
  '{f}.{l}',
  '{f}{last3}',
  '{first2}{last}',
  '{first2}{last2}',
  '{first3}{last3}',
  '{last3}{first3}',
  '{last3}{first2}',
] as const

export type Pattern = (typeof PATTERNS)[number]

/** One local part that a pattern gives for a name; `plain` if no decision was involved. */
export interface Rendering {
  local: string
  /** Decisions made, joined by `+`: `marks-spelled`, `particle-dropped`, `nickname`, `truncated`, `numbered`. */
  variant: string
}

export interface PatternFit {
  pattern: Pattern
  variant: string
}

/** RFC 5321 4.5.3.1.1. */
const MAX_LOCAL_CHARS = 64
/** Names with every difficulty at once would multiply; forms beyond this number are the rare ones. */
const MAX_RENDERINGS = 60
/** Old login systems cut names to eight characters. */
const LOGIN_CHARS = 8
/** Collisions are numbered starting from 1 or 2, or have a year of birth. */
const NUMBER_AT_END = /\d{1,4}$/

/** Pattern → its pieces: `['{first}', '.', '{last}']`. */
const PIECES: ReadonlyMap<Pattern, readonly string[]> = new Map(
  PATTERNS.map((pattern) => [pattern, pattern.split(/(\{\w+\})/).filter(Boolean)]),
)

/**
 * Local parts that the pattern gives for the name, in lower case, most usual spelling first, without duplicates; empty if the
 * name lacks a part that the pattern needs, or is in a script without a Latin form.
 */
export function renderPattern(pattern: Pattern, name: NameParts): string[] {
  return renderVariants(pattern, name).map((rendering) => rendering.local)
}

/** Like `renderPattern`, with the variant that led to each local part. */
export function renderVariants(pattern: Pattern, name: NameParts): Rendering[] {
  return render(pattern, formsOf(name))
}

/** Whether a stored pattern gives the local part of an address for the name. */
export function isMadeBy(stored: string, email: string, name: NameParts): boolean {
  const pattern = PATTERNS.find((one) => one === stored)
  return pattern !== undefined && renderPattern(pattern, name).includes(email.slice(0, email.lastIndexOf('@')))
}

/** Every pattern, with its variant, that gives `local` for the name, ignoring case. */
export function fitPatterns(local: string, name: NameParts): PatternFit[] {
  return indexRenderings(name).fits(local)
}

export interface RenderingIndex {
  /** Patterns that give this local part. */
  fits(local: string): PatternFit[]
  /** Decisions that the name leaves open under a pattern. */
  choices(pattern: Pattern): ReadonlySet<string>
}

/** A name prepared for matching many local parts against it. */
export function indexRenderings(name: NameParts): RenderingIndex {
  const forms = formsOf(name)
  return {
    fits: (local) => fitForms(local.toLowerCase(), forms),
    choices: (pattern) => new Set(render(pattern, forms).flatMap(({ variant }) => labelsOf(variant))),
  }
}

/** The decisions in a variant; empty if none were made. */
export const labelsOf = (variant: string): string[] => (variant === 'plain' ? [] : variant.split('+'))

function fitForms(local: string, forms: PartForms): PatternFit[] {
  const exact = matching(local, forms)
  const unnumbered = local.replace(NUMBER_AT_END, '')
  if (exact.length > 0 || unnumbered === local) return exact
  return matching(unnumbered, forms).map((fit) => ({ ...fit, variant: withLabel(fit.variant, 'numbered') }))
}

function matching(local: string, forms: PartForms): PatternFit[] {
  if (local === '') return []
  return PATTERNS.flatMap((pattern) =>
    render(pattern, forms, local)
      .filter((rendering) => rendering.local === local)
      .map(({ variant }) => ({ pattern, variant })),
  )
}

type PartForms = ReadonlyMap<string, readonly NameForm[]>

function formsOf(name: NameParts): PartForms {
  const { middle } = name
  const { first, last } = readableParts(name)
  const forms: PartForms = new Map([
    ['{first}', isInitial(first) ? [] : firstForms(first)],
    ['{middle}', firstForms(middle)],
    ['{last}', isInitial(last) ? [] : lastForms(last)],
    ['{f}', initialForms(first, 'first')],
    ['{m}', initialForms(middle, 'first')],
    ['{l}', initialForms(last, 'last')],
    ['{first2}', leadingLetters(first, 2)],
    ['{first3}', leadingLetters(first, 3)],
    ['{last2}', leadingLetters(last, 2)],
    ['{last3}', leadingLetters(last, 3)],
  ])
  if (!SHEDS_MARKS.test(`${first} ${middle} ${last}`.normalize('NFC'))) return forms
  return new Map([...forms].map(([part, list]) => [part, list.map(withShedMarks)]))
}

/** Letters of languages that know no `oe` for their ö: Turkish, Hungarian, Estonian, Spanish, Romanian, Slavic ones. */
const SHEDS_MARKS = /[şğıçőűõñăâîșțəčšžřůýłąęńśźżć]/iu

const withShedMarks = (form: NameForm): NameForm => ({
  ...form,
  variant: form.variant.replace('marks-', 'shed-marks-'),
})

/** `J.` stands for a name without telling it. */
const isInitial = (name: string): boolean => inLatin(name, 'short').replace(/[^a-z]/g, '').length === 1

/** Empty for a name so short that it would be whole. */
function leadingLetters(name: string, count: number): NameForm[] {
  const letters = inLatin(name, 'short').replace(/[^a-z]/g, '')
  return letters.length > count ? [{ text: letters.slice(0, count), variant: '' }] : []
}

/** With `wanted`, only what can still become that local part, whole or cut. */
function render(pattern: Pattern, forms: PartForms, wanted?: string): Rendering[] {
  let partial: NameForm[] = [{ text: '', variant: '' }]
  for (const piece of PIECES.get(pattern) ?? []) {
    partial = extend(partial, forms.get(piece) ?? [{ text: piece, variant: '' }], wanted)
    if (partial.length === 0) return []
  }
  const found = new Map<string, Rendering>()
  for (const form of [...partial, ...partial.flatMap(truncated)]) {
    if (form.text.length > MAX_LOCAL_CHARS || found.has(form.text)) continue
    found.set(form.text, { local: form.text, variant: form.variant || 'plain' })
  }
  return [...found.values()]
}

function extend(heads: readonly NameForm[], forms: readonly NameForm[], wanted: string | undefined): NameForm[] {
  const login = wanted?.slice(0, LOGIN_CHARS) ?? ''
  const extended: NameForm[] = []
  for (const head of heads) {
    for (const form of forms) {
      const text = head.text + form.text
      if (wanted !== undefined && !wanted.startsWith(text) && !text.startsWith(login)) continue
      extended.push({ text, variant: join(head.variant, form.variant) })
      if (extended.length === MAX_RENDERINGS) return extended
    }
  }
  return extended
}

/** Only undivided local parts were cut: they are logins. */
function truncated({ text, variant }: NameForm): NameForm[] {
  if (text.length <= LOGIN_CHARS || !/^[a-z]+$/.test(text)) return []
  return [{ text: text.slice(0, LOGIN_CHARS), variant: join(variant, 'truncated') }]
}

const withLabel = (variant: string, label: string): string => (variant === 'plain' ? label : join(variant, label))
