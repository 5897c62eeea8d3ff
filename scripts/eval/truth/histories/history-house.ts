import { CHECK_BLOCKS } from '../staff/check-blocks.ts'
import { CHECK_CULTURES } from '../staff/check-cultures.ts'
import { CheckDice } from '../staff/check-dice.ts'
import { checkPersonName } from '../staff/check-name-styles.ts'
import { checkPosition } from '../staff/check-positions.ts'
import type { CheckLayout } from '../staff/check-sheet.ts'
import { CHECK_SYSTEMS } from '../staff/check-systems.ts'
import { CHECK_TABLES } from '../staff/check-tables.ts'
import { markup } from '../staff/tuning-addresses.ts'
import type { TuningForm } from '../staff/tuning-addresses.ts'
import { TuningDice } from '../staff/tuning-dice.ts'
import { LAYOUTS } from '../staff/tuning-layouts.ts'
import { CULTURE_COUNT, tuningName } from '../staff/tuning-names.ts'
import { POSITIONS } from '../staff/tuning-words.ts'
import type { ShownPerson } from './made-history.ts'

/** The names, positions and layouts of invented companies, different in each half. */
export interface HistoryHouse {
  /** The language of its pages. */
  language: string
  newName: () => { first: string; last: string }
  newPosition: () => string
  layouts: number
  /** Writes the list of people in one of the layouts. */
  lay: (people: readonly ShownPerson[], layout: number) => string
}

/** Addresses as most sites write them, and as some do. */
const FORMS: readonly TuningForm[] = [
  'mailto',
  'mailto',
  'mailto',
  'mailto',
  'text',
  'text',
  'bracketed',
  'entities',
  'cfemail',
]

export function tuningHouse(seed: number): HistoryHouse {
  const dice = new TuningDice(seed)
  const culture = dice.below(CULTURE_COUNT)
  const form = dice.pick(FORMS)
  const layouts = Object.values(LAYOUTS)
  return {
    language: 'en',
    newName: () => tuningName(dice, culture),
    newPosition: () => dice.pick(POSITIONS),
    layouts: layouts.length,
    lay: (people, layout) => {
      const late: string[] = []
      const entries = people.map((person) => ({
        shown: person.written,
        plain: `${person.first} ${person.last}`,
        first: person.first,
        last: person.last,
        position: person.position,
        phone: phoneOf(person),
        mail: mailOf(person, form, late),
        isDesk: false,
      }))
      return (layouts[layout % layouts.length]?.(entries, new TuningDice(seed)) ?? '') + late.join('')
    },
  }
}

const phoneOf = ({ id }: ShownPerson): string => `0${200 + ((id * 37) % 700)} ${100_000 + ((id * 7_919) % 900_000)}`

function mailOf({ id, address, profile }: ShownPerson, form: TuningForm, late: string[]): string {
  const link = profile === null ? '' : ` <a href="https://www.linkedin.com/in/${profile}">LinkedIn</a>`
  if (address === null) return link
  const made = markup(new TuningDice(id), address, form)
  late.push(made.late)
  return made.here + link
}

export function checkHouse(seed: number): HistoryHouse {
  const dice = new CheckDice(seed)
  const culture = dice.pick(CHECK_CULTURES)
  const form = dice.pick(FORMS)
  const layouts: readonly CheckLayout[] = [...CHECK_TABLES, ...CHECK_BLOCKS, ...CHECK_SYSTEMS]
  const { words } = culture
  return {
    language: words.lang,
    newName: () => checkPersonName(culture, dice, 'plain', 0).name,
    newPosition: () => checkPosition(words.lang, dice, 0.3).text,
    layouts: layouts.length,
    lay: (people, layout) => {
      const late: string[] = []
      const drafts = people.map((person) => ({
        nameHtml: person.written,
        written: person.written,
        position: person.position,
        note: null,
        mail: mailOf(person, form, late),
        phone: phoneOf(person),
        room: null,
        letter: person.written.slice(0, 1),
      }))
      const sheet = {
        dice: new CheckDice(seed),
        words,
        people: drafts,
        departments: ['North Quay', 'Works'],
        gap: '\n',
        mailWord: words.mail[0] ?? '',
      }
      return (layouts[layout % layouts.length]?.lay(sheet) ?? '') + late.join('')
    },
  }
}
