import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

/** Returns the owners in a table of people as `local: name`. */
function ownersOf(rows: readonly (readonly [shown: string, local: string])[]): string[] {
  const body = rows.map(([shown, local]) => `<tr><td>${shown}</td><td>${local}@tannhof.example</td></tr>`).join('')
  const html = `<h1>Our team</h1><table>${body}</table>`
  const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
  return people.flatMap(({ email, fullName }) => (email === null ? [] : [`${email.split('@', 1)[0]}: ${fullName}`]))
}

describe('names whose words are in separate elements', () => {
  it.each([
    ['Wietse <b>van der Hoogveer</b>', 'wvanderhoogveer: Wietse van der Hoogveer'],
    ['<b>van der Hoogveer</b> Wietse', 'wvanderhoogveer: van der Hoogveer Wietse'],
    ['<strong>KWELDER</strong> Wietse', 'wkwelder: Kwelder Wietse'],
    ['<span>van der Hoogveer</span>, <span>Wietse</span>', 'wvanderhoogveer: Wietse van der Hoogveer'],
    ['Thorvane <b>Prof</b> Quillmar', 'tquillmar: Thorvane Quillmar'],
    ['Thorvane <i>Dr.</i> <i>Ing.</i> <b>Quillmar</b>', 'tquillmar: Thorvane Quillmar'],
    ['<i>Dr.</i> <b>Thorvane</b> <b>Quillmar</b>', 'tquillmar: Thorvane Quillmar'],
    ['<span>Quillmar</span>, <span>Dr.</span> <span>Thorvane</span>', 'tquillmar: Thorvane Quillmar'],
    ['Ainhoa <b>Belarra Quintalvo</b>', 'abelarra: Ainhoa Belarra Quintalvo'],
    ['Signe Marie <a href="/p/4">Kjellholt</a>', 'skjellholt: Signe Marie Kjellholt'],
  ])('are read from %s', (shown, wanted) => {
    const local = wanted.split(':', 1)[0] ?? ''
    expect(
      ownersOf([
        [shown, local],
        ['Oswine Harrbeck', 'oharrbeck'],
        ['Tella Quint', 'tquint'],
      ]),
    ).toContain(wanted)
  })

  it('are not extended by the next element if an address spells them', () => {
    const rows = [
      ['Thorvane Quillmar <i>Klompmaker</i>', 'tquillmar'],
      ['<i>Dijkgraaf</i> Oswine Harrbeck', 'oharrbeck'],
      ['Tella Quint <i>Larkmoor Heath</i>', 'tquint'],
    ] as const
    expect(ownersOf(rows)).toEqual([
      'tquillmar: Thorvane Quillmar',
      'oharrbeck: Oswine Harrbeck',
      'tquint: Tella Quint',
    ])
  })
})

describe('logins of three letters', () => {
  it('belong to the only person of their row', () => {
    const rows = [
      ['Oswine Harrbeck', 'kvt'],
      ['Tella Quint', 'tquint'],
      ['Berrit Ostmar', 'bostmar'],
      ['Thorvane Quillmar', 'tquillmar'],
    ] as const
    expect(ownersOf(rows)).toContain('kvt: Oswine Harrbeck')
  })

  it('are not assigned to the only name on a page without records', () => {
    const html = '<h1>Contact</h1><p>Managed by Laura Walker</p><p>Write to kvt@tannhof.example</p>'
    const { people } = extractPage({ url: 'https://tannhof.example/contact', html, domain: 'tannhof.example' }, OPTIONS)
    expect(people.filter(({ email }) => email !== null)).toEqual([])
  })
})

describe('titles and symbols next to names', () => {
  it.each([
    ['Prof.dr.N’Golo Kouassimé', 'nkouassime: N’Golo Kouassimé'],
    ['Dr.Jens-Ole Quillmar', 'jquillmar: Jens-Ole Quillmar'],
    ['3. Guðbjörn Sæmundsvik', 'gsaemundsvik: Guðbjörn Sæmundsvik'],
    ['Maj\u2011Britt Quillmar', 'mquillmar: Maj-Britt Quillmar'],
    ['PAN,Wei', 'wpan: Wei Pan'],
    ['Pan Wei', 'wei.pan: Pan Wei'],
    ['Jun Wang', 'jun.wang: Jun Wang'],
    ['MENG,Jun', 'jun.meng: Jun Meng'],
  ])('are removed in %s', (shown, wanted) => {
    const local = wanted.split(':', 1)[0] ?? ''
    expect(
      ownersOf([
        [shown, local],
        ['Oswine Harrbeck', 'oharrbeck'],
        ['Tella Quint', 'tquint'],
      ]),
    ).toContain(wanted)
  })
})
