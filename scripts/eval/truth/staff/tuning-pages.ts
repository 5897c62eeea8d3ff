import type { StaffPage, StaffRecord } from './staff-page.ts'
import { FORMS, SCHEMES, localOf, markup } from './tuning-addresses.ts'
import type { Scheme, TuningForm } from './tuning-addresses.ts'
import { TuningDice } from './tuning-dice.ts'
import { BLOCK_LAYOUTS } from './tuning-blocks.ts'
import { LAYOUTS } from './tuning-layouts.ts'
import { TABLE_LAYOUTS } from './tuning-tables.ts'
import type { TuningEntry } from './tuning-layouts.ts'
import {
  CULTURE_COUNT,
  NAME_STYLES,
  initialsOf,
  isFamilyFirst,
  isInitialled,
  tuningName,
  written,
} from './tuning-names.ts'
import type { NameStyle, TuningName } from './tuning-names.ts'
import { NOISE_AFTER, NOISE_BEFORE, POSITIONS } from './tuning-words.ts'

const DESKS = ['info', 'office', 'press', 'sales', 'accounts', 'service', 'contact', 'library'] as const
const DESK_LABELS = ['General Office', 'Press Office', 'Accounts', 'Front Desk', 'Service', 'Library'] as const
const DOMAINS = ['larkmoor', 'stillbeck', 'ostmere', 'tannhof', 'velgrad', 'quenby'] as const

const ALL_LAYOUTS = Object.entries({ ...LAYOUTS, ...TABLE_LAYOUTS, ...BLOCK_LAYOUTS })

/** What applies to all entries of one page. */
interface House {
  dice: TuningDice
  culture: number
  style: NameStyle
  titled: number
  scheme: Scheme
  domain: string
  form: TuningForm
  taken: Set<string>
}

/** Generated staff pages of the half that the extractor is tuned on and its model trained with; the same for the same seed. */
export function tuningPages(seed: number, count: number): StaffPage[] {
  const dice = new TuningDice(seed)
  return Array.from({ length: count }, (_, index) => tuningPage(dice, index))
}

function tuningPage(dice: TuningDice, index: number): StaffPage {
  const [kind, layout] = ALL_LAYOUTS[index % ALL_LAYOUTS.length] ?? ALL_LAYOUTS[0]!
  const domain = `${dice.pick(DOMAINS)}.example`
  const culture = dice.below(CULTURE_COUNT)
  const style = isFamilyFirst(culture)
    ? dice.pick(['family-first', 'capital-family-first', 'plain'] as const)
    : dice.pick(NAME_STYLES)
  const [titled, scheme] = [dice.pick([0, 0, 0.1, 0.4]), dice.pick(SCHEMES)]
  const house: House = { dice, culture, style, titled, scheme, domain, form: dice.pick(FORMS), taken: new Set() }
  const made = Array.from({ length: 3 + dice.below(12) }, (_, at) => entryOf(house, at))
  const body = layout(
    made.map(({ entry }) => entry),
    dice,
  )
  const html = `<!doctype html><html><head><title>Our people</title></head><body>${dice.pick(NOISE_BEFORE)}<h1>Our people</h1>${body}${dice.pick(NOISE_AFTER)}${made.map(({ late }) => late).join('')}</body></html>`
  const isShown = ({ position }: StaffRecord): boolean => position !== null && body.includes(position)
  const records = made.map(({ record }) => (isShown(record) ? record : { ...record, position: null }))
  return { url: `https://${domain}/people`, html, kind, records }
}

function entryOf(house: House, at: number): { entry: TuningEntry; record: StaffRecord; late: string } {
  const { dice, domain } = house
  const isDesk = at > 0 && dice.chance(0.06)
  const made = tuningName(dice, dice.chance(0.15) ? dice.below(CULTURE_COUNT) : house.culture)
  const person = isInitialled(house.style) ? { ...made, first: initialsOf(made.first) } : made
  const position = isDesk || dice.chance(0.1) ? '' : dice.pick(POSITIONS)
  const address = addressOf(house, isDesk ? null : made)
  const form = dice.chance(0.8) ? house.form : dice.pick(FORMS)
  const { here, late } = address === null ? { here: '', late: '' } : markup(dice, address, form)
  const shown = isDesk ? dice.pick(DESK_LABELS) : written(dice, person, house.style, house.titled)
  const plain = isDesk ? shown : `${person.first} ${person.last}`
  const phone = `0${200 + dice.below(700)} ${100_000 + dice.below(900_000)}`
  const name = isDesk ? null : { ...person, full: plain }
  return {
    entry: { shown, plain, ...(isDesk ? { first: '', last: shown } : person), position, phone, mail: here, isDesk },
    record: {
      name,
      position: position === '' ? null : position,
      address,
      form,
      classes: [house.style, `culture ${house.culture}`, ...(house.titled > 0 ? ['titled'] : [])],
    },
    late,
  }

  function addressOf({ scheme }: House, owner: TuningName | null): string | null {
    if (dice.chance(0.07)) return null
    const odd = dice.chance(0.05)
    const local = owner === null ? dice.pick(DESKS) : odd ? `q${100 + dice.below(900)}x` : localOf(owner, scheme)
    if (house.taken.has(local)) return null
    house.taken.add(local)
    return `${local}@${domain}`
  }
}
