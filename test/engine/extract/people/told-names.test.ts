import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage, mentionedNames } from '../../../../src/engine/extract/extract-page.ts'
import type { FoundPerson } from '../../../../src/engine/extract/page/page-facts.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

function peopleOf(body: string, path = '/team'): FoundPerson[] {
  const url = `https://holmdene.example${path}`
  return extractPage({ url, html: `<body>${body}</body>`, domain: 'holmdene.example' }, OPTIONS).people
}
const told = (people: readonly FoundPerson[]): string[] =>
  people.map(({ fullName, position }) => `${fullName}: ${position}`)

describe('names that the page tells outright', () => {
  it('are read behind a form of address, whatever the words', () => {
    const staff = '<p>Mr Osric Ridsdale<br>Deputy Headteacher</p><p>Miss Temperance Ojukwu<br>Year 3 Teacher</p>'
    expect(told(peopleOf(staff))).toEqual(['Osric Ridsdale: Deputy Headteacher', 'Temperance Ojukwu: Year 3 Teacher'])
  })

  it('are read behind a form of address alone on the line, and before letters of degrees', () => {
    const read = (html: string): string[] =>
      mentionedNames({ url: 'https://holmdene.example/', html, domain: 'holmdene.example' }, OPTIONS)
    const story = 'Our weavers have looked after the looms of the dale for many a long year, and still do.'
    expect(read(`<h1>Looms</h1><h3>Prof. Wexnir Quolbath</h3><p>${story}</p>`)).toEqual(['Wexnir Quolbath'])
    const picture = '<img src="1.jpg" alt="Dr. Wexnir Quolbath">'
    expect(read(`<h1>Looms</h1>${picture}<h3>Wexnir Quolbath</h3><p>${story}</p>`)).toEqual(['Wexnir Quolbath'])
    expect(read(`<h1>Looms</h1><h3>Ombrit Velkaryn, DO, FQLKA</h3><p>${story}</p>`)).toEqual(['Ombrit Velkaryn'])
    const others = ['Ombrit Velkaryn, LLP', 'Ombrit Velkaryn, MA', 'Ombrit Velkaryn, Jr.', 'Ombrit Velkaryn']
    expect(others.flatMap((text) => read(`<h1>Looms</h1><h3>${text}</h3><p>${story}</p>`))).toEqual([])
  })

  it('are no posts alone on a line and no firms, though their words are known as names', () => {
    const names = ['Anselmo Ferri', 'Giulia Bonetti', 'Paolo Neri']
    const html = names.map((name) => `<div><p>Membro del Direttivo</p><h3>${name}</h3></div>`).join('')
    const page = { url: 'https://holmdene.example/direttivo', html, domain: 'holmdene.example' }
    expect(mentionedNames(page, OPTIONS)).toEqual(names)
    const firm = {
      ...page,
      html: '<h1>Team</h1><h3>Thornton Shirley LLP</h3><p>01632 960644</p><h3>Anselmo Ferri, LLC</h3>',
    }
    expect(mentionedNames(firm, OPTIONS)).toEqual(['Anselmo Ferri'])
  })

  it('are read behind a label that is a post', () => {
    const [person] = peopleOf(
      '<p><b>Town Clerk:</b> Barnaby Usk, <a href="mailto:clerk@holmdene.example">write</a></p>',
    )
    expect(person).toMatchObject({ fullName: 'Barnaby Usk', position: 'Town Clerk' })
  })

  it('are read below a picture of the same text and above a post', () => {
    const card =
      '<div><img src="c.jpg" alt="Clementine Ashdown"><h4>Clementine Ashdown</h4><p>Brewery Manager</p></div>'
    expect(told(peopleOf(card))).toEqual(['Clementine Ashdown: Brewery Manager'])
  })

  it('are read in a list behind such a label, and with the name of the family', () => {
    const [first, second] = peopleOf('<p>Owner: Vincent Ettenhuber, Kreszentia Ettenhuber</p>', '/imprint')
    expect([first?.fullName, second?.fullName]).toEqual(['Vincent Ettenhuber', 'Kreszentia Ettenhuber'])
  })

  it('are read above a text that begins with them and goes on about the person, and no company', () => {
    const told = 'Wexnir Holloway joined the workshop in 2019. She built the first looms.'
    const page = `<p><b>Wexnir Holloway</b> <a href="mailto:vdj6tq@holmdene.example">mail</a></p><p>${told}</p>`
    expect(peopleOf(page)).toMatchObject([{ fullName: 'Wexnir Holloway', email: 'vdj6tq@holmdene.example' }])
    expect(peopleOf(page.replace('She built', 'It built'))).toEqual([])
  })

  it.each(['img/Wexnir_Holloway-120x120.jpg', 'WexnirHolloway.png', '/team/wexnir-holloway.webp?v=3'])(
    'are believed where a picture is called so: %s',
    (source) => {
      const card = `<div><img src="${source}"><h4>Wexnir Holloway</h4><p>Looms</p></div>`
      const read = (html: string): string[] =>
        mentionedNames({ url: 'https://holmdene.example/team', html, domain: 'holmdene.example' }, OPTIONS)
      expect(read(card)).toEqual(['Wexnir Holloway'])
      expect(read(card.replace(source, 'img/portrait.jpg'))).toEqual([])
    },
  )

  it('own a login whose letters spell an office or somebody by chance', () => {
    const row = (name: string, local: string): string =>
      `<div><h4>${name}</h4><p>Weaver</p><a href="mailto:${local}@holmdene.example">mail</a></div>`
    const people = peopleOf(row('Rosalind Holloway', 'rh8tv') + row('Peter Lowell', 'reg1dir'))
    expect(people.map(({ email }) => email)).toEqual(['rh8tv@holmdene.example', 'reg1dir@holmdene.example'])
  })

  it('are read on pages of boards in other languages, without an address', () => {
    const page =
      '<h1>Junta directiva</h1><p><b>Carmen Ortega</b></p><p>Presidenta</p><p><b>Manuel Rosales</b></p><p>Tesorero</p>'
    expect(told(peopleOf(page, '/junta.html'))).toEqual(['Carmen Ortega: Presidenta', 'Manuel Rosales: Tesorero'])
  })

  it('do not begin with the word of a sentence', () => {
    const names = peopleOf("<p>I'm Rosalind Holloway, owner and head baker.</p>", '/about').map(
      ({ fullName }) => fullName,
    )
    expect(names).not.toContain("I'm Rosalind Holloway")
  })

  it('are read on pages of officers, trustees and committees that show addresses of offices alone', () => {
    const officers =
      '<table><tr><td><b>Club Captain</b><br>Roderick Vane</td><td><b>Lady Captain</b><br>Marguerite Soames</td></tr>' +
      '<tr><td><b>Treasurer</b><br>Peter Lowell<br>info@holmdene.example</td><td><b>Golf Professional</b><br>Wes Tolliver</td></tr></table>'
    expect(told(peopleOf(officers, '/officers'))).toEqual([
      'Peter Lowell: Treasurer',
      'Roderick Vane: Club Captain',
      'Marguerite Soames: Lady Captain',
      'Wes Tolliver: Golf Professional',
    ])
  })
})

