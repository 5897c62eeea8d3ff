/**
 * Invented people at invented companies, for developing the finder: shares of patterns, sizes of companies, mixed
 * conventions, misfits, compound names and diacritics follow published counts over 13,307 addresses at 4,558 domains.
 */

import { otherFirstNames } from '../../src/engine/names/nicknames.ts'

/** A person with the address they really have. */
export interface NamedTriple {
  first: string
  last: string
  domain: string
  email: string
}

interface Person {
  first: string
  middle: string
  last: string
}

const GIVEN =
  `Ada Alba Alma Anton Arno Astrid Bela Bruno Carla Cleo Cora Dario Dora Edith Elio Emil Enno Erik Esra Fay Felix Finn
Greta Hanna Hugo Ida Ilka Ines Iris Ivo Jan Jonas Juna Kai Karin Lars Lea Lena Liv Lotte Lucas Mara Marta Mats Mila Milo Nadia Nele
Nils Nora Olaf Orla Otto Paul Petra Pia Rafael Rasa Rosa Ruben Runa Selma Signe Silas Sven Tara Theo Tilda Timo Tove Una Vera Vito
Wanda Yara Zoe`.split(/\s+/)
/** With everyday short forms. */
const FORMAL =
  'Robert William Michael Thomas Katherine Elizabeth Daniel Matthew Christopher Jennifer Andrew Joseph'.split(' ')
const MARKED_GIVEN = 'Jörg Søren Zoë Łucja Björn Günter Aïda Noël Ángel'.split(' ')
const HEADS =
  'Bram Cald Dorn Elst Fern Garr Holm Ivar Jost Keld Lind Mor Nord Oak Pell Quin Rav Stel Thorn Ulm Vess Wint Yar Zell'.split(
    ' ',
  )
const TAILS = 'er ow in sen by wood ley mann ova ard ini ek ström ton ham well eau ings'.split(' ')
const PARTICLES = ['van der', 'de', 'von', 'da', 'van']

/** Percent of named addresses where ten or more of a company are known, and where one or two are. */
const LARGE = `first.last 51|flast 11|first 2.5|last 2.4|firstl 2.6|firstlast 2|last.first 1.5|lastfirst 1.4|f.last 1.2|first_last 1|first.l 1
first.middle.last 0.8|f-last 0.7|fmlast 0.7|first.m.last 0.6|lastf 1.5|first-last 0.8|last.f 0.8|f_last 0.6|fl 0.8`
const SMALL = `first.last 24|flast 13.5|first 22|last 3|firstl 2.6|firstlast 2.2|last.first 1.3|lastfirst 1.4|f.last 1|first_last 1|first.l 1
first.middle.last 0.6|f-last 0.7|fmlast 0.5|first.m.last 0.4|lastf 1|first-last 0.5|last.f 0.4|f_last 0.3|fl 0.6`

/** Companies with many, some, and one or two known people: how many of each, and their sizes. */
const COMPANIES = [
  { share: 0.3, from: 10, to: 60, patterns: LARGE },
  { share: 0.2, from: 3, to: 9, patterns: LARGE },
  { share: 0.5, from: 1, to: 2, patterns: SMALL },
] as const
const MISFIT_CONCENTRATION = 3

interface Country {
  tld: string
  /** Instead of the published shares of patterns. */
  patterns?: string
  /** Share of companies that write marked letters out (`oe`). */
  spelledOut: number
  /** Share of people with a marked first name. */
  marked: number
}

/** What differs from one population of companies to another. */
interface World {
  /** Mean share of addresses that follow no pattern. */
  misfits: number
  /** How alike the people of a company are (Dirichlet): at 0.4 the most common pattern covers 64 % of those who follow any. */
  concentration: number
  /** Who chose for themselves, whatever the company does. */
  ownChoice: number
  countries: readonly Country[]
}

const ANYWHERE: Country = { tld: 'example', spelledOut: 0.45, marked: 0.035 }

