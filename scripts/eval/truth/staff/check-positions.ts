import type { CheckDice } from './check-dice.ts'

/** Positions that lists of titles contain, by language of the page. */
const KNOWN: Record<string, readonly string[]> = {
  it: [
    'Direttore',
    'Segretario',
    'Responsabile vendite',
    'Amministratore delegato',
    'Presidente',
    'Ufficio acquisti',
    'Ricercatore',
    'Assistente',
  ],
  nb: [
    'Daglig leder',
    'Salgssjef',
    'Rådgiver',
    'Prosjektleder',
    'Økonomisjef',
    'Konsulent',
    'Sekretær',
    'Førsteamanuensis',
  ],
  en: [
    'Managing Director',
    'Sales Manager',
    'Senior Lecturer',
    'Accountant',
    'Head of Marketing',
    'Project Engineer',
    'Professor',
    'Secretary',
    'HR Manager',
    'Research Fellow',
  ],
  es: [
    'Director general',
    'Jefa de ventas',
    'Secretaria',
    'Profesor titular',
    'Responsable de compras',
    'Gerente',
    'Investigadora',
    'Contable',
  ],
  nl: [
    'Directeur',
    'Secretaris',
    'Verkoopleider',
    'Docent',
    'Boekhouder',
    'Projectleider',
    'Hoofd inkoop',
    'Onderzoeker',
  ],
}

/** Positions that no list contains. */
const ODD: Record<string, readonly string[]> = {
  it: [
    'Capocantiere',
    'Maestro di cappella',
    'Custode del mulino',
    'Casaro',
    'Guardiano della diga',
    'Addetta alla pesa',
  ],
  nb: ['Brobetjent', 'Kirketjener', 'Slusevokter', 'Havnefogd', 'Hyttevakt', 'Orgelstemmer'],
  en: [
    'Lock Keeper',
    'Weighbridge Steward',
    'Almoner',
    'Sexton',
    'Keeper of the Rolls',
    'Warden of the Commons',
    'Piermaster',
    'Beadle',
    'Ferry Marshal',
    'Precentor',
    'Thatcher in Residence',
    'Cellar Hand',
  ],
  es: ['Guardesa del faro', 'Maestro tonelero', 'Sacristán', 'Alguacil de aguas', 'Jefe de muelle', 'Campanero'],
  nl: ['Sluiswachter', 'Havenmeester', 'Koster', 'Griffier', 'Molenaar', 'Dijkgraaf', 'Beiaardier'],
}

/** A position, and whether lists lack it. */
export function checkPosition(lang: string, dice: CheckDice, oddShare: number): { text: string; odd: boolean } {
  const odd = dice.chance(oddShare)
  return { text: dice.pick((odd ? ODD[lang] : KNOWN[lang]) ?? []), odd }
}

/** Headlines in places where a position could be. */
export const CHECK_HEADLINES = [
  'New slipway opens in spring',
  'Third place at the regional finals',
  'Please ring before you come',
  'On leave until further notice',
  'Thursdays by appointment',
  'The mill turns again',
]

/** Departments: headings between people, never people. */
export const CHECK_DEPARTMENTS = [
  'Administration',
  'Marine Biology',
  'Works and Estates',
  'Clara Hall',
  'North Quay',
  'Music and Choir',
  'Rosa Wing',
  'Accounts',
  'Faculty of Forestry',
  'St. Aldo Campus',
]
