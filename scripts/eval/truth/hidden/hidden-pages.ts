import { CHECK_CULTURES, checkFamily, checkGiven } from '../staff/check-cultures.ts'
import { CheckDice } from '../staff/check-dice.ts'
import { checkPosition } from '../staff/check-positions.ts'
import { BLOCK_SHAPES, type BlockPerson } from './block-shapes.ts'

/** A page with structured data, and how many people it describes there. */
export interface HiddenPage {
  url: string
  html: string
  /** Layout of the page and form of the block. */
  kind: string
  people: number
}

type Layout = (people: readonly BlockPerson[]) => string

const link = ({ email }: BlockPerson): string => `<a href="mailto:${email}">${email}</a>`

const LAYOUTS: readonly [string, Layout][] = [
  [
    'cards',
    (people) =>
      `<div class="team">${people.map((one) => `<div class="team-card"><img src="/p/${one.email.length}.jpg" alt="${one.name}"><h3>${one.name}</h3><p class="role">${one.jobTitle}</p><p>${one.telephone}</p><p>${link(one)}</p></div>`).join('\n')}</div>`,
  ],
  [
    'table',
    (people) =>
      `<table><tr><th>Name</th><th>Role</th><th>Phone</th><th>E-mail</th></tr>${people.map((one) => `<tr><td>${one.name}</td><td>${one.jobTitle}</td><td>${one.telephone}</td><td>${link(one)}</td></tr>`).join('\n')}</table>`,
  ],
  [
    'definitions',
    (people) =>
      `<dl>${people.map((one) => `<dt>${one.name}</dt><dd>${one.jobTitle}</dd><dd>${one.telephone}</dd><dd>${one.email}</dd>`).join('\n')}</dl>`,
  ],
  [
    'headings',
    (people) =>
      people
        .map(
          (one) =>
            `<section><h3>${one.name}</h3><h4>${one.jobTitle}</h4><p>Call ${one.telephone} or write to ${link(one)}.</p></section>`,
        )
        .join('\n'),
  ],
  [
    'lines',
    (people) =>
      `<ul>${people.map((one) => `<li><strong>${one.name}</strong>, ${one.jobTitle}<br>${one.telephone}<br>${link(one)}</li>`).join('\n')}</ul>`,
  ],
  [
    'figures',
    (people) =>
      people
        .map(
          (one) =>
            `<figure><img src="/team/${one.email.split('@')[0]}.webp" alt=""><figcaption><b>${one.name}</b><span>${one.jobTitle}</span><a href="tel:${one.telephone.replaceAll(' ', '')}">${one.telephone}</a>${link(one)}</figcaption></figure>`,
        )
        .join('\n'),
  ],
]

const MENU = ['Home', 'Garden Sheds', 'Harbour Tours', 'Rosa Collection', 'Marlow Kitchens', 'News', 'Contact Us']
const ASIDES = [
  '<aside><h2>Latest news</h2><p><a href="/news/1">Victoria Park opens again</a></p><p>Third place at the regional finals.</p></aside>',
  '<section class="products"><h2>Products</h2><ul><li>Oslo Armchair, €249</li><li>Marta Desk Lamp, €59</li><li>Florence Sideboard, €690</li></ul></section>',
  '<section><h2>Where we are</h2><p>Lloyd Court, Saint Martin Street, opposite Albert Hall.</p></section>',
]
const DOMAINS = ['fernhollow', 'oakmere', 'brightwharf', 'saltmarsh', 'northgate-mill']

/** Generated pages whose people are both in a block of JSON-LD and in the text: every layout with every form of block. */
export function hiddenPages(seed: number, count: number): HiddenPage[] {
  const dice = new CheckDice(seed)
  return Array.from({ length: count }, (_, index) => hiddenPage(dice, index))
}

function hiddenPage(dice: CheckDice, index: number): HiddenPage {
  const [layout, lay] = LAYOUTS[index % LAYOUTS.length] ?? LAYOUTS[0]!
  const [shape, block] = BLOCK_SHAPES[Math.floor(index / LAYOUTS.length) % BLOCK_SHAPES.length] ?? BLOCK_SHAPES[0]!
  const domain = `${dice.pick(DOMAINS)}.example`
  const people = peopleOf(dice, domain)
  const site = { name: domain.split('.')[0] ?? domain, url: `https://${domain}/` }
  const menu = MENU.map((text) => `<li><a href="/${text.toLowerCase().replaceAll(' ', '-')}">${text}</a></li>`)
  const [before, after] = dice.some(ASIDES, 2)
  const html = [
    `<!doctype html><html lang="en"><head><title>Our team | ${site.name}</title>`,
    block(people, site),
    `</head><body><nav><ul>${menu.join('')}</ul></nav><main>${before ?? ''}<h1>Our team</h1>`,
    `${lay(people)}${after ?? ''}</main>`,
    `<footer><p>Office: <a href="mailto:office@${domain}">office@${domain}</a></p></footer></body></html>`,
  ].join('\n')
  return { url: `https://${domain}/team`, html, kind: `${layout} ${shape}`, people: people.length }
}

function peopleOf(dice: CheckDice, domain: string): BlockPerson[] {
  const culture = dice.pick(CHECK_CULTURES)
  const people = new Map<string, BlockPerson>()
  const wanted = dice.between(3, 8)
  while (people.size < wanted) {
    const [first, last] = [checkGiven(culture, dice, dice.chance(0.5)), checkFamily(culture, dice, dice.chance(0.5))]
    const email = `${asciiOf(first)}.${asciiOf(last)}@${domain}`
    people.set(email, {
      name: `${first} ${last}`,
      email,
      jobTitle: checkPosition('en', dice, 0.2).text,
      telephone: `+44 20 7946 0${dice.between(100, 999)}`,
    })
  }
  return [...people.values()]
}

const asciiOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .replace(/[^a-z]/g, '')
