import type { NameParts } from '../names/patterns.ts'

/** How far the known addresses of a domain agree; without any, there is nothing to agree. */
export const AGREEMENTS = ['nobody', 'one pattern', 'ambiguous', 'some misfit', 'none fits'] as const
export type AddressAgreement = (typeof AGREEMENTS)[number]

export const NAME_SHAPES = ['plain', 'compound', 'transliterated', 'one word'] as const
export type NameShape = (typeof NAME_SHAPES)[number]

/** How many people of the domain are known; the last class includes all higher numbers. */
export const PEOPLE_CLASSES = ['0', '1', '2', '3–5', '6+'] as const
export type PeopleClass = (typeof PEOPLE_CLASSES)[number]

/** What determines how far the probability of a first guess can be trusted. */
export interface CalibrationCell {
  people: PeopleClass
  agreement: AddressAgreement
  shape: NameShape
}

export const cellOf = (
  { people, agreement }: { people: number; agreement: AddressAgreement },
  name: NameParts,
): CalibrationCell => ({
  people: peopleClass(people),
  agreement,
  shape: nameShape(name),
})

/** One pattern has to explain all of them; if several can, or none can alone, it is ambiguous. */
export function agreementOf(people: readonly { fits: readonly { pattern: string }[] }[]): AddressAgreement {
  if (people.length === 0) return 'nobody'
  const fitting = people.filter(({ fits }) => fits.length > 0)
  if (fitting.length === 0) return 'none fits'
  if (fitting.length < people.length) return 'some misfit'
  const [first, ...others] = fitting.map(({ fits }) => new Set(fits.map(({ pattern }) => pattern)))
  const common = [...(first ?? [])].filter((pattern) => others.every((patterns) => patterns.has(pattern)))
  return common.length === 1 ? 'one pattern' : 'ambiguous'
}

function peopleClass(people: number): PeopleClass {
  if (people <= 2) return (['0', '1', '2'] as const)[people] ?? '0'
  return people <= 5 ? '3–5' : '6+'
}

const ASCII_LETTERS = /^[\0-\x7f’]*$/
const SEVERAL_WORDS = /\S[\s-]+\S/

function nameShape({ first, middle, last }: NameParts): NameShape {
  if (first === '' || last === '') return 'one word'
  if (!ASCII_LETTERS.test(first + last)) return 'transliterated'
  return SEVERAL_WORDS.test(first) || SEVERAL_WORDS.test(last) || middle.length > 2 ? 'compound' : 'plain'
}