describe('positions', () => {
  it('are what an office does, in a small house', () => {
    const cards = ['Isla Grant, Owner', 'Peter Lowell, Front Office &amp; Billing'].map((card) => {
      const [name, position] = card.split(', ')
      return `<div><h3>${name}</h3><p>${position}</p></div>`
    })
    expect(told(peopleOf(cards.join('')))).toEqual(['Isla Grant: Owner', 'Peter Lowell: Front Office & Billing'])
  })

  it('are read behind a label that says what an office does', () => {
    const line = '<p>Accounts receivable: Daniel Marsh – daniel.marsh@holmdene.example</p>'
    expect(told(peopleOf(line))).toEqual(['Daniel Marsh: Accounts receivable'])
  })

  it('are no headings of those who follow', () => {
    const vets = '<h3>Our vets</h3><p>Daniel Marsh<br>Peter Lowell</p><h3>Nurses</h3><p>Claire Whitfield</p>'
    expect(peopleOf(`${vets}<p>info@holmdene.example</p>`).map(({ position }) => position)).not.toContain('Nurses')
  })

  it('are read in their column where a cell in front spans several rows', () => {
    const head = '<tr><th>Office</th><th>Name</th><th>Role</th><th>Email</th></tr>'
    const row = (name: string, role: string): string =>
      `<td>${name}</td><td>${role}</td><td>${name.toLowerCase().replace(' ', '.')}@holmdene.example</td></tr>`
    const rows = `<tr><td rowspan="2">Works</td>${row('Claire Whitfield', 'Head of Works')}<tr>${row('Daniel Marsh', 'Grounds')}`
    expect(told(peopleOf(`<table>${head}${rows}</table>`))).toEqual([
      'Claire Whitfield: Head of Works',
      'Daniel Marsh: Grounds',
    ])
  })

  it('are read behind degrees that stand with the name, and in columns of plain text', () => {
    const lab = '<ul><li><b>Matteo Ricci, M.Sc.</b>, Lab Manager – matteo.ricci@holmdene.example</li></ul>'
    expect(told(peopleOf(lab))[0]).toContain('Lab Manager')
    const plain = '<pre>\nMARSH, Daniel      Plant Superintendent   x101   dmarsh@holmdene.example\n</pre>'
    expect(peopleOf(plain)[0]).toMatchObject({
      fullName: 'Daniel Marsh',
      position: 'Plant Superintendent',
      email: 'dmarsh@holmdene.example',
    })
  })
})

it('gives three letters to the one whose given name begins so', () => {
  const cards = [
    ['Ayodele Bankole', 'ayo'],
    ['Fern Castleton', 'fern'],
  ].map(
    ([name, local]) => `<div><h3>${name}</h3><p>Founder</p><a href="mailto:${local}@holmdene.example">Say hi</a></div>`,
  )
  expect(peopleOf(cards.join('')).map(({ fullName, email }) => `${fullName} ${email}`)).toEqual([
    'Ayodele Bankole ayo@holmdene.example',
    'Fern Castleton fern@holmdene.example',
  ])
})

it('reads names on pages whose path calls the members of a board by one word', () => {
  const board = '<h3>PRESIDENT: Roderick Vane</h3><h3>TREASURER: Marguerite Soames</h3><p>info@holmdene.example</p>'
  expect(told(peopleOf(board, '/boardmembers.html'))).toEqual([
    'Roderick Vane: PRESIDENT',
    'Marguerite Soames: TREASURER',
  ])
})