/** The published counts, and populations that depart from them in one way each. */
export const WORLDS = {
  published: { misfits: 0.225, concentration: 0.4, ownChoice: 0.06, countries: [ANYWHERE] },
  tidy: { misfits: 0.1, concentration: 0.2, ownChoice: 0.03, countries: [ANYWHERE] },
  messy: { misfits: 0.35, concentration: 0.8, ownChoice: 0.12, countries: [ANYWHERE] },
  countries: {
    misfits: 0.2,
    concentration: 0.4,
    ownChoice: 0.06,
    countries: [
      { tld: 'north.example', patterns: 'first.last 78|f.last 8|flast 4|last 4|first 6', spelledOut: 0.9, marked: 0.2 },
      {
        tld: 'south.test',
        patterns: 'flast 45|f.last 20|first.last 20|last 8|firstlast 7',
        spelledOut: 0.05,
        marked: 0.3,
      },
      { tld: 'east.invalid', patterns: 'last.f 30|first.last 30|lastf 20|f.last 20', spelledOut: 0.2, marked: 0.1 },
    ],
  },
} as const satisfies Record<string, World>

export type WorldName = keyof typeof WORLDS

/** Deterministic: the same seed gives the same people. */
export function generateNames(companies: number, seed = 1, name: WorldName = 'published'): NamedTriple[] {
  const random = randomFrom(seed)
  const world: World = WORLDS[name]
  return COMPANIES.flatMap(({ share, from, to, patterns }, kind) =>
    Array.from({ length: Math.round(companies * share) }, (_, i) => {
      const country = world.countries[i % world.countries.length] ?? ANYWHERE
      return company(random, {
        domain: `c${kind}${i}.${country.tld}`,
        size: from + Math.floor(random() ** 2 * (to - from + 1)),
        patterns: country.patterns ?? patterns,
        country,
        world,
      })
    }).flat(),
  )
}

type Random = () => number

interface Company {
  domain: string
  size: number
  patterns: string
  country: Country
  world: World
}

function company(random: Random, { domain, size, patterns, country, world }: Company): NamedTriple[] {
  const entries = patterns.split(/[|\n]/).map((entry) => entry.split(' '))
  const total = entries.reduce((sum, [, percent]) => sum + Number(percent), 0)
  const shares = dirichlet(
    random,
    entries.map(([, percent]) => (world.concentration * Number(percent)) / total),
  )
  const [misfits = 0] = dirichlet(
    random,
    [world.misfits, 1 - world.misfits].map((share) => share * MISFIT_CONCENTRATION),
  )
  const spelling = {
    marks: random() < country.spelledOut ? 'long' : 'short',
    particles: random() < 0.65 ? '' : 'drop',
  } as const
  const taken = new Set<string>()
  const people: NamedTriple[] = []
  while (people.length < size) {
    const person = invent(random, country.marked)
    const pattern =
      (random() < world.ownChoice ? of(random, entries) : entries[pick(random, shares)])?.[0] ?? 'first.last'
    const used = { ...person, last: surnameUsed(random, person.last) }
    const local = random() < misfits ? misfit(random, used, spelling) : render(pattern, used, spelling)
    const free = taken.has(local) ? `${local}2` : local
    if (free === '' || taken.has(free)) continue
    taken.add(free)
    // Middle names are known of some only.
    const first = person.middle !== '' && random() < 0.12 ? `${person.first} ${person.middle}` : person.first
    people.push({ first, last: person.last, domain, email: `${free}@${domain}` })
  }
  return people
}

function invent(random: Random, marked: number): Person {
  const roll = random()
  const given = () => of(random, random() < marked ? MARKED_GIVEN : random() < 0.2 ? FORMAL : GIVEN)
  const surname = () => of(random, HEADS) + of(random, TAILS)
  const first = roll < 0.008 ? `${given()}-${given()}` : given()
  const middle = random() < 0.25 ? given() : ''
  if (roll > 0.97) return { first, middle: '', last: `${of(random, PARTICLES)} ${surname()}` }
  if (roll > 0.96) return { first, middle: '', last: `${surname()} ${surname()}` }
  return { first, middle, last: roll > 0.935 ? `${surname()}-${surname()}` : surname() }
}

