import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

/** The people of a page with their positions, as `Name: position`. */
function peopleOf(html: string, path = 'team'): string[] {
  const page = { url: `https://tannhof.example/${path}`, html, domain: 'tannhof.example' }
  return extractPage(page, OPTIONS).people.map(({ fullName, positionRaw }) => `${fullName}: ${positionRaw}`)
}
const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const NAMES = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison', 'Sophie Carver']

describe('posts in lists of people', () => {
  it.each([
    ['Norwegian', ['Helsesekretær', 'Seniorkonsulent', 'Bibliotekar', 'Saksbehandler']],
    ['Dutch', ['Wedstrijdleider', 'Ondervoorzitter', 'Schatbewaarder', 'Contactpersoon', 'Hoofdgriffier']],
    ['Polish', ['Naczelnik', 'Gospodarz', 'Kierowca', 'Wychowawczyni']],
    ['German', ['Ehrenvorsitzende', 'Aktuar', 'Dirigentin', 'Bilanzbuchhalterin']],
    ['Italian', ['Portavoce', 'Revisore', 'Membro del Direttivo']],
  ])('are known in %s', (_, posts) => {
    const cards = posts.map((post, at) => `<div><h3>${NAMES[at]}</h3><p>${post}</p></div>`)
    expect(peopleOf(cards.join(''))).toEqual(posts.map((post, at) => `${NAMES[at]}: ${post}`))
  })

  it.each([
    ['Japanese', ['佐藤花子', '三島一郎', '鈴木有紀'], ['ディレクター', '店長', 'トップスタイリスト']],
    ['Japanese, of surnames that no list has', ['犬伏花衣', '薬袋 誠', '四方田浩輝'], ['代表取締役', '監事', '税理士']],
    ['Korean', ['이선우', '최우준', '박하늘'], ['대표 변호사', '변호사', '실장']],
    ['Chinese', ['王小明', '陈丽华', '欧阳文'], ['总经理', '设计师', '会计师']],
  ])('are known in %s, above the names and below', (_, names, posts) => {
    const wanted = names.map((name, at) => `${name}: ${posts[at]}`)
    const cards = (...of: [string, string][]): string =>
      of.map(([a, b]) => `<div><p>${a}</p><p>${b}</p></div>`).join('')
    expect(peopleOf(cards(...names.map((name, at): [string, string] => [name, posts[at] ?? ''])))).toEqual(wanted)
    expect(peopleOf(cards(...names.map((name, at): [string, string] => [posts[at] ?? '', name])))).toEqual(wanted)
  })

  it('are the labels of names in a table of the house, and nothing else there is a name', () => {
    const table = [
      row('会社名', '株式会社タンホフ'),
      row('代表者', '薬袋 誠'),
      row('資本金', '100万円'),
      row('東京本社', '会社案内'),
    ]
    expect(peopleOf(`<h1>会社概要</h1><table>${table.join('')}</table><p>代表理事：犬伏 一郎</p>`)).toEqual([
      '薬袋 誠: 代表者',
      '犬伏 一郎: 代表理事',
    ])
    expect(peopleOf('<p>드림</p><p>— 대표변호사 이선우</p>', 'about')).toEqual(['이선우: 대표변호사'])
    expect(peopleOf('<h2>변호사 소개</h2><p>전화</p><p>02-6949-0100</p><h2>구성원</h2><p>주소</p>')).toEqual([])
  })

  it.each(['and', 'und', 'et', 'y', 'e', 'en', 'og'])('are those of both whom a line names, with %s', (word) => {
    const pair = `<div><h3>Amelia Thornton ${word} Daniel Marsh</h3><p>Owners</p></div>`
    const single = '<div><h3>Claire Whitfield</h3><p>Manager</p></div>'
    expect(peopleOf(pair + single)).toEqual([
      'Amelia Thornton: Owners',
      'Daniel Marsh: Owners',
      'Claire Whitfield: Manager',
    ])
    expect(peopleOf(`<p>Thanks to Amelia Thornton ${word} Daniel Marsh</p><p>Owners</p>`)).toEqual([])
  })

  it('are of nobody beside a region and its country', () => {
    const address = '<p>Avenue Haute, 20137 Porto-Vecchio, Corse-du-Sud, France.<br>Téléphone : +33 4 95 55 01 42</p>'
    expect(peopleOf(`<h2>Éditeur du site</h2>${address}`, 'mentions-legales')).toEqual([])
  })

  it('may have a picture and a bar in front', () => {
    expect(peopleOf('<h5>Dr. Amelia Thornton</h5><p>👤| Professor</p><h5>Daniel Marsh</h5><p>👤|Lecturer</p>')).toEqual(
      ['Amelia Thornton: | Professor', 'Daniel Marsh: |Lecturer'],
    )
  })

  it('may end in a full stop', () => {
    expect(peopleOf('<p><b>Amelia Thornton</b><br>Treasurer.</p><p><b>Daniel Marsh</b><br>Voorzitter.</p>')).toEqual([
      'Amelia Thornton: Treasurer',
      'Daniel Marsh: Voorzitter',
    ])
  })

  it('are those of all whom the label lists, with titles and without', () => {
    const html = `<p>Vice Presidents: Dr. Amelia Thornton, Prof. Dr. Daniel Marsh, Claire Whitfield</p>
      <p>Geschäftsführer: Robert Ellison und Sophie Carver</p>`
    expect(peopleOf(html)).toEqual([
      'Amelia Thornton: Vice Presidents',
      'Daniel Marsh: Vice Presidents',
      'Claire Whitfield: Vice Presidents',
      'Robert Ellison: Geschäftsführer',
      'Sophie Carver: Geschäftsführer',
    ])
  })

  it('are never what heads those who follow', () => {
    const html =
      '<div>President: Amelia Thornton</div><div>Daniel Marsh</div><div>Auditors:</div><div>Claire Whitfield</div>'
    expect(peopleOf(html)).not.toContain('Daniel Marsh: Auditors:')
  })

  it('are no heading of those who follow in a table of their own', () => {
    const list = (post: string, ...names: string[]): string =>
      `<h3>${post}</h3><table>${names.map((name) => row(`<a href="/">${name}</a>, Mill House`)).join('')}</table>`
    const html =
      list('Organisers', NAMES[0]!, NAMES[1]!) + list('Mentoring Chair', NAMES[2]!) + list('Treasurer', NAMES[3]!)
    expect(peopleOf(html)).not.toContain('Daniel Marsh: Mentoring Chair')
    expect(peopleOf(html)).toContain('Claire Whitfield: Mentoring Chair')
  })

  it('stand in a heading of their own above the card of one person', () => {
    const card = (post: string, name: string): string =>
      `<h2>${post}</h2><div><div><img src="a.jpg" alt="${name}"><div><h5>${name}</h5><p>tel. 01632 960644</p></div></div></div>`
    const html = card('Honorary President', NAMES[0]!) + card('Club Secretary', NAMES[1]!)
    expect(peopleOf(html)).toEqual(['Amelia Thornton: Honorary President', 'Daniel Marsh: Club Secretary'])
  })

  it('in a heading between two people of a list belong to neither by that alone', () => {
    const html = '<h1>Amelia Thornton</h1><h2>Founder</h2><h1>Daniel Marsh</h1><h1>Claire Whitfield</h1>'
    expect(peopleOf(html)).toEqual(['Amelia Thornton: Founder'])
  })

  it('are in a second list of as many lines', () => {
    const list = (texts: readonly string[]): string =>
      `<div>${texts.map((text) => `<div>${text}</div>`).join('')}</div>`
    const posts = ['Chairman', 'Secretary', 'Mapping', 'Treasurer']
    expect(peopleOf(`<div>${list(NAMES.slice(0, 4))}${list(posts)}</div>`)).toEqual(
      posts.map((post, at) => `${NAMES[at]}: ${post}`),
    )
  })

  it('may begin with an order, and not with the number of a house', () => {
    const labels = ['1st Warden', 'Treasurer', 'Secretary', '2. Deken', '12 Mill Lane']
    const html = labels.map((label, at) => `<p>${label}: ${NAMES[at]}</p>`).join('')
    expect(peopleOf(html)).toContain('Robert Ellison: 2. Deken')
    expect(peopleOf(html)).not.toContain('Sophie Carver: 12 Mill Lane')
  })

  it('are below a heading of two words', () => {
    const table = [
      row('Name', 'Extension', 'Position / Department'),
      row(NAMES[0]!, '12', 'Bells'),
      row(NAMES[1]!, '14', 'Ropes'),
    ]
    expect(peopleOf(`<table>${table.join('')}</table>`)).toEqual(['Amelia Thornton: Bells', 'Daniel Marsh: Ropes'])
  })

  it('are what stands in their place in a table of posts', () => {
    const posts = ['Chairman:', 'Secretary:', 'Treasurer:', 'Youth:']
    const table = posts.map((post, at) => row(post, NAMES[at]!)).join('')
    expect(peopleOf(`<table>${table}</table>`)).toContain('Robert Ellison: Youth')
    const unknown = [
      'Krelvast:',
      'Ombrit:',
      'Youth:',
      'Dravel:',
      'Fenquill:',
      'Sorbet:',
      'Wexle:',
      'Trestin:',
      'Quarlo:',
    ]
    const few = [...posts.slice(0, 3).map((post) => row(post, 'Home')), ...unknown.map((post) => row(post, NAMES[3]!))]
    expect(peopleOf(`<table>${few.join('')}</table>`)).toEqual(['Robert Ellison: Krelvast'])
  })

  it('are looked for on pages of a bureau without an address', () => {
    const html = `<h1>Le bureau</h1><div><h3>Amelia Thornton</h3><h5>
      Présidente
      </h5></div>`
    expect(peopleOf(html, 'bureau.html')).toEqual(['Amelia Thornton: Présidente'])
  })
})
