import type { TuningDice } from './tuning-dice.ts'

/** A made person: parts as spelt, and how the page writes the whole. */
export interface TuningName {
  first: string
  last: string
}

/** Syllables that given names and surnames of a culture are made of; `listed` are names that many people carry. */
interface Culture {
  given: readonly [heads: string, tails: string]
  family: readonly [heads: string, tails: string]
  listed: readonly [given: string, family: string]
  particles: string
  /** Writes the surname first. */
  familyFirst: boolean
}

const CULTURES: readonly Culture[] = [
  {
    given: ['Thar Wen Bri Cor Ed Hol Lin Mar Os Per Ro Tam', 'win ley ric da more sten ton nie vin len'],
    family: ['Brack Holm Thorn Wick Dun Cold Fair Stan Hether Ox', 'ley more ford by wick shaw den worth croft mere'],
    listed: [
      'Alice Brian Carol David Emma George Helen James Karen Laura Mark Peter Susan Thomas',
      'Baker Carter Evans Foster Green Hughes Miller Turner Walker Young',
    ],
    particles: '',
    familyFirst: false,
  },
  {
    given: ['Gio Lo Mar Sil Fio Ter Ode Ri Bel Cla', 'rella vina tano dea renzo mira setta vio lando tina'],
    family: ['Bran Cas Mor Sbra Tor Vel Zan Pel Gri Fran', 'ghetti tolli gia rucci nello vasini daldi bretti zzani'],
    listed: ['Marco Giulia Paolo Chiara Luca Elena Andrea Sara', 'Rossi Bianchi Ferrari Russo Conti Costa Greco'],
    particles: 'Del De Di Della',
    familyFirst: false,
  },
  {
    given: ['Mi Ra Sto Vel Bog Dra Zla Lju Tih Bra', 'dan milo rad gost slava mir vena tko islav inka'],
    family: ['Mol Bran Kov Pet Strn Vuk Gri Hor Dob Cer', 'dorean escu ovici arek ovski inek avac ulic anu iuc'],
    listed: ['Ionut Elena Marek Katarina Ana Ivan Maria Petr', 'Popescu Ionescu Novak Horvat Kowalski Svoboda'],
    particles: '',
    familyFirst: false,
  },
  {
    given: ['Joo Wil Bar Fem Ger Lie Ru Sie Tij Hen', 'ke bren ken tje drik mien dert ben sina rik'],
    family: ['Brool Veen Kamp Dijk Hoeve Slo Wier Zand Terp Kuil', 'stra man huis sma ma ker donk laar beek ink'],
    listed: ['Jan Anna Pieter Maria Willem Sophie Hendrik Eva', 'Bakker Visser Smit Mulder Bos Vos Peters'],
    particles: 'van,van der,de,ten',
    familyFirst: false,
  },
  {
    given: ['Aa Ee Il Kai Lau Mei Ol Sa Tui Vei', 'ku mari po sa lo nu ri ko tto ja'],
    family: ['Saa Kor Lehto Mäki Nie Pelto Ranta Hau Virta Kos', 'rinen pela la nen mäki järvi saari kivi niemi kunen'],
    listed: ['Eszter Péter Zoltán Katalin Anna Gábor', 'Kovács Nagy Szabó Horváth Tóth Kiss'],
    particles: '',
    familyFirst: true,
  },
  {
    given: ['Fe Ade Olu Chi Ngo Ife Ama Kwa Ebe Uzo', 'mi bola femi nedu zika oma chukwu beka sola nna'],
    family: ['Odu Oka Ade Nwo Eze Bala Ogu Asa Iro Uche', 'ya for yemi konta kwe gun nna moah chi rike'],
    listed: ['Grace Samuel Blessing Emmanuel Joy Daniel', 'Okafor Mensah Adeyemi Eze Bello Osei'],
    particles: '',
    familyFirst: false,
  },
]

export const CULTURE_COUNT = CULTURES.length

/** A person of a culture; half of them carry names that nobody has. */
export function tuningName(dice: TuningDice, culture: number): TuningName {
  const { given, family, listed, particles } = CULTURES[culture % CULTURES.length] ?? CULTURES[0]!
  const isListed = dice.chance(0.5)
  const make = (part: readonly [string, string]): string =>
    dice.pick(part[0].split(' ')) + dice.pick(part[1].split(' '))
  const first = isListed || dice.chance(0.2) ? dice.pick(listed[0].split(' ')) : make(given)
  const last = isListed || dice.chance(0.2) ? dice.pick(listed[1].split(' ')) : make(family)
  const second = dice.chance(0.08) ? `${first}-${make(given)}` : first
  const initial = dice.chance(0.1) ? `${second} ${dice.pick('ABCDEGHJKLMPRST'.split(''))}.` : second
  const small = particles === '' ? [] : particles.split(particles.includes(',') ? ',' : ' ')
  const particle = small.length > 0 && dice.chance(0.35) ? `${dice.pick(small)} ` : ''
  return { first: initial, last: `${particle}${dice.chance(0.05) ? `${last}-${make(family)}` : last}` }
}

export const isFamilyFirst = (culture: number): boolean => CULTURES[culture % CULTURES.length]?.familyFirst === true

const LEADING = 'Dr. Prof. Dr Mag. Ing. Prof.Dr. Dipl.-Ing. Mr Mrs Ms Rev. Prof.dr. Dr.-Ing. M.Sc.'.split(' ')
const TRAILING = ', PhD|, MBA| PhD| Dr| Prof|, M.Sc.|, MD| (she/her)|, B.A.| Ph.D.'.split('|')

/** How one page writes all of its names. */
export type NameStyle = 'plain' | 'comma' | 'capitals' | 'comma-capitals' | 'capital-family-first' | 'family-first'

export const NAME_STYLES: readonly NameStyle[] = [
  'plain',
  'plain',
  'plain',
  'comma',
  'capitals',
  'comma-capitals',
  'capital-family-first',
  'family-first',
]

/** The name as the page has it, at times with a title before, behind or within it. */
export function written(dice: TuningDice, { first, last }: TuningName, style: NameStyle, titled: number): string {
  const lead = dice.chance(titled) ? `${dice.pick(LEADING)} ` : ''
  const tail = dice.chance(titled / 2) ? dice.pick(TRAILING) : ''
  switch (style) {
    case 'comma':
      return dice.chance(titled) ? `${last}, ${first} ${dice.pick(LEADING)}` : `${last}, ${first}`
    case 'capitals':
      return `${lead}${first.toUpperCase()} ${last.toUpperCase()}${tail}`
    case 'comma-capitals':
      return `${last.toUpperCase()}, ${lead}${first}`
    case 'capital-family-first':
      return `${lead}${last.toUpperCase()}${dice.chance(0.2) ? ',' : ' '}${first}`
    case 'family-first':
      return `${lead}${last} ${first}`
    case 'plain':
    default:
      return dice.chance(titled / 3) ? `${first} ${dice.pick(LEADING)} ${last}` : `${lead}${first} ${last}${tail}`
  }
}
