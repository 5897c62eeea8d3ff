import type { CheckAddressForm } from './check-address-form.ts'
import { CHECK_FORMS } from './check-address-forms.ts'
import { CHECK_BLOCKS } from './check-blocks.ts'
import { CHECK_CULTURES, type CheckCulture } from './check-cultures.ts'
import { CheckDice } from './check-dice.ts'
import { checkFrame } from './check-frame.ts'
import { checkLocalPart, checkPattern, type CheckPattern } from './check-local-parts.ts'
import { checkNameOrder, checkPersonName, isTurned, type CheckNameOrder } from './check-name-styles.ts'
import { CHECK_DESKS } from './check-noise.ts'
import { CHECK_DEPARTMENTS, CHECK_HEADLINES, checkPosition } from './check-positions.ts'
import type { CheckDraft, CheckLayout } from './check-sheet.ts'
import { CHECK_SYSTEMS } from './check-systems.ts'
import { CHECK_TABLES } from './check-tables.ts'
import type { StaffPage, StaffRecord } from './staff-page.ts'

const LAYOUTS: readonly CheckLayout[] = [...CHECK_TABLES, ...CHECK_BLOCKS, ...CHECK_SYSTEMS]
const HARD_FORMS = CHECK_FORMS.filter((form) => form.classes.length > 0)
const PLAIN_FORMS = CHECK_FORMS.filter((form) => form.classes.length === 0)
const HOST_PARTS = [
  ['Vor', 'Gel', 'Tarn', 'Ost', 'Mirr', 'Quel', 'Sund', 'Hav'],
  ['li', 'mo', 'wen', 'ska', 'dra', 've'],
  ['mill', 'haven', 'works', 'college', 'verk', 'institute'],
] as const

/** Decisions for a whole site. */
interface Site {
  dice: CheckDice
  culture: CheckCulture
  layout: CheckLayout
  form: CheckAddressForm
  order: CheckNameOrder
  pattern: CheckPattern
  /** Whether names link to a page of their own. */
  linked: boolean
  /** Whether the family name is bold. */
  strongFamily: boolean
  host: string
  titled: number
  oddPositions: number
  positions: boolean
  phones: boolean
  headlines: boolean
  label: string
  gap: string
}

/** A draft together with the truth about it. */
interface Placed {
  draft: CheckDraft
  record: StaffRecord
}

/** Pages used only for checking: the same pages for the same seed. */
export function checkPages(seed: number, count: number): StaffPage[] {
  return Array.from({ length: count }, (_, index) => checkPage(seed * 100_003 + index, index))
}

function checkPage(seed: number, index: number): StaffPage {
  const dice = new CheckDice(seed)
  const site = makeSite(dice, index)
  const used = new Set<string>()
  const count = dice.between(3, 12)
  const people: Placed[] = []
  for (let serial = 0; serial < count; serial++) people.push(place(site, used, serial))
  if (dice.chance(0.3)) people.splice(dice.between(0, people.length), 0, placeDesk(site, used, 90))
  const desks = Array.from({ length: dice.between(0, 3) }, (_, nth) => placeDesk(site, used, 91 + nth))
  const traps = dice.chance(0.55)
  const sheet = {
    dice,
    words: site.culture.words,
    people: people.map((one) => one.draft),
    departments: dice.some(CHECK_DEPARTMENTS, 4),
    gap: site.gap,
    mailWord: dice.pick(site.culture.words.mail),
  }
  const html = checkFrame({
    culture: site.culture,
    dice,
    host: site.host,
    main: site.layout.lay(sheet),
    desks: desks.map((one) => one.draft),
    traps,
  })
  const records = [...people, ...desks].map(({ record }) =>
    traps && record.name !== null ? { ...record, classes: [...record.classes, 'h'] } : record,
  )
  return { url: `https://${site.host}/staff/`, html, kind: site.layout.kind, records }
}

