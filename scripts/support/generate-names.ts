/**
 * Invented people at invented companies, for developing the finder: shares of patterns, sizes of companies, mixed
 * conventions, misfits, compound names and diacritics follow published counts over 13,307 addresses at 4,558 domains.
 */

import { otherFirstNames } from '../../src/engine/names/nicknames.ts'
import { foldName } from '../../src/lib/text/person-name-fold.ts'
import { ANYWHERE, COMPANIES, WORLDS } from './name-worlds.ts'
import type { Country, World, WorldName } from './name-worlds.ts'
import { dirichlet, of, pick, randomFrom } from './random.ts'
import type { Random } from './random.ts'
import { inventInScript } from './script-names.ts'

/** A person with their true address. */
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

const MISFIT_CONCENTRATION = 3

/** Deterministic: the same seed gives the same people. */
export const generateNames = (companies: number, seed = 1, name: WorldName = 'published'): NamedTriple[] =>
  generatePeople(companies, seed, WORLDS[name])

/** The same for any population. */
export function generatePeople(companies: number, seed: number, world: World): NamedTriple[] {
  const random = randomFrom(seed)
  const kinds = world.companies ?? COMPANIES
  return kinds.flatMap(({ share, from, to, patterns }, kind) => {
    let convention: Convention | null = null
    return Array.from({ length: Math.round(companies * share) }, (_, i) => {
      const country = world.countries[i % world.countries.length] ?? ANYWHERE
      const size = from + Math.floor(random() ** 2 * (to - from + 1))
      const usual = country.patterns ?? patterns
      if (convention === null || i % (world.groupsOf ?? 1) === 0)
        convention = conventionOf(random, usual, country, world)
      return company(random, { domain: `c${kind}${i}.${country.tld}`, size, convention, country, world })
    }).flat()
  })
}

/** How a company, or all companies of a group, write addresses. */
interface Convention {
  entries: readonly (readonly string[])[]
  shares: readonly number[]
  misfits: number
  spelling: Spelling
  /** Another pattern for those who came before a change, and which share of the staff they are. */
  before: { pattern: string; share: number } | null
}

function conventionOf(random: Random, patterns: string, country: Country, world: World): Convention {
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
  const before =
    world.renewed !== undefined && random() < world.renewed
      ? { pattern: of(random, entries)[0] ?? 'first.last', share: random() * 0.7 }
      : null
  return { entries, shares, misfits, spelling, before }
}

interface Company {
  domain: string
  size: number
  convention: Convention
  country: Country
  world: World
}

function company(random: Random, { domain, size, convention, country, world }: Company): NamedTriple[] {
  const { entries, shares, misfits, spelling, before } = convention
  const taken = new Set<string>()
  const people: NamedTriple[] = []
  while (people.length < size) {
    const relative = world.relatives !== undefined && random() < world.relatives ? people.at(-1) : undefined
    const { person, spelled } = relative === undefined ? personOf(random, country) : relativeOf(random, relative)
    // Two people with exactly the same name cannot be told apart from outside.
    if (world.relatives !== undefined && people.some((other) => keyOf(other) === keyOf(person))) continue
    const chosen =
      (random() < world.ownChoice ? of(random, entries) : entries[pick(random, shares)])?.[0] ?? 'first.last'
    const pattern = before !== null && random() < before.share ? before.pattern : chosen
    const used = { ...spelled, last: surnameUsed(random, spelled.last) }
    const local = random() < misfits ? misfit(random, used, spelling) : render(pattern, used, spelling)
    const free = taken.has(local) ? `${local}2` : local
    if (free === '' || taken.has(free)) continue
    taken.add(free)
    // Middle names are known only for some.
    const first = person.middle !== '' && random() < 0.12 ? `${person.first} ${person.middle}` : person.first
    people.push({ first, last: person.last, domain, email: `${free}@${domain}` })
  }
  return people
}

const keyOf = ({ first, last }: { first: string; last: string }): string =>
  foldName(`${first.split(/[ -]/)[0]} ${last}`)

/** A person with the same family name and initial: if addresses are made of these, the first one's address is taken. */
function relativeOf(random: Random, { first, last }: NamedTriple): { person: Person; spelled: Person } {
  const given = first.split(' ')[0] ?? first
  const alike = GIVEN.filter((name) => name !== given && name.startsWith(given.charAt(0)))
  const person = { first: alike.length === 0 ? of(random, GIVEN) : of(random, alike), middle: '', last }
  return { person, spelled: person }
}

/** A person as their name is written, and as they spell it in an address. */
function personOf(random: Random, { marked, script }: Country): { person: Person; spelled: Person } {
  if (script === undefined) {
    const person = invent(random, marked)
    return { person, spelled: person }
  }
  const { written, spelled } = inventInScript(random, script)
  return { person: { ...written, middle: '' }, spelled: { ...spelled, middle: '' } }
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

/** Of two surnames both, or only the first; hyphens are mostly kept. */
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
    first2: first.slice(0, 2),
    first3: first.slice(0, 3),
    last2: last.slice(0, 2),
    last3: last.slice(0, 3),
  }
  return shape.replace(/first[23]?|last[23]?|middle|[flm]/g, (part) => parts[part] ?? '')
}

/**
 * A quarter have the surname with something unexpected, a fifth a short login, a tenth a truncated surname, the rest a
 * handle.
 */
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
