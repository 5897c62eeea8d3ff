import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

/** Returns the owners on a page as `address: given | surname, position`. */
function ownersOf(body: string): string[] {
  const page = { url: 'https://tannhof.example/team', html: `<h1>Our team</h1>${body}`, domain: 'tannhof.example' }
  return extractPage(page, OPTIONS).people.flatMap(({ email, firstName, lastName, positionRaw }) =>
    email === null ? [] : [`${email}: ${firstName} | ${lastName}${positionRaw === null ? '' : `, ${positionRaw}`}`],
  )
}

describe('names in two parts', () => {
  it('are a given name and a surname on two lines where addresses spell most of them', () => {
    const tile = (first: string, last: string, local: string) =>
      `<div class="tile"><p>${first}<br>${last}</p><p>Sales Manager</p><a href="mailto:${local}@tannhof.example">Mail</a></div>`
    const tiles = [
      tile('Oswine', 'Harrbeck', 'oswine.harrbeck'),
      tile('Tella', 'von Quint', 'tella.vonquint'),
      tile('Berrit', 'Ostmar', 'q412x'),
    ]
    expect(ownersOf(tiles.join(''))).toEqual([
      'oswine.harrbeck@tannhof.example: Oswine | Harrbeck, Sales Manager',
      'tella.vonquint@tannhof.example: Tella | von Quint, Sales Manager',
      'q412x@tannhof.example: Berrit | Ostmar, Sales Manager',
    ])
  })

  it('are read from two columns by their headings, whichever comes first', () => {
    const row = (last: string, first: string, local: string) =>
      `<tr><td>${last}</td><td>${first}</td><td>${local}@tannhof.example</td></tr>`
    const table = `<table><tr><th>Nachname</th><th>Vorname</th><th>E-Mail</th></tr>${row('Velmar', 'Isko', 'q412x')}${row('Ostwin', 'Adda', 'q220x')}</table>`
    expect(ownersOf(table)).toEqual(['q412x@tannhof.example: Isko | Velmar', 'q220x@tannhof.example: Adda | Ostwin'])
  })

  it('are not joined for two people whose names are below each other in one cell', () => {
    const row = (place: string, people: readonly [string, string][]) =>
      `<tr><td>${place}</td><td>${people.map(([name]) => `${name}<br>`).join('')}</td><td>${people.map(([, local]) => `${local}@tannhof.example<br>`).join('')}</td></tr>`
    const rows = [
      row('Harbour Office', [
        ['Oswine Harrbeck', 'oswine_harrbeck'],
        ['Oswine Quint', 'oswine_quint'],
      ]),
      row('Records', [
        ['Tella Ostmar', 'tella_ostmar'],
        ['Tella Velmar', 'tella_velmar'],
      ]),
    ]
    expect(ownersOf(`<table>${rows.join('')}</table>`)).toEqual([
      'oswine_harrbeck@tannhof.example: Oswine | Harrbeck',
      'oswine_quint@tannhof.example: Oswine | Quint',
      'tella_ostmar@tannhof.example: Tella | Ostmar',
      'tella_velmar@tannhof.example: Tella | Velmar',
    ])
  })

  it('are not joined where no address spells both lines', () => {
    const tile = (name: string, place: string) =>
      `<div class="tile"><p>${name}<br>${place}</p><a href="mailto:${name.toLowerCase()}@tannhof.example">Mail</a></div>`
    expect(ownersOf(tile('Harbour', 'Quenby') + tile('Orchard', 'Stillbeck') + tile('Foundry', 'Ostmere'))).toEqual([])
  })
})
