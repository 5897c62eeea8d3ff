import type { CheckDice } from './check-dice.ts'

/** How names are formed and written in one part of the world. */
export interface CheckCulture {
  key: string
  /** Names in common use. */
  given: readonly string[]
  family: readonly string[]
  /** Beginnings and ends of invented names. */
  givenParts: readonly [readonly string[], readonly string[]]
  familyParts: readonly [readonly string[], readonly string[], readonly string[]]
  particles: readonly string[]
  /** Whether there are two family names. */
  doubled: boolean
  /** The share of pages on which the family name comes first without a comma. */
  familyFirst: number
  titles: readonly string[]
  degrees: readonly string[]
  /** Words of the pages. */
  words: CheckWords
}

/** Headings and labels in the language of a page. */
export interface CheckWords {
  lang: string
  staff: readonly string[]
  name: string
  position: string
  mail: readonly string[]
  phone: string
  room: string
  write: string
  /** Before the name of a person who leads an event: not a position. */
  guide: string
  contact: string
}

const WORDS: Record<'it' | 'nb' | 'en' | 'es' | 'nl', CheckWords> = {
  it: {
    lang: 'it',
    staff: ['Personale', 'Chi siamo', 'Contatti', 'Organigramma'],
    name: 'Nominativo',
    position: 'Incarico',
    mail: ['E-mail', 'Posta elettronica', 'Mail'],
    phone: 'Tel.',
    room: 'Stanza',
    write: 'Scrivi',
    guide: 'Guida',
    contact: 'Referente',
  },
  nb: {
    lang: 'nb',
    staff: ['Ansatte', 'Kontakt oss', 'Medarbeidere'],
    name: 'Navn',
    position: 'Stilling',
    mail: ['E-post', 'Epost'],
    phone: 'Tlf.',
    room: 'Rom',
    write: 'Send e-post',
    guide: 'Turleder',
    contact: 'Kontakt',
  },
  en: {
    lang: 'en',
    staff: ['Our staff', 'Contact us', 'People', 'Who is who'],
    name: 'Name',
    position: 'Position',
    mail: ['E-mail', 'Email'],
    phone: 'Phone',
    room: 'Room',
    write: 'Send a message',
    guide: 'Led by',
    contact: 'Contact',
  },
  es: {
    lang: 'es',
    staff: ['Nuestro equipo', 'Directorio', 'Contacto', 'Personal'],
    name: 'Nombre',
    position: 'Cargo',
    mail: ['Correo', 'Correo electrónico', 'E-mail'],
    phone: 'Tel.',
    room: 'Despacho',
    write: 'Escribir',
    guide: 'Guía',
    contact: 'Responsable',
  },
  nl: {
    lang: 'nl',
    staff: ['Medewerkers', 'Ons team', 'Wie is wie'],
    name: 'Naam',
    position: 'Functie',
    mail: ['E-mail', 'Mail'],
    phone: 'Tel.',
    room: 'Kamer',
    write: 'Stuur een mail',
    guide: 'Begeleiding',
    contact: 'Contactpersoon',
  },
}

const list = (text: string): readonly string[] => text.split(' ')

