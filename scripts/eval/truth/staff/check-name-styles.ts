import type { CheckDice } from './check-dice.ts'
import { checkFamily, checkGiven, type CheckCulture } from './check-cultures.ts'
import type { StaffName } from './staff-page.ts'

/** How a page writes its names. */
export type CheckNameOrder = 'plain' | 'comma' | 'glued-comma' | 'capitals' | FamilyFirst
type FamilyFirst = 'family-first' | 'capital-family-first' | 'capitals-turned'

const TURNED: ReadonlySet<CheckNameOrder> = new Set([
  'family-first',
  'capital-family-first',
  'capitals-turned',
  'glued-comma',
])
/** Whether the family name comes first without a comma and a blank to show it. */
export const isTurned = (order: CheckNameOrder): boolean => TURNED.has(order)

/** A person before being put on a page. */
export interface CheckPersonName {
  name: StaffName
  /** As the page writes it, including titles. */
  written: string
  /** Whether the name is in no list. */
  made: boolean
  classes: string[]
}

/** One order for a whole page, as sites have one list. */
export function checkNameOrder(culture: CheckCulture, dice: CheckDice): CheckNameOrder {
  if (dice.chance(culture.familyFirst))
    return dice.pick(['family-first', 'capital-family-first', 'capitals-turned', 'glued-comma'])
  return dice.pick(['plain', 'plain', 'plain', 'plain', 'comma', 'comma', 'capitals'])
}

/** A common or invented name, in the order of the page; `titled` is the share of people with a title or degree. */
export function checkPersonName(
  culture: CheckCulture,
  dice: CheckDice,
  order: CheckNameOrder,
  titled: number,
): CheckPersonName {
  const made = dice.chance(0.5)
  const given = checkGiven(culture, dice, made)
  const last = checkFamily(culture, dice, made)
  const second = dice.chance(0.12) && order !== 'glued-comma'
  const further = second ? middle(culture, dice) : given
  const first = further === given ? given : `${given} ${further}`
  const name = { first, last, full: `${first} ${last}` }
  const plain = inOrder(name, order)
  const classes = isTurned(order) ? ['f'] : []
  const title = dice.chance(titled) ? withTitle(culture, dice, name, { order, plain }) : null
  return {
    name,
    written: title?.written ?? plain,
    made,
    classes: title?.hard === true ? [...classes, 'c'] : classes,
  }
}

const middle = (culture: CheckCulture, dice: CheckDice): string =>
  dice.chance(0.6) ? `${dice.pick(Array.from('ABEHJLMRST'))}.` : checkGiven(culture, dice, false)

function inOrder({ first, last }: StaffName, order: CheckNameOrder): string {
  switch (order) {
    case 'plain':
      return `${first} ${last}`
    case 'comma':
      return `${last}, ${first}`
    case 'glued-comma':
      return `${last.toUpperCase()},${first}`
    case 'family-first':
      return `${last} ${first}`
    case 'capital-family-first':
      return `${last.toUpperCase()} ${first}`
    case 'capitals-turned':
      return `${last} ${first}`.toUpperCase()
    default:
      return `${first} ${last}`.toUpperCase()
  }
}

/** A title before the name is the easy case; after, within and attached to it are the hard ones. */
function withTitle(
  culture: CheckCulture,
  dice: CheckDice,
  { first, last }: StaffName,
  { order, plain }: { order: CheckNameOrder; plain: string },
): { written: string; hard: boolean } {
  const title = dice.pick(culture.titles)
  const degree = dice.pick(culture.degrees)
  const bare = title.replace(/\.$/, '')
  switch (dice.pick(['before', 'behind', 'degree', 'bracket', 'between', 'glued', 'stacked'] as const)) {
    case 'before':
      return { written: `${title} ${plain}`, hard: false }
    case 'behind':
      return { written: `${plain} ${bare}`, hard: true }
    case 'degree':
      return { written: order === 'comma' ? `${plain} ${degree}` : `${plain}, ${degree}`, hard: true }
    case 'bracket':
      return { written: `${plain} (${degree})`, hard: true }
    case 'between':
      return order === 'plain'
        ? { written: `${first} ${bare} ${last}`, hard: true }
        : { written: order === 'comma' ? `${last}, ${title} ${first}` : `${plain} ${title}`, hard: true }
    case 'glued':
      return { written: title.endsWith('.') ? `${title}${plain}` : `${title} ${plain}`, hard: true }
    default:
      return { written: `${title} ${plain}, ${degree}`, hard: true }
  }
}
