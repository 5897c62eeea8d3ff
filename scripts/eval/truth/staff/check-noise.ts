import type { CheckDice } from './check-dice.ts'
import { checkFamily, checkGiven, type CheckCulture } from './check-cultures.ts'

/** Brands that are also given names, with what is sold under them. */
const BRANDS = ['Brava', 'Clara', 'Nova', 'Petra', 'Stella', 'Victor', 'Olivia', 'Max', 'Luna', 'Bruno']
const GOODS = [
  'Pumps',
  'Windows',
  'Doors',
  'Mugs',
  'Filters',
  'Benches',
  'Lamps',
  'Tiles',
  'Boots',
  'Hinges',
  'Tents',
  'Kettles',
]
const TOWNS = [
  'Port Amelia',
  'San Telmo',
  'Santa Vera',
  'Nieuw Brandal',
  'Monte Olga',
  'Lake Irene',
  'Fort Martin',
  'Bad Ruthen',
]
const MAGAZINES = [
  'Rosa Weekly',
  'The Harald Review',
  'Quarry Monthly',
  'Signe Courier',
  'Blue Martin Gazette',
  'Paulina Digest',
]
const SPONSORS = [
  'Grant Thornbury',
  'Marlow Bakery',
  'Lindgard Savings',
  'Piet Draper Roofing',
  'Ferrer Hermanos',
  'Bianchi Motors',
]
const MENU = [
  'Home',
  'About us',
  'News',
  'Services',
  'Membership',
  'Opening Hours',
  'Our History',
  'Open Day',
  'Safe Harbour',
  'Annual Report',
]

const person = (culture: CheckCulture, dice: CheckDice): string => {
  const made = dice.chance(0.5)
  return `${checkGiven(culture, dice, made)} ${checkFamily(culture, dice, made)}`
}

/** The menu at the top; `products` adds a range of goods under one brand. */
export function checkMenu(dice: CheckDice, products: boolean): string {
  const brand = dice.pick(BRANDS)
  const goods = products ? dice.some(GOODS, dice.between(4, 7)).map((one) => `${brand} ${one}`) : []
  const items = [...dice.some(MENU, dice.between(4, 7)), ...goods]
  return `<nav class="${dice.pick(['main-menu', 'navbar navbar-default', 'menu--main', 'nav'])}"><ul>${items.map((item) => `<li><a href="/${item.toLowerCase().replaceAll(' ', '-')}">${item}</a></li>`).join('')}</ul></nav>`
}

type Noise = (culture: CheckCulture, dice: CheckDice) => string
const NOISES: readonly Noise[] = [
  (culture, dice) =>
    `<section class="news"><h2>News</h2><article><h3>Evening walk along the weir</h3><p>${culture.words.guide}: ${person(culture, dice)}. We meet at the gate at six.</p></article><article><h3>Prize for the choir</h3><p>The mayor, ${person(culture, dice)}, handed over the prize in ${dice.pick(TOWNS)}.</p></article></section>`,
  (culture, dice) =>
    `<section><h3>Publications</h3><ul>${[1, 2, 3].map(() => `<li>${person(culture, dice).split(' ').at(-1)}, ${dice.pick(Array.from('ABJMRST'))}., ${person(culture, dice)} (${dice.between(2004, 2024)}). Sediment in slow rivers. <i>${dice.pick(MAGAZINES)}</i>, ${dice.between(2, 40)}.</li>`).join('')}</ul></section>`,
  (culture, dice) =>
    `<blockquote><p>They mended the roof before the rain came back.</p><cite>${person(culture, dice)}, ${dice.pick(TOWNS)}</cite></blockquote>`,
  (_culture, dice) =>
    `<div class="sponsors"><h4>With thanks to</h4>${dice
      .some(SPONSORS, 4)
      .map((one) => `<span class="sponsor"><img src="/s.png" alt="${one}">${one}</span>`)
      .join(' ')}</div>`,
  (_culture, dice) => {
    const brand = dice.pick(BRANDS)
    return `<div class="products">${dice
      .some(GOODS, 6)
      .map(
        (one) =>
          `<div class="product"><h4>${brand} ${one}</h4><span class="price">${dice.between(12, 480)}.00</span></div>`,
      )
      .join('')}</div>`
  },
  (_culture, dice) =>
    `<aside><h4>Branches</h4><ul>${dice
      .some(TOWNS, 4)
      .map((one) => `<li>${one}</li>`)
      .join('')}</ul></aside>`,
]

/** Parts of a page that contain no staff. */
export function checkNoise(culture: CheckCulture, dice: CheckDice, count: number): string[] {
  return dice.some(NOISES, count).map((noise) => noise(culture, dice))
}

/** Role addresses, with what the page calls them. */
export const CHECK_DESKS: readonly (readonly [label: string, local: string])[] = [
  ['Reception', 'info'],
  ['Office', 'office'],
  ['Press', 'press'],
  ['Library', 'library'],
  ['Accounts', 'accounts'],
  ['Bookings', 'bookings'],
  ['Shop', 'shop'],
  ['Webmaster', 'webmaster'],
  ['Registry', 'registry'],
  ['Boat House', 'boathouse'],
  ['Support', 'support'],
]
