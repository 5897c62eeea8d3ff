import { romanize } from '../../lib/text/east-asian-names.ts'
import { foldName, NAME_PARTICLES } from '../../lib/text/person-name-fold.ts'
import type { FoldStyle } from '../../lib/text/person-name-fold.ts'
import { usualSpelling } from './usual-spelling.ts'
import { otherFirstNames } from './nicknames.ts'

/** A parsed name; an unknown part is the empty string. */
export interface NameParts {
  /** May be compound: `Anna-Maria`, `Jean Pierre`. */
  first: string
  middle: string
  /** With its particles and both surnames: `van der Berg`, `García López`. */
  last: string
  /** The name in daily use, if it was written beside the others: `Robert "Bob" Smith`. */
  called?: string
}

/** One way to write a part of a name in a local part, and the decisions that led to it (empty if there were none). */
export interface NameForm {
  text: string
  variant: string
}

/** The name folded to a–z, digits, hyphens, apostrophes and blanks, from any script. */
export const inLatin = (name: string, style: FoldStyle): string => foldName(romanize(name, style), style)

/** More tokens than any name has; further ones are ignored. */
const MAX_TOKENS = 6

/** Forms of a first or middle name: whole and joined, with its hyphen or a dot, first part only, nickname or legal name. */
export function firstForms(name: string): NameForm[] {
  return bothFolds(name, (tokens, hyphened) => {
    const forms = compoundForms(tokens, hyphened ? 'first-hyphened' : 'first')
    const known = otherFirstNames(tokens.length > 1 ? '' : (tokens[0] ?? ''))
    return [...forms, ...known.map((text) => ({ text, variant: 'nickname' }))]
  })
}

/** Forms of a surname: particles joined, dropped, dotted, hyphenated; of several surnames all, the first, the last. */
export function lastForms(name: string): NameForm[] {
  return bothFolds(name, (tokens, hyphened) => {
    const bare = dropParticles(tokens)
    const whole = compoundForms(tokens, hyphened && bare.length === tokens.length ? 'last-hyphened' : 'last')
    if (bare.length === tokens.length) return whole
    return [
      ...whole.map(particleForm),
      ...compoundForms(bare, 'last').map(droppedForm),
      ...initialledParticles(tokens, bare),
    ]
  })
}

/** Letters that may represent a part: of the first token, of all tokens (`jp`), of the surname after its particles. */
export function initialForms(name: string, part: 'first' | 'last'): NameForm[] {
  return bothFolds(name, (tokens) => {
    const bare = part === 'last' ? dropParticles(tokens) : tokens
    const forms = [{ text: tokens[0]?.[0] ?? '', variant: tokens.length === bare.length ? '' : 'particle' }]
    if (bare.length < tokens.length) forms.push({ text: bare[0]?.[0] ?? '', variant: 'particle-dropped' })
    if (part === 'first' && tokens.length > 1)
      forms.push({ text: tokens.map((token) => token[0]).join(''), variant: 'all-initials' })
    return forms
  })
}

/** Two names in one, written with a blank or a hyphen. */
type CompoundPart = 'first' | 'last' | 'first-hyphened' | 'last-hyphened'

function compoundForms(tokens: readonly string[], part: CompoundPart): NameForm[] {
  const [head = ''] = tokens
  if (tokens.length < 2) return [{ text: head, variant: '' }]
  const forms = [
    { text: tokens.join(''), variant: `${part}-joined` },
    { text: tokens.join('-'), variant: `${part}-hyphen` },
    { text: tokens.join('.'), variant: `${part}-dotted` },
  ]
  // The `o` of a split O'Brien is not a name.
  if (head.length > 1) forms.push({ text: head, variant: `${part}-head` })
  if (!part.startsWith('first')) forms.push({ text: tokens.at(-1) ?? '', variant: `${part}-tail` })
  return forms
}