/** Six of the twelve cultures; the tuning pages use the others. */
export const CHECK_CULTURES: readonly CheckCulture[] = [
  {
    key: 'italy',
    given: list('Lia Giacomo Chiara Matteo Elisa Renato Ornella Davide Fiorenza Ivo Loredana Aldo Sara Nicola Andrea'),
    family: list(
      'Ferrante Bassi Colombo Marchetti Rinaldi Gallo Fontana Barbieri Moretti Caruso Longo Serra Villa Conti',
    ),
    givenParts: [
      list('Teodo Ermen Ful Ardo Bri Calo Ovi Savi Tulli Gelso'),
      list('linda garda via ina gida ro dio gero lfo mira'),
    ],
    familyParts: [
      list('Sbra Torv Gal Vez Bramb Cor Malf Pel Zanf Fosc'),
      list('a e i o u'),
      list('gia tti llo ssi ni zzo ro lin ndrel'),
    ],
    particles: ['Del', 'De', 'Di', 'Lo', 'Dalla'],
    doubled: false,
    familyFirst: 0.45,
    titles: ['Dott.', 'Dott.ssa', 'Prof.', 'Prof.ssa', 'Ing.', 'Avv.', 'Arch.', 'Geom.', 'Rag.', 'Prof.dr.'],
    degrees: ['PhD', 'Dott.', 'Ing.'],
    words: WORDS.it,
  },
  {
    key: 'nordic',
    given: list('Eskil Aku Solveig Ingrid Håkon Liv Bjørn Sigrid Tuomas Päivi Jari Gunnar Åse Mikkel Sanna Oda'),
    family: list('Hansen Saarinen Berg Lindqvist Nieminen Dahl Solberg Virtanen Haugen Nyström Bakke Mäkinen Moen'),
    givenParts: [list('Brynj Torm Esk Ulv Sigv Hallg Aasm Ran Vei Yrj'), list('ar und a hild ulf or ild eth iko')],
    familyParts: [
      list('Brand Hest Kvit Tors Skjel Ruu Kosk Viit Øvre Grøn'),
      list('e a o'),
      list('vold bakken sletta nen lainen strøm haugli rud vik'),
    ],
    particles: ['af', 'von'],
    doubled: false,
    familyFirst: 0.4,
    titles: ['Dr.', 'Prof.', 'FM', 'Ing.'],
    degrees: ['M.Sc.', 'PhD', 'FT', 'cand.polit.', 'Dr'],
    words: WORDS.nb,
  },
  {
    key: 'west-africa',
    given: list('Femi Adaeze Kwame Abena Chidi Ngozi Kofi Amina Mireille Emeka Yaa Tunde Grace Samuel Joy Ibrahim'),
    family: list('Okafor Mensah Boateng Adeyemi Diallo Eze Bello Owusu Nwosu Asante Okoro Balogun Danso Traoré'),
    givenParts: [list('Oluw Ade Ehi Uzo Nna Ak Ama Ifek Zuw Tob'), list('unmi leke tade emem oghene osua ika era')],
    familyParts: [
      list('Od Okw Ab Ekw Ig Am Ony Ud Nw Ag'),
      list('u o a e'),
      list('ya njo bia nere gwu kpor rinde sola mbah'),
    ],
    particles: [],
    doubled: false,
    familyFirst: 0.35,
    titles: ['Dr.', 'Prof.', 'Engr.', 'Chief', 'Barr.', 'Rev.', 'Mrs.', 'Mr.', 'Prof.dr.'],
    degrees: ['Dr', 'PhD', 'FCA', 'MBBS', 'Prof', 'MNSE'],
    words: WORDS.en,
  },
  {
    key: 'china',
    given: list('Mei Wei Xiaoling Jun Lan Haoran Yuting Bo Jing Lihua Peng Xin Yan Zhen'),
    family: list('Feng Zhang Li Wang Chen Liu Zhao Huang Wu Xu Sun Ma Guo Lin'),
    givenParts: [list('Ruo Qiao Shu Nuan Yue Zi Bai Chun Xue Ming'), list('qiao wen lue ruan zhe niang xu kuo han')],
    familyParts: [
      list('Ou Shang Dong Zhu Situ Gong Nuo Qu Mo Bian'),
      list('g n i'),
      list('yang guan fang ge sun lai ting'),
    ],
    particles: [],
    doubled: false,
    familyFirst: 0.7,
    titles: ['Dr.', 'Prof.', 'Assoc. Prof.', 'Ir.'],
    degrees: ['Ph.D.', 'Prof', 'Dr', 'P.E.'],
    words: WORDS.en,
  },
  {
    key: 'iberia',
    given: list('Inés Joaquín Marta Álvaro Lucía Paulo Beatriz Iker Nuria Gonçalo Pilar Rui Elena Xavier Carmen'),
    family: list('García Pereira Navarro Santos Ortega Molina Ferreira Iglesias Vidal Moura Campos Rey Prieto Costa'),
    givenParts: [
      list('Ebe Leo Casi Hermi Rode Itzi Aure Tel Feli Bald'),
      list('nia cadio milda rico ar lina mo siana omero'),
    ],
    familyParts: [
      list('Quir Belm Zur Arrech Tav Esc Mend Urr Olaz Carv'),
      list('a e i o u'),
      list('ós bide rga nes lde guren ira ldo chea'),
    ],
    particles: ['de', 'de la', 'dos', 'da', 'del'],
    doubled: true,
    familyFirst: 0.15,
    titles: ['Dña.', 'Dr.', 'Dra.', 'Lic.', 'Ing.', 'Prof.', 'Arq.'],
    degrees: ['PhD', 'Dr', 'MBA'],
    words: WORDS.es,
  },
  {
    key: 'low-countries',
    given: list('Joost Maaike Pieter Anouk Wim Femke Bram Liesbeth Koen Sanne Geert Hilde Daan Mirjam Ruud'),
    family: list('Jansen Bakker Visser Smit Mulder Peeters Claes Dekker Brouwer Maes Wouters Kuipers Postma'),
    givenParts: [list('Wubb Tjitsk Aldeg Geesk Harm Siets Rein Ymk Jelt Berend'), list('e o ina jan ke onda eke mar')],
    familyParts: [
      list('Tann Br Kloost Heuv Wijng Schuur Moll Kreu Ooster Dries'),
      list('e o a oe'),
      list('rt lman ghs kamp nberg ldink stra tsel'),
    ],
    particles: ['van der', 'van', 'de', 'ten', 'van den', 'ter'],
    doubled: false,
    familyFirst: 0.15,
    titles: ['dr.', 'prof.', 'ir.', 'drs.', 'mr.', 'ing.', 'Prof.dr.'],
    degrees: ['M.Sc.', 'MSc', 'PhD', 'RA', 'BSc'],
    words: WORDS.nl,
  },
]

/** A given name: in common use, or made of syllables. */
export function checkGiven(culture: CheckCulture, dice: CheckDice, made: boolean): string {
  if (!made) return dice.pick(culture.given)
  const [starts, ends] = culture.givenParts
  return dice.pick(starts) + dice.pick(ends)
}

/** A family name with a particle or second name, where the culture has them. */
export function checkFamily(culture: CheckCulture, dice: CheckDice, made: boolean): string {
  const [starts, middles, ends] = culture.familyParts
  const one = (): string =>
    made ? dice.pick(starts) + dice.pick(middles) + dice.pick(ends) : dice.pick(culture.family)
  if (culture.doubled && dice.chance(0.6)) return `${one()} ${one()}`
  if (culture.particles.length > 0 && dice.chance(0.25)) return `${dice.pick(culture.particles)} ${one()}`
  return !culture.doubled && dice.chance(0.06) ? `${one()}-${one()}` : one()
}
