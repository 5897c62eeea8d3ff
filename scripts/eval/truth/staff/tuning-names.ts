import { CULTURES } from './tuning-cultures.ts'
import type { TuningDice } from './tuning-dice.ts'

/** An invented person: the parts of the name as spelt, and how the page writes the whole. */
export interface TuningName {
  first: string
  last: string
}

export const CULTURE_COUNT = CULTURES.length

/** A person of a culture; half of them have invented names. */
export function tuningName(dice: TuningDice, culture: number): TuningName {
  const { given, family, listed, particles, twoSurnames } = CULTURES[culture % CULTURES.length] ?? CULTURES[0]!
  const isListed = dice.chance(0.5)
  const make = (part: readonly [string, string]): string =>
    dice.pick(part[0].split(' ')) + dice.pick(part[1].split(' '))
  const first = isListed || dice.chance(0.2) ? dice.pick(listed[0].split(' ')) : make(given)
  const last = isListed || dice.chance(0.2) ? dice.pick(listed[1].split(' ')) : make(family)
  const second = dice.chance(0.12) ? `${first}${dice.pick(['-', ' '])}${make(given)}` : first
  const initial = dice.chance(0.1) ? `${second} ${dice.pick('ABCDEGHJKLMPRST'.split(''))}.` : second
  const small = particles === '' ? [] : particles.split(particles.includes(',') ? ',' : ' ')
  const particle = small.length > 0 && dice.chance(0.35) ? `${dice.pick(small)} ` : ''
  const [gap, odds] = twoSurnames === true ? [' ', 0.7] : ['-', 0.05]
  const other = dice.chance(0.5) ? dice.pick(listed[1].split(' ')) : make(family)
  return { first: initial, last: `${particle}${dice.chance(odds) && other !== last ? `${last}${gap}${other}` : last}` }
}

export const isFamilyFirst = (culture: number): boolean => CULTURES[culture % CULTURES.length]?.familyFirst === true

const LEADING =
  'Dr. Prof. Dr Mag. Ing. Prof.Dr. Dipl.-Ing. Mr Mrs Ms Rev. Prof.dr. Dr.-Ing. M.Sc.|Prof. Dr.|Assoc. Prof.|Univ.-Prof. Dr.|Prof|Drs.|PD Dr.|Dr. med.|Conf. dr.|Frau|Herr|Ass. Prof.|Mme|Sr.|Dott.ssa|Ir.|Hon.|Cllr|Sir|Lic.|mgr inż.|doc. Ing.|Dipl.-Kfm.|RNDr.|Arch.|Em. Prof.|Dr Ing.|Eng.|Lektor'
    .split('|')
    .flatMap((run, at) => (at === 0 ? run.split(' ') : [run]))
const TRAILING =
  ', PhD|, MBA| PhD| Dr| Prof|, M.Sc.|, MD| (she/her)|, B.A.| Ph.D.|, Ph.D., P.E.|, MSc, PhD| M.A.|, Dr.| (Ms)| (PhD)|, CPA|, Jr.|, LL.M.| MSc|, Prof.|, RN, BSN|*| MBA|, Dipl.-Ing.|, DPhil FRS'.split(
    '|',
  )

/** How one page writes all of its names. */
export const NAME_STYLES = [
  'plain',
  'plain',
  'plain',
  'plain',
  'comma',
  'capitals',
  'comma-capitals',
  'capital-family-first',
  'capital-family-last',
  'family-first',
  'comma-initial',
  'initials',
  'nickname',
] as const
export type NameStyle = (typeof NAME_STYLES)[number]

/** `Jane Ann` as `J. A.` */
export const initialsOf = (first: string): string =>
  first
    .split(/[ -]/)
    .map((word) => `${word.slice(0, 1)}.`)
    .join(' ')

/** Pages that give only initials of first names. */
export const isInitialled = (style: NameStyle): boolean => style === 'initials' || style === 'comma-initial'

/** The name as on the page, sometimes with a title before, after or within it. */
export function written(dice: TuningDice, { first, last }: TuningName, style: NameStyle, titled: number): string {
  const lead = dice.chance(titled) ? `${dice.pick(LEADING)} ` : ''
  const tail = dice.chance(titled / 2) ? dice.pick(TRAILING) : ''
  const behind = dice.chance(titled) ? dice.pick([' ', ', ']) + dice.pick(LEADING) : ''
  switch (style) {
    case 'comma':
      return `${last}, ${dice.chance(0.5) ? lead : ''}${first}${behind}`
    case 'comma-initial':
      return `${last}, ${initialsOf(first)}${behind}`
    case 'capitals':
      return `${lead}${first.toUpperCase()} ${last.toUpperCase()}${tail}`
    case 'comma-capitals':
      return `${last.toUpperCase()}, ${lead}${first}${behind}`
    case 'capital-family-first':
      return `${lead}${last.toUpperCase()}${dice.chance(0.2) ? ',' : ' '}${first}${behind}`
    case 'capital-family-last':
      return `${lead}${first} ${last.toUpperCase()}${tail}`
    case 'family-first':
      return `${lead}${last} ${first}${tail}`
    case 'initials':
      return `${lead}${initialsOf(first)} ${last}${tail}`
    case 'nickname':
      return dice.chance(0.3)
        ? `${lead}${first} ${dice.pick(['“Bo”', '(Tam)', '"Lu"'])} ${last}`
        : `${lead}${first} ${last}`
    case 'plain':
    default:
      return dice.chance(titled / 3) ? `${first} ${dice.pick(LEADING)} ${last}` : `${lead}${first} ${last}${tail}`
  }
}
