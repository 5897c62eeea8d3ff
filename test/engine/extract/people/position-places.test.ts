import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }
const NAMES = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison', 'Sophie Carver', 'Peter Lowell']

/** Positions by name, of a page whose records have these texts below the names. */
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

describe('where positions stand', () => {
  it('reads words that no list has where one sibling in several has a title and the others are short and differ', () => {
    const texts = ['Managing Director', 'Ferry Hand', 'Kämmerin', 'Lamp Lighter', 'Öffentlichkeitsarbeit', 'Sexton']
    expect(positionsOf(texts)).toEqual(texts)
  })

  it('takes nothing for a position that repeats from record to record', () => {
    expect(positionsOf(['Managing Director', 'Whitby', 'Whitby', 'York', 'Whitby', 'York']).slice(1)).toEqual(
      NAMES.slice(1).map(() => null),
    )
  })

  it('takes nothing for a position in an element of the kind that the names stand in', () => {
    expect(
      positionsOf(['Managing Director', 'Ferry Hand', 'Lamp Lighter', 'Bell Song', 'Kelp'], 'h3').slice(1),
    ).toEqual(NAMES.slice(1, 5).map(() => null))
  })

  it('takes no sentences for positions', () => {
    const story = 'has looked after the old mill by the river for many a long year'
    expect(positionsOf(['Managing Director', `Who ${story}`, `She ${story}`, `He ${story} too`]).slice(1)).toEqual([
      null,
      null,
      null,
    ])
  })

  it('reads them where the name stands in an element of its own within a paragraph, and some have none', () => {
    const texts = ['Lecturer', 'Beekeeper', 'Gardien', 'Night Porter', 'Küster', '']
    const cells = texts.map(
      (text, at) => `<td><p><b>${NAMES[at]}</b></p>${text && `<p>${text}</p>`}${mail(NAMES[at] ?? '')}</td>`,
    )
    const html = `<h1>Our team</h1><table><tr>${cells.slice(0, 3).join('')}</tr><tr>${cells.slice(3).join('')}</tr></table>`
    const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
    expect(people.map(({ positionRaw }) => positionRaw ?? '')).toEqual(texts)
  })

  it('takes none from the lines of somebody else in a list without elements', () => {
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
})