/** Joined, hyphenated or dotted particles; a particle alone (`head`) is not a form, and the tail is already the dropped form. */
function particleForm(form: NameForm): NameForm {
  const how = form.variant.replace('last-', '')
  return how === 'head' || how === 'tail' ? { text: '', variant: '' } : { ...form, variant: `particle-${how}` }
}

const droppedForm = (form: NameForm): NameForm => ({ ...form, variant: join('particle-dropped', form.variant) })

/** A Dutch habit: `van den Berg` → `vdberg`. */
function initialledParticles(tokens: readonly string[], bare: readonly string[]): NameForm[] {
  const particles = tokens.slice(0, tokens.length - bare.length)
  if (particles.length < 2) return []
  return [{ text: particles.map((word) => word[0]).join('') + bare.join(''), variant: 'particle-initials' }]
}

/** `Ní Bhriain`, without its marks. */
const IRISH: ReadonlySet<string> = new Set(['ni', 'ui'])

/** The surname without its leading particles; a surname that consists only of particles (`De`) keeps them. */
function dropParticles(tokens: readonly string[]): readonly string[] {
  const start = tokens.findIndex((token) => !NAME_PARTICLES.has(token) && !IRISH.has(token))
  return start < 0 ? tokens : tokens.slice(start)
}

/** Produces the forms of a part from its words; `hyphened` if its bearer writes them with a hyphen. */
type Render = (tokens: string[], hyphened: boolean) => NameForm[]

/**
 * Renders in each folding style and each apostrophe style. A form that is the same in all of them, such as the initial of
 * `Günter`, involves no decision.
 */
function bothFolds(name: string, render: Render): NameForm[] {
  const short = inLatin(name, 'short')
  const long = inLatin(name, 'long')
  if (short === '') return []
  const folds = foldsOf(name, short, long)
    .flatMap(apostropheForms)
    .map(({ text, variant }) => ({ variant, forms: rendered(text, render) }))
  const isDecided = ({ text, variant }: NameForm): boolean =>
    !folds.every(({ forms }) => forms.some((form) => form.text === text && form.variant === variant))
  return uniqueForms(
    folds.flatMap((fold) =>
      fold.forms.map((form) => (isDecided(form) ? { ...form, variant: join(fold.variant, form.variant) } : form)),
    ),
  )
}

/** The usual one first. */
function foldsOf(name: string, short: string, long: string): NameForm[] {
  const usual = usualSpelling(name)
  if (usual !== null)
    return [
      { text: usual, variant: 'script-usual' },
      { text: long, variant: 'script-long' },
      { text: short, variant: 'script-short' },
    ]
  if (short === long) return [{ text: short, variant: '' }]
  return [
    { text: long, variant: 'marks-spelled' },
    { text: short, variant: 'marks-dropped' },
  ]
}

function apostropheForms({ text, variant }: NameForm): NameForm[] {
  if (!text.includes("'")) return [{ text, variant }]
  return [
    { text: text.replaceAll("'", ''), variant: join(variant, 'apostrophe-dropped') },
    { text, variant: join(variant, 'apostrophe-kept') },
    { text: text.replaceAll("'", '-'), variant: join(variant, 'apostrophe-split') },
  ]
}

function rendered(text: string, render: Render): NameForm[] {
  const tokens = text
    .split(/[\s-]+/)
    .filter(Boolean)
    .slice(0, MAX_TOKENS)
  return render(tokens, text.includes('-'))
}

function uniqueForms(forms: NameForm[]): NameForm[] {
  const seen = new Map<string, NameForm>()
  for (const form of forms) if (form.text !== '' && !seen.has(form.text)) seen.set(form.text, form)
  return [...seen.values()]
}

/** Variant labels of the parts, joined by `+`, without duplicates. */
export function join(head: string, tail: string): string {
  if (head === '' || tail === '' || head === tail) return head === '' ? tail : head
  return [...new Set([...head.split('+'), ...tail.split('+')])].join('+')
}
