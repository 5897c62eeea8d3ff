import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }
const NAMES = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison', 'Sophie Carver', 'Peter Lowell']

/** Returns the position of each name, on a page whose records have these texts below the names. */
function positionsOf(texts: readonly string[], tag = 'div'): (string | null)[] {
  const records = texts.map(
    (text, at) => `<li><h3>${NAMES[at]}</h3><${tag}>${text}</${tag}>${mail(NAMES[at] ?? '')}</li>`,
  )
  const html = `<h1>Our team</h1><ul>${records.join('')}</ul>`
  const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
  return NAMES.slice(0, texts.length).map(
    (name) => people.find(({ fullName }) => fullName === name)?.positionRaw ?? null,
  )
}
const mail = (name: string): string => `<p>${name.toLowerCase().replace(' ', '.')}@tannhof.example</p>`

describe('where positions are', () => {
  it('reads unknown words if one in several siblings has a title and the others are short and differ', () => {
    const texts = ['Managing Director', 'Ferry Hand', 'Kämmerin', 'Lamp Lighter', 'Öffentlichkeitsarbeit', 'Sexton']
    expect(positionsOf(texts)).toEqual(texts)
  })

  it('ignores text that repeats from record to record', () => {
    expect(positionsOf(['Managing Director', 'Whitby', 'Whitby', 'York', 'Whitby', 'York']).slice(1)).toEqual(
      NAMES.slice(1).map(() => null),
    )
  })

  it('reads unknown words that several share, where more than one has a title or they are behind the names', () => {
    const names = [...NAMES, 'Grace Holloway', 'Edward Fenwick', 'Alice Pemberton', 'Oliver Stanton']
    const texts = [
      'Director',
      'Manager',
      'Krelvast',
      'Krelvast',
      'Ombrit',
      'Krelvast',
      'Krelvast',
      'Ombrit',
      'Krelvast',
      'Ombrit',
    ]
    const cards = texts.map((text, at) => `<div><h3>${names[at]}</h3><p>${text}</p></div>`)
    expect(positionsIn(cards.join('')).slice(2)).toEqual(texts.slice(2, 6))
    const lines = texts.filter((text) => text !== 'Manager').map((text, at) => `<h4>${names[at]} - ${text}</h4>`)
    expect(positionsIn(lines.join(''))).toEqual(['Director', ...texts.slice(2, 7)])
    const notices = texts.map((_, at) => `<div><h3>${names[at]}</h3><p>${at < 1 ? 'Director' : 'Krelvast'}</p></div>`)
    expect(positionsIn(notices.join('')).slice(1)).toEqual(NAMES.slice(1).map(() => null))
  })

  it('ignores elements of the same kind as those of the names', () => {
    expect(
      positionsOf(['Managing Director', 'Ferry Hand', 'Lamp Lighter', 'Bell Song', 'Kelp'], 'h3').slice(1),
    ).toEqual(NAMES.slice(1, 5).map(() => null))
  })

  it('ignores sentences', () => {
    const story = 'has looked after the old mill by the river for many a long year'
    expect(positionsOf(['Managing Director', `Who ${story}`, `She ${story}`, `He ${story} too`]).slice(1)).toEqual([
      null,
      null,
      null,
    ])
  })

  it('reads them where the name is in its own element within a paragraph, and some people have none', () => {
    const texts = ['Lecturer', 'Beekeeper', 'Gardien', 'Night Porter', 'Küster', '']
    const cells = texts.map(
      (text, at) => `<td><p><b>${NAMES[at]}</b></p>${text && `<p>${text}</p>`}${mail(NAMES[at] ?? '')}</td>`,
    )
    const html = `<h1>Our team</h1><table><tr>${cells.slice(0, 3).join('')}</tr><tr>${cells.slice(3).join('')}</tr></table>`
    const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
    expect(people.map(({ positionRaw }) => positionRaw ?? '')).toEqual(texts)
  })

  it("takes none from somebody else's lines in a list without elements", () => {
    const texts = ['Sales Manager', '', 'Managing Director', 'Lock Keeper']
    const lines = texts.map((text, at) => `${NAMES[at]}<br>${text}<br>m${at}x@tannhof.example<br><br>`)
    const html = `<h1>Our team</h1><p>${lines.join('')}</p>`
    const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
    const positions = people.map(({ fullName, positionRaw }) => `${fullName}: ${positionRaw ?? ''}`)
    expect(positions).toContain(`${NAMES[0]}: Sales Manager`)
    expect(positions).toContain(`${NAMES[2]}: Managing Director`)
    expect(positions).not.toContain(`${NAMES[1]}: Managing Director`)
    expect(positions).not.toContain(`${NAMES[3]}: Managing Director`)
  })

  it('reads unknown words above the names, where the page has positions there', () => {
    const texts = ['Managing Director', 'Sales Manager', 'Customer Care', 'Secretary']
    const html = texts.map((text, at) => `<div class="what">${text}</div><div class="who">${NAMES[at]}</div>`).join('')
    expect(positionsIn(html).slice(0, texts.length)).toEqual(texts)
  })

  it('reads them above the names if the first name has one above and the last has none below, whatever their words', () => {
    const texts = ['Krelvast', 'Ombrit', 'Treasurer', 'Dravel', 'Fenquill']
    const html = texts.map((text, at) => `<h3>${text}</h3><p>${NAMES[at]}</p>`).join('')
    expect(positionsIn(`<div>${html}</div>`).slice(0, texts.length)).toEqual(texts)
  })

  it('reads them below a name alone in its element, on a page that has others above the names', () => {
    const texts = ['President', 'Treasurer', 'Secretary']
    const above = texts.map((text, at) => `<div><h4>${text}</h4><p>${NAMES[at]}</p></div>`).join('')
    const cards = ['Site Manager', 'Archivist'].map(
      (text, at) => `<li><b>${NAMES[3 + at]}</b><p>Weir</p><p>${text}</p></li>`,
    )
    expect(positionsIn(`${above}<h4>Grounds</h4><ul>${cards.join('')}</ul>`)).toEqual([
      ...texts,
      'Site Manager',
      'Archivist',
      null,
    ])
  })

  it('reads what is above a line in brackets, and the post before the name of a firm', () => {
    const terms = ['President', 'First Vice President<br>(Membership Chair)', 'Treasurer', 'Secretary']
    const rows = terms.map((term, at) => `<tr><td>${term}</td><td>${NAMES[at]}<br>Whitby</td></tr>`).join('')
    const said = ['President', 'First Vice President', 'Treasurer', 'Secretary']
    expect(positionsIn(`<table>${rows}</table>`).slice(0, 4)).toEqual(said)
    const texts = ['Founder, Weir Works, LLC', 'President', 'Ferry Hand, Larkmoor Mills, LLC', 'Larkmoor Mills, LLC']
    const cards = texts.map((text, at) => `<div><h3>${NAMES[at]}</h3><p>${text}</p></div>`).join('')
    expect(positionsIn(cards).slice(2, 4)).toEqual(['Ferry Hand', null])
  })

  it('reads them behind the names of a list that ends in a full stop, and where other lines hold several names', () => {
    const texts = ['President', 'Krelvast Ombrit', 'Secretary', 'Dravel Fenquill']
    const lines = texts.map((text, at) => `<p>${NAMES[at]} – ${text}${at < 3 ? ';' : '.'}</p>`)
    const deputies = [
      'Grace Holloway, Edward Fenwick',
      'Alice Pemberton, Oliver Stanton',
      'Laura Kingsley, Simon Radcliffe',
    ]
    const others = [...deputies, 'Helen Marlowe, George Ashby'].map((names) => `<p>${names}</p>`)
    expect(positionsIn([...lines, ...others].join('')).slice(0, 4)).toEqual(texts)
  })

  it('ignores the word in place of which a font draws a picture', () => {
    const said = ['Treasurer', 'Secretary'].map(
      (text, at) => `<div><h3>${NAMES[at]}</h3><p><i class="material-icons">healing</i> ${text}</p></div>`,
    )
    expect(positionsIn(said.join('')).slice(0, 2)).toEqual(['Treasurer', 'Secretary'])
  })

  it('reads them farther below a name, where most records have a title in that place', () => {
    const texts = ['Managing Director', 'Sales Manager', 'Bell and Rope', 'Secretary']
    const html = texts.map(
      (text, at) => `<div><h3>${NAMES[at]}</h3><p class="room">Mill House</p><p class="what">${text}</p></div>`,
    )
    expect(positionsIn(html.join('')).slice(0, texts.length)).toEqual(texts)
  })

  it('reads a single one if its words sound like a position, and no other line', () => {
    const record = (text: string): (string | null)[] =>
      positionsIn(`<div><h3>${NAMES[0]}</h3><p>${text}</p>${mail(NAMES[0] ?? '')}</div>`).slice(0, 1)
    for (const text of ['Weighbridge Keeper', 'Member of the Board', 'Stadtgärtnerin', 'Havenmeester', 'Restauratrice'])
      expect(record(text)).toEqual([text])
    for (const text of ['Winter Newsletter', 'Mill Lane', 'Member of the Chamber of Commerce', 'Number 12'])
      expect(record(text)).toEqual([null])
  })

  it('reads the text before a sentence or a quotation, and after a dash in its own element', () => {
    expect(positionsIn(`<h3>${NAMES[0]}</h3><p>Managing Partner. She has led the mill since 2003.</p>`)[0]).toBe(
      'Managing Partner',
    )
    expect(positionsIn(`<h3>${NAMES[0]}</h3><p>Director, Mill Trust "They built our new wheel."</p>`)[0]).toBe(
      'Director, Mill Trust',
    )
    const story = 'Founder of the Mill Trust who has looked after the old wheel for many years.'
    expect(positionsIn(`<p><b>${NAMES[0]}</b><b> – </b>${story}</p>`)[0]).toBe('Founder')
  })

  it("takes nothing from somebody else's line", () => {
    const html = `<ul><li>${NAMES[0]}</li><li>Vice Mayor ${NAMES[1]}</li></ul>`
    expect(positionsIn(html).slice(0, 2)).toEqual([null, 'Vice Mayor'])
  })

  it('takes posts that begin with an abbreviation, two of them, and what a label of posts names', () => {
    const below = (post: string): string | null => positionsIn(`<p><b>${NAMES[0]}</b><br>${post}</p>`)[0] ?? null
    expect(below('dipl. Steuerberater, Inhaber')).toBe('dipl. Steuerberater, Inhaber')
    expect(below('Director. Joined the mill long ago')).toBe('Director')
    expect(positionsIn(`<div><b>${NAMES[0]}</b> | Owner / Licensed Engineer</div>`)[0]).toBe(
      'Owner / Licensed Engineer',
    )
    const labels = `<p><span>Namn:</span> <span>${NAMES[0]}</span></p><p><span>Titel:</span> <span>Inredare</span></p>`
    expect(positionsIn(`<div>${labels}</div>`)[0]).toBe('Inredare')
  })

  it('takes unknown words in lower case where all in that place are so', () => {
    const cards = (posts: readonly string[]) =>
      posts.map((post, at) => `<article><h2>${NAMES[at]}</h2><p class="lead">${post}</p></article>`).join('')
    expect(positionsIn(cards(['kvarnvakt', 'bageri och fest', 'head of sales']))[1]).toBe('bageri och fest')
    expect(positionsIn(cards(['Mill Guard', 'bakes and sings', 'Head of Sales']))[1]).toBe(null)
  })

  it('ignores rooms, firms and bylines', () => {
    expect(positionsIn(`<div><h3>${NAMES[0]}</h3><p>City Manager's Office</p></div>`)[0]).toBe(null)
    expect(positionsIn(`<p>Author: ${NAMES[0]}</p>`)[0]).toBe(null)
    expect(positionsOf(['Managing Director', 'Sales Manager', 'Secretary', 'Kelp Works, Inc'])[3]).toBe(null)
  })

  it('takes a trade in a sentence for a position only if the person belongs to the company, and never takes praise for one', () => {
    const said = (text: string): string | null => positionsIn(`<p>${text}</p>`)[0] ?? null
    expect(
      said(`The record was made by renowned producer ${NAMES[0]} in a mill by the river, long before the war.`),
    ).toBe(null)
    expect(
      said(`Please ask our wood carver and architect ${NAMES[0]} about it, who has worked here for a long time.`),
    ).toBe('wood carver and architect')
    expect(said(`Please ask owner ${NAMES[0]} about it, who has worked here for a long time by now.`)).toBe('owner')
    expect(said(`${NAMES[0]} is an internationally recognized architect of the old school by the river.`)).toBe(null)
  })
})

/** Returns the position of each name on any page, or null. */
function positionsIn(body: string): (string | null)[] {
  const html = `<h1>Our team</h1>${body}`
  const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
  return NAMES.map((name) => people.find(({ fullName }) => fullName === name)?.positionRaw ?? null)
}
