import type { TuningDice } from '../staff/tuning-dice.ts'
import { localOf } from '../staff/tuning-addresses.ts'
import type { Scheme } from '../staff/tuning-addresses.ts'
import type { HistoryHouse } from './history-house.ts'
import type { ShownPerson } from './made-history.ts'

/** A person at an invented company. */
export interface Colleague {
  id: number
  first: string
  last: string
  position: string
  local: string | null
  profile: string | null
}

/** A company as it changes from visit to visit. */
export interface Company {
  dice: TuningDice
  house: HistoryHouse
  domain: string
  scheme: Scheme
  staff: Colleague[]
  /** Who will return, and at which visit. */
  away: { one: Colleague; until: number }[]
  nextId: number
  isRestless: boolean
  /** The day from which one person is at another company, and a person from there is here. */
  exchange: { day: string; goes: Colleague | null; comes: Colleague | null } | null
}

const NAME_LESS = 0.08
const SILENT = 0.12

export function hire(company: Company, like?: Pick<Colleague, 'first' | 'last'>): Colleague {
  const { dice, house, staff, away } = company
  let name = like ?? house.newName()
  const others = like === undefined ? [...staff, ...away.map(({ one }) => one)] : []
  const isTaken = (): boolean => others.some((one) => one.last === name.last)
  for (let more = 0; isTaken() && more < 20; more++) name = house.newName()
  const local = localOf(name, company.scheme)
  const held = [...staff, ...away.map(({ one }) => one)].map((one) => one.local)
  const one = {
    id: company.nextId++,
    first: name.first,
    last: name.last,
    position: dice.chance(NAME_LESS) ? '' : house.newPosition(),
    local: dice.chance(SILENT) ? null : freeLocal(local, held),
    profile: null,
  }
  staff.splice(dice.below(staff.length + 1), 0, one)
  return one
}

/** No two people have the same address. */
function freeLocal(local: string, held: readonly (string | null)[]): string {
  let free = local
  for (let number = 2; held.includes(free); number++) free = `${local}${number}`
  return free
}

/** Applies what happens between two visits. */
export function liveOn(company: Company, visit: number): void {
  const { dice, staff } = company
  for (const { one, until } of company.away.filter((gone) => gone.until === visit)) {
    staff.push(one)
    company.away = company.away.filter((gone) => gone.one !== one || gone.until !== until)
  }
  if (!company.isRestless) return
  if (dice.chance(0.35)) hire(company)
  if (dice.chance(0.1)) hire(company)
  if (staff.length > 4 && dice.chance(0.32)) leave(company, visit)
  if (dice.chance(0.3)) promote(company)
  if (dice.chance(0.12)) giveAddress(company)
  if (dice.chance(0.05)) marry(company)
  if (dice.chance(0.02)) hire(company, dice.pick(staff))
}

/** Exchanges the people at the first visit from that day on, but never at the very first visit. */
export function exchange(company: Company, visit: number, at: string): void {
  const { staff } = company
  const { day = '', goes = null, comes = null } = company.exchange ?? {}
  const place = staff.findIndex(({ id }) => id === goes?.id)
  if (company.exchange === null || goes === null || comes === null || place === -1) return
  const profile = ({ first, last, id }: Colleague): string =>
    `${first}-${last}-${id}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  staff[place] = { ...staff[place], profile: profile(goes) } as Colleague
  if (visit === 0 || at < day) return
  staff.splice(place, 1)
  const fresh = hire(company, comes)
  fresh.profile = profile(comes)
}

/** A person about to move to another company stays unchanged until then. */
const isGoing = ({ exchange: planned }: Company, one: Colleague | undefined): boolean =>
  one !== undefined && planned?.goes?.id === one.id

function leave(company: Company, visit: number): void {
  const { dice, staff } = company
  const place = dice.below(staff.length)
  if (isGoing(company, staff[place])) return
  const [one] = staff.splice(place, 1)
  if (one !== undefined && dice.chance(0.2)) company.away.push({ one, until: visit + 1 + dice.below(4) })
}

function promote({ dice, staff, house }: Company): void {
  const at = dice.below(staff.length)
  const one = staff[at]
  if (one === undefined || one.position === '') return
  let position = house.newPosition()
  for (let more = 0; (position === one.position || isAlike(position, one.position)) && more < 20; more++)
    position = house.newPosition()
  staff[at] = { ...one, position }
}

const isAlike = (a: string, b: string): boolean => a.toLowerCase().split(' ')[0] === b.toLowerCase().split(' ')[0]

function giveAddress({ dice, staff, scheme }: Company): void {
  const at = staff.findIndex(({ local }) => local === null)
  const one = staff[at]
  if (one === undefined) return
  const local = localOf(one, scheme)
  if (!staff.some((other) => other.local === local))
    staff[at] = { ...one, local: dice.chance(0.9) ? local : `${local}1` }
}

function marry(company: Company): void {
  const { dice, staff, house, scheme } = company
  const at = dice.below(staff.length)
  const one = staff[at]
  if (one === undefined || one.position === '' || isGoing(company, one)) return
  const { last } = house.newName()
  if (staff.some((other) => other.last === last)) return
  const isAddressKept = one.local === null || dice.chance(0.5)
  staff[at] = { ...one, last, local: isAddressKept ? one.local : localOf({ first: one.first, last }, scheme) }
}

export type NameForm = 'plain' | 'titled' | 'initial' | 'comma' | 'capitals'

/** The name as the page writes it; `initial` adds one that others leave out. */
export function writtenName({ id, first, last }: Pick<Colleague, 'id' | 'first' | 'last'>, form: NameForm): string {
  const lead = id % 11 === 3 ? 'Dr. ' : ''
  switch (form) {
    case 'titled':
      return `${id % 3 === 0 ? 'Dr. ' : lead}${first} ${last}${id % 4 === 1 ? ', MBA' : ''}`
    case 'initial':
      return first.includes(' ') ? `${first} ${last}` : `${first} ${'ABEHKMR'[id % 7]}. ${last}`
    case 'comma':
      return `${last}, ${first}`
    case 'capitals':
      return `${lead}${first} ${last.toUpperCase()}`
    default:
      return `${lead}${first} ${last}`
  }
}

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bSenior\b/, 'Sr.'],
  [/\bManaging Director\b/, 'MD'],
  [/\bManager\b/, 'Mgr.'],
  [/\bAdministrator\b/, 'Admin.'],
  [/\bDeputy\b/, 'Dep.'],
  [/ & /, ' and '],
]

/** The same position in fewer letters. */
export const shortPosition = (position: string): string =>
  SHORT.reduce((text, [long, short]) => text.replace(long, short), position)

export function shownPeople(
  { domain, staff, exchange: planned }: Pick<Company, 'domain' | 'staff' | 'exchange'>,
  { form, isShort }: { form: NameForm; isShort: boolean },
): ShownPerson[] {
  return staff.map(({ id, first, last, position, local, profile }) => ({
    profile,
    goesOn: planned?.goes?.id === id ? planned.day : null,
    id,
    first,
    last,
    written: writtenName({ id, first, last }, form),
    position: isShort ? shortPosition(position) : position,
    holds: position,
    address: local === null ? null : `${local}@${domain}`,
  }))
}

/** Changes the form of all addresses from now on. */
export function renewAddresses(company: Company): void {
  company.scheme = company.scheme === 'first.last' ? 'flast' : 'first.last'
  const taken: string[] = []
  company.staff = company.staff.map((one) => {
    if (one.local === null) return one
    const local = freeLocal(localOf(one, company.scheme), taken)
    taken.push(local)
    return { ...one, local }
  })
}