/** Of two surnames both, or the first alone; of hyphens most are kept. */
function surnameUsed(random: Random, last: string): string {
  const roll = random()
  if (/^\p{Lu}\S+ /u.test(last) || last.includes('-'))
    return roll < 0.55 ? last : roll < 0.8 ? (last.split(/[ -]/)[0] ?? last) : last.replace(/[ -]/, '')
  return last
}

interface Spelling {
  marks: 'long' | 'short'
  particles: '' | 'drop'
}

const SPELLED: Record<string, string> = { ö: 'oe', ü: 'ue', ä: 'ae', ø: 'oe' }
const DROPPED: Record<string, string> = { ø: 'o', ł: 'l', ï: 'i' }

function plain(part: string, { marks, particles }: Spelling): string {
  const bare = particles === 'drop' ? part.replace(/^(?:van der|van|von|da|de) /, '') : part
  return bare
    .toLowerCase()
    .replace(
      /[^a-z' -]/g,
      (letter) =>
        (marks === 'long' ? SPELLED[letter] : undefined) ?? DROPPED[letter] ?? letter.normalize('NFD').charAt(0),
    )
    .replace(/^(\S+ )(?=\S+$)/, (lead) => (/^(?:van|von|de|da) /.test(lead) ? lead.trim() : lead))
    .replaceAll(' ', '')
}

function render(pattern: string, person: Person, spelling: Spelling): string {
  const first = plain(person.first, spelling)
  const last = plain(person.last, spelling)
  const middle = plain(person.middle, spelling)
  const shape = middle === '' ? pattern.replace(/middle\.|m\.|(?<=^f)m/, '') : pattern
  const parts: Record<string, string> = {
    first,
    last,
    middle,
    f: first.charAt(0),
    l: last.charAt(0),
    m: middle.charAt(0),
  }
  return shape.replace(/first|last|middle|[flm]/g, (part) => parts[part] ?? '')
}

/** A quarter have the surname with something unexpected, a fifth a short login, a tenth a cut surname, the rest a handle. */
function misfit(random: Random, person: Person, spelling: Spelling): string {
  const roll = random()
  const last = plain(person.last, spelling)
  const first = plain(person.first, spelling)
  const letters = () => of(random, 'a b c d e g h j k m n p r s t w'.split(' '))
  const other = random() < 0.5 ? otherFirstNames(first)[0] : undefined
  if (roll < 0.25) return `${other ?? plain(of(random, GIVEN), spelling)}.${last}`
  if (roll < 0.35) return first.slice(0, 3) + last.slice(0, 2)
  if (roll < 0.45) return first.charAt(0) + letters() + last.charAt(0)
  if (roll < 0.55) return first.charAt(0) + last.slice(0, 5)
  return of(random, HEADS).toLowerCase() + letters() + letters() + Math.floor(random() * 90)
}

const of = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

function pick(random: Random, shares: readonly number[]): number {
  let left = random()
  return Math.max(
    0,
    shares.findIndex((share) => (left -= share) < 0),
  )
}

/** A random distribution: the means are proportional to `weights`, and the smaller they are the more one of them dominates. */
function dirichlet(random: Random, weights: readonly number[]): number[] {
  const draws = weights.map((weight) => gamma(random, weight))
  const sum = draws.reduce((total, draw) => total + draw, 0)
  return draws.map((draw) => draw / sum)
}

/** Marsaglia and Tsang 2000; a shape below 1 is boosted. */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * random() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const v = (1 + c * normal) ** 3
    if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

/** Mulberry32: small, fast, good enough for invented people. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
