import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }
const NAMES = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison', 'Sophie Carver', 'Peter Lowell']
const POSTS = ['Director', 'Accountant', 'Warehouse Manager', 'Treasurer', 'Head Brewer', 'Secretary']

function positionsIn(body: string): (string | null)[] {
  const html = `<h1>Our team</h1>${body}`
  const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
  return NAMES.map((name) => people.find(({ fullName }) => fullName === name)?.positionRaw ?? null)
}
const each = (write: (name: string, post: string, at: number) => string): string =>
  NAMES.map((name, at) => write(name, POSTS[at] ?? '', at)).join('')
const row = (cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const byThrees = (texts: readonly string[]): (readonly string[])[] => [texts.slice(0, 3), texts.slice(3)]

describe('which of the posts around a name is its own', () => {
  it('is in the row above a row of names, where the first row is one of posts, whatever pictures are in between', () => {
    const [names, posts] = [byThrees(NAMES), byThrees(POSTS)]
    const rows = names.map((some, at) => row(posts[at] ?? []) + row(some))
    expect(positionsIn(`<table>${rows.join('')}</table>`)).toEqual(POSTS)
    const pictures = row(['<img src="a.jpg">', '<img src="b.jpg">', '<img src="c.jpg">'])
    const framed = names.map((some, at) => row(posts[at] ?? []) + pictures + row(some))
    expect(positionsIn(`<table>${framed.join('')}</table>`)).toEqual(POSTS)
  })

  it('is in the row below, where the first row is one of names', () => {
    const posts = byThrees(POSTS)
    const rows = byThrees(NAMES).map((some, at) => row(some) + row(posts[at] ?? []))
    expect(positionsIn(`<table>${rows.join('')}</table>`)).toEqual(POSTS)
  })

  it('is above in a list whose last name nobody would take for one', () => {
    const lines = each((name, post) => row([post]) + row([name]))
    expect(positionsIn(`<table>${lines}${row(['Sexton'])}${row(['the vacant chair'])}</table>`)).toEqual(POSTS)
  })

  it('is below with a number in between', () => {
    const lines = each((name, post, at) => `<p><b>${name}</b></p><p>01632 96011${at}</p><p>${post}</p>`)
    expect(positionsIn(lines)).toEqual(POSTS)
  })

  it('is in the same place of the other list, behind or before that of the names', () => {
    const lists = [NAMES.join('<br>'), POSTS.join('<br>')].map((lines) => `<div>${lines}</div>`)
    expect(positionsIn(lists.join(''))).toEqual(POSTS)
    expect(positionsIn(lists.reverse().join(''))).toEqual(POSTS)
    expect(positionsIn(`<table>${row([POSTS.join('<br>'), NAMES.join('<br>')])}</table>`)).toEqual(POSTS)
  })

  it('is before each name of a line that begins with a post, and behind each in one that begins with a name', () => {
    expect(positionsIn(`<p>${each((name, post) => `${post}: <b>${name}</b> `)}</p>`)).toEqual(POSTS)
    expect(positionsIn(`<p>${NAMES.map((name, at) => `${POSTS[at]} <b>${name}</b>`).join(', ')}</p>`)).toEqual(POSTS)
    expect(positionsIn(`<p>${NAMES.map((name, at) => `${name} – ${POSTS[at]}`).join(', ')}.</p>`)).toEqual(POSTS)
  })

  it('is all that is before the name on its line, among lines alike or in a heading', () => {
    const posts = ['Responsabile acquisti', 'Direttrice vendite', 'Ufficiale contabile']
    const lines = posts.map((post, at) => `<p>${post} ${NAMES[at]}</p>`)
    expect(positionsIn(lines.join('')).slice(0, 3)).toEqual(posts)
    expect(positionsIn(`<h3>${posts[0]} ${NAMES[0]}</h3><p>Lavora qui dal 2010.</p>`)[0]).toBe(posts[0])
    expect(positionsIn(`<h3>Report of the director by ${NAMES[0]}</h3><p>Forty pages.</p>`)[0]).toBeNull()
  })

  it('is all that is before the name on a line in bold, and the form of address that is an office', () => {
    const bold = (text: string): string => `<p><strong>${text}</strong></p><p>Works in Larkmoor since 2010.</p>`
    expect(positionsIn(bold(`Chief accountant ${NAMES[0]}`))[0]).toBe('Chief accountant')
    expect(positionsIn(bold(`Advokat ${NAMES[0]}`))[0]).toBe('Advokat')
    expect(positionsIn(bold(`Dr ${NAMES[0]}`))[0]).toBeNull()
  })

  it('is behind the name where the text repeats that in capitals', () => {
    const card = `<div><img src="a.jpg" alt="${NAMES[0]}"><h3>${NAMES[0]}</h3><p>DR. AMELIA THORNTON VICE PRESIDENT</p></div>`
    expect(positionsIn(card)[0]).toBe('VICE PRESIDENT')
  })

  it('is in the same box of a grid that only its style makes one', () => {
    const boxes = each((name, post) => `<a class="card" href="/x"><span>${name}</span><span>${post}</span></a>`)
    expect(positionsIn(`<div class="grid">${boxes}</div>`)).toEqual(POSTS)
  })

  it('is below the picture of a person and the name', () => {
    const cards = NAMES.slice(0, 2).map(
      (name, at) =>
        `<figure><img src="${at}.jpg" alt="${name}"><figcaption>${name}</figcaption></figure><p>${POSTS[at]}</p>`,
    )
    expect(positionsIn(cards.join('')).slice(0, 2)).toEqual(POSTS.slice(0, 2))
  })

  it('is all of those that follow on one another', () => {
    const [name] = NAMES
    const said = positionsIn(
      `<div><p><b>${name}</b> – psycholog, psychoterapeuta par. Mieszka w Larkmoor, lubi góry.</p></div>`,
    )
    expect(said[0]).toBe('psycholog, psychoterapeuta par')
  })
})