function makeSite(dice: CheckDice, index: number): Site {
  const culture = dice.pick(CHECK_CULTURES)
  const [starts, middles, ends] = HOST_PARTS
  // Layouts alternate, so that each has the same share.
  const layout = LAYOUTS[index % LAYOUTS.length]
  if (layout === undefined) throw new Error('No layout')
  const order = checkNameOrder(culture, dice)
  return {
    dice,
    culture,
    layout,
    form: dice.pick(dice.chance(0.55) ? HARD_FORMS : PLAIN_FORMS),
    order,
    pattern: checkPattern(dice, isTurned(order)),
    linked: dice.chance(0.25) && layout.kind !== 'accordion',
    strongFamily: order === 'plain' && dice.chance(0.15),
    host: `www.${dice.pick(starts)}${dice.pick(middles)}${dice.pick(ends)}.example`.toLowerCase(),
    titled: dice.pick([0, 0, 0.3, 0.8]),
    oddPositions: dice.pick([0, 0, 0.4, 0.9]),
    positions: layout.labels === true || layout.kind === 'table-position-first' || dice.chance(0.75),
    phones: dice.chance(0.6),
    headlines: dice.chance(0.2),
    label: dice.chance(0.7) ? culture.words.write : dice.pick(culture.words.mail),
    gap: dice.pick(['', '\n', '\n      ']),
  }
}

function place(site: Site, used: Set<string>, serial: number): Placed {
  const { dice, layout, form } = site
  // Some people came from elsewhere.
  const culture = dice.chance(0.15) ? dice.pick(CHECK_CULTURES) : site.culture
  const { name, written, made, classes: nameClasses } = checkPersonName(culture, dice, site.order, site.titled)
  const strange = dice.chance(0.07)
  // A person whose address is taken on the page gets none; neither do some others.
  const local = dice.chance(0.07) ? null : checkLocalPart(name, site.pattern, dice, strange)
  const address = local === null || used.has(local) ? null : `${local}@${site.host.slice(4)}`
  if (local !== null) used.add(local)
  const position =
    site.positions && (layout.labels === true || dice.chance(0.92))
      ? checkPosition(site.culture.words.lang, dice, site.oddPositions)
      : null
  const note = position === null && site.headlines && dice.chance(0.5) ? dice.pick(CHECK_HEADLINES) : null
  const classes = new Set([...nameClasses, ...(address === null ? [] : form.classes), ...layout.classes])
  if (made && layout.pictures === true && !strange && address !== null) classes.add('d')
  if (position?.odd === true || note !== null || layout.labels === true) classes.add('i')
  return {
    draft: draftOf(site, { written, family: name.last, position: position?.text ?? null, note, address, serial }),
    record: {
      name,
      position: position?.text ?? null,
      address,
      form: address === null ? 'none' : form.key,
      classes: [...classes].sort(),
    },
  }
}

function placeDesk(site: Site, used: Set<string>, serial: number): Placed {
  const [label, local] = site.dice.pick(CHECK_DESKS.filter(([, local]) => !used.has(local)))
  used.add(local)
  const address = `${local}@${site.host.slice(4)}`
  return {
    draft: draftOf(site, { written: label, family: '', position: null, note: null, address, serial }),
    record: { name: null, position: null, address, form: site.form.key, classes: [] },
  }
}

function draftOf(
  site: Site,
  {
    written,
    family,
    position,
    note,
    address,
    serial,
  }: Pick<CheckDraft, 'written' | 'position' | 'note'> & {
    family: string
    address: string | null
    serial: number
  },
): CheckDraft {
  const { dice, form } = site
  const context = { dice, label: site.label, serial }
  const mail = address === null ? '' : form.write(address, context, written)
  const around = form.aroundName === true && address !== null
  return {
    nameHtml: around ? mail : nameMarkup(site, written, family, serial),
    written,
    position,
    note,
    mail: around ? '' : mail,
    phone: site.phones && dice.chance(0.9) ? `+31 20 55${dice.between(10, 99)} ${dice.between(100, 999)}` : null,
    room: dice.chance(0.15) ? `${dice.pick(Array.from('ABCD'))}${dice.between(1, 4)}.${dice.between(10, 40)}` : null,
    letter: (
      Array.from(written.replace(/^(?:\p{L}+\.\s*)+/u, '')).find((one) => /\p{L}/u.test(one)) ?? 'X'
    ).toUpperCase(),
  }
}

function nameMarkup({ linked, strongFamily }: Site, written: string, family: string, serial: number): string {
  const name = strongFamily && family !== '' ? written.replace(family, `<b>${family}</b>`) : written
  return linked && family !== '' ? `<a href="/people/${serial + 1}">${name}</a>` : name
}
