import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }
const NAMES = ['Laura Walker', 'Peter Hughes', 'Helen Foster']
const LOCALS = ['q412x', 'q775x', 'helen']
const PAIRED = ['q412x: Laura Walker', 'q775x: Peter Hughes', 'helen: Helen Foster']

/** Returns the owners on a page as `local: name`. */
function ownersOf(body: string): string[] {
  const page = { url: 'https://tannhof.example/team', html: `<h1>Our team</h1>${body}`, domain: 'tannhof.example' }
  return extractPage(page, OPTIONS).people.flatMap(({ email, fullName }) =>
    email === null ? [] : [`${email.split('@', 1)[0]}: ${fullName}`],
  )
}

const mail = (local: string | undefined): string =>
  local === undefined ? '' : `<a href="mailto:${local}@tannhof.example">E-mail</a>`
const cells = (contents: readonly string[]): string => contents.map((content) => `<td>${content}</td>`).join('')
const turned = (locals: readonly (string | undefined)[]): string =>
  `<table><tr>${cells(NAMES)}</tr><tr>${cells(['Keeper', 'Porter', 'Usher'])}</tr><tr>${cells(locals.map(mail))}</tr></table>`

describe('names and addresses in uniform rows', () => {
  it('pairs the columns of a table turned on its side', () => expect(ownersOf(turned(LOCALS))).toEqual(PAIRED))

  it('keeps a place for people without an address', () =>
    expect(ownersOf(turned(['q412x', undefined, 'helen']))).toEqual([PAIRED[0], PAIRED[2]]))

  it('pairs the lines of two cells', () =>
    expect(
      ownersOf(
        `<table><tr><td>Mill</td><td>${NAMES.join('<br>')}</td><td>${LOCALS.map(mail).join('<br>')}</td></tr></table>`,
      ),
    ).toEqual(PAIRED))

  it('pairs alternating cells in a row', () =>
    expect(
      ownersOf(
        `<table><tr>${NAMES.map((name, at) => cells([name, '0201 55', mail(LOCALS[at])])).join('')}</tr></table>`,
      ),
    ).toEqual(PAIRED))

  it('pairs nothing where the rows are incomplete', () => {
    const short = `<table><tr><td>${NAMES.join('<br>')}</td><td>${['q412x', 'q775x'].map(mail).join('<br>')}</td></tr></table>`
    expect(ownersOf(short)).toEqual([])
  })

  it('pairs nothing where an address belongs to somebody else', () =>
    expect(ownersOf(turned(['q412x', 'laura.walker', 'q775x']))).not.toContain('laura.walker: Peter Hughes'))
})

describe('records without an element of their own', () => {
  const table = (rows: (name: string, address: string) => string) =>
    `<table>${NAMES.map((name, at) => rows(name, `q4${at}2x@tannhof.example`)).join('')}</table>`
  const wanted = NAMES.map((name, at) => `q4${at}2x: ${name}`)

  it.each([
    [
      'paragraphs that begin in bold',
      `<div>${NAMES.map((name, at) => `<p><b>${name}</b></p><p>Keeper</p><p>q4${at}2x@tannhof.example</p>`).join('')}</div>`,
    ],
    [
      'a name that spans two rows',
      table((name, address) => `<tr><td rowspan="2">${name}</td><td>Keeper</td></tr><tr><td>${address}</td></tr>`),
    ],
    [
      'a picture that spans three',
      table(
        (name, address) =>
          `<tr><td rowspan="3"><img src="a.jpg"></td><td colspan="2">${name}</td></tr><tr><td>Tel</td><td>0201 55</td></tr><tr><td>Mail</td><td>${address}</td></tr>`,
      ),
    ],
    [
      'a name that spans the columns',
      table((name, address) => `<tr><td colspan="2">${name}</td></tr><tr><td>Keeper</td><td>${address}</td></tr>`),
    ],
  ])('begin with %s', (_, body) => expect(ownersOf(body)).toEqual(wanted))
})

describe('two people with the same name', () => {
  it('each have the address of their own record', () => {
    const row = (name: string, local: string) => `<tr><td>${name}</td><td>${local}@tannhof.example</td></tr>`
    const rows = [
      row('Laura Walker', 'q412x'),
      row('Peter Hughes', 'q775x'),
      row('Laura Walker', 'q903x'),
      row('Helen Foster', 'helen'),
    ]
    expect(ownersOf(`<table>${rows.join('')}</table>`)).toEqual([
      'q412x: Laura Walker',
      'q775x: Peter Hughes',
      'q903x: Laura Walker',
      'helen: Helen Foster',
    ])
  })

  it('have none that two of them share', () => {
    const card = (name: string, mail: string) =>
      `<div class="card"><h3>${name}</h3><p>${mail}@tannhof.example</p></div>`
    const cards = card('Laura Walker', 'larkmoor') + card('Peter Hughes', 'larkmoor') + card('Helen Foster', 'q775x')
    expect(ownersOf(cards)).toEqual(['q775x: Helen Foster'])
    const own = card('Laura Walker', 'l.walker') + card('Peter Hughes', 'l.walker') + card('Helen Foster', 'q775x')
    expect(ownersOf(own)).toEqual(['l.walker: Laura Walker', 'q775x: Helen Foster'])
  })

  it('are one person if one record contains both addresses', () =>
    expect(
      ownersOf('<ul><li>Laura Walker q412x@tannhof.example q903x@tannhof.example</li><li>Peter Hughes</li></ul>'),
    ).toEqual([]))
})
