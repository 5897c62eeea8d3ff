import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }
const [AMELIA, DANIEL, CLAIRE, ROBERT] = [
  'Amelia Thornton',
  'Daniel Marsh',
  'Claire Whitfield',
  'Robert Ellison',
] as const
/** Turns a text into a sentence where a short line would be a record. */
const LONG = 'who has looked after the old mill by the river, its wheel and all of its paths for many a long year'

function peopleIn(body: string) {
  const html = `<h1>Our team</h1>${body}`
  return extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS).people
}
const positionIn = (body: string, name: string = AMELIA): string | null =>
  peopleIn(body).find(({ fullName }) => fullName === name)?.positionRaw ?? null

describe('positions in sentences', () => {
  it('are before the name, up to a comma', () => {
    const said = (text: string): string | null => positionIn(`<p>${text}, ${LONG}.</p>`)
    expect(said(`The Director of Larkmoor House, Dr. ${AMELIA}`)).toBe('Director')
    expect(said(`Currently a senior marketing manager with larkmoor.example, ${AMELIA}`)).toBe(
      'senior marketing manager',
    )
    expect(said(`Whoever has a question may write to our treasurer, ${AMELIA}`)).toBe('treasurer')
    expect(said(`After a long call with the director, ${AMELIA}`)).toBe(null)
    expect(said(`Last week Larkmoor managing director ${AMELIA}`)).toBe('managing director')
  })

  it("are in a person's biography, after part of the name or a pronoun", () => {
    const told = (text: string): string | null =>
      positionIn(`<h3>${AMELIA}</h3><p>Came here long ago.</p><p>${text} ${AMELIA.split(' ')[0]} likes the river.</p>`)
    expect(told('She is our head of operations.')).toBe('head of operations')
    expect(told('Amelia joined the mill in 2004 and now serves as Director of Works.')).toBe('Director of Works')
    expect(told('Ms. Thornton is the treasurer of the house.')).toBe('treasurer of the house')
    expect(told('She is an avid baker. She was the director of a bank.')).toBe(null)
    expect(told('The miller is our treasurer.')).toBe(null)
  })

  it('are that as which somebody does something', () => {
    const told = (text: string): string | null => positionIn(`<h3>${AMELIA}</h3><p>${text}</p>`)
    expect(told('Als Schriftführerin führt sie Protokoll und liest es vor.')).toBe('Schriftführerin')
    expect(told('As our treasurer, she keeps the books of the mill.')).toBe('treasurer')
    expect(told('Als Kind lief sie gern zum Fluss.')).toBe(null)
  })

  it('follow brackets after the name', () => {
    expect(
      positionIn(`<p>Write to ${AMELIA} (<a href="mailto:at@tannhof.example">mail</a>), Sales Director.</p>`),
    ).toBe('Sales Director')
  })

  it('are in brackets after the name', () => {
    const said = (bracket: string): string | null => positionIn(`<p>In 2014 ${AMELIA} (${bracket}) left, ${LONG}.</p>`)
    expect(said('treasurer')).toBe('treasurer')
    expect(said('aged 45')).toBe(null)
  })
})

describe('unknown words beside a post', () => {
  it('are a name where the post is said of them', () => {
    const named = (text: string): string | undefined =>
      peopleIn(`<p>${text}, ${LONG}.</p><p>Write to iona@tannhof.example.</p>`)[0]?.fullName
    expect(named("I'm Iona MacGillivray, owner and head florist at Foxglove")).toBe('Iona MacGillivray')
    expect(named("I'm at Iona MacGillivray, of all places")).toBeUndefined()
  })

  it('need no address and no announcement in English: a heading names the trade', () => {
    const html =
      '<html lang="fr"><h1>Cabinet</h1><h2>Les praticiens</h2><p>Dr Apolline ROCHE</p><p>Orthodontiste</p></html>'
    const { people } = extractPage({ url: 'https://tannhof.example/', html, domain: 'tannhof.example' }, OPTIONS)
    expect(people[0]).toMatchObject({ fullName: 'Apolline Roche', position: 'Orthodontiste' })
  })

  it('are a position behind a stroke as behind a comma', () => {
    const row = (name: string, post: string): string => `<div class="who"><b>${name}</b> / ${post}</div>`
    const rows = row(AMELIA, 'jednatel') + row(DANIEL, 'dispečerka') + row(CLAIRE, 'vedoucí skladu')
    expect(positionIn(rows, DANIEL)).toBe('dispečerka')
  })
})

describe('the end of a position', () => {
  it('is before the year somebody started it, and before the number of a licence', () => {
    const [since, licence] = peopleIn(
      `<ul><li><h4>${AMELIA}</h4><p>Director since 1974</p></li><li><h4>${DANIEL}</h4><p>Loan Officer NMLS #123456</p></li></ul>`,
    )
    expect([since?.positionRaw, since?.position]).toEqual(['Director since 1974', 'Director'])
    expect(licence?.position).toBe('Loan Officer')
  })

  it('is before the next person of the line, a link, and a house of one trade', () => {
    const line = `<p>${AMELIA}, President/CEO, and ${DANIEL}, Vice President of Operations</p>`
    expect(positionIn(line)).toBe('President/CEO')
    expect(positionIn(line, DANIEL)).toBe('Vice President of Operations')
    expect(positionIn(`<p>${AMELIA}, Assistant to ${DANIEL}</p>`)).toBe(`Assistant to ${DANIEL}`)
    const item = `<span>${AMELIA}</span> <span>Sales Director</span> <a href="mailto:at@tannhof.example">Send a message</a>`
    expect(positionIn(`<ul><li>${item}</li></ul>`)).toBe('Sales Director')
    const [guest] = peopleIn(`<h3>${AMELIA}</h3><p>Associate Director, Nilsson Architects</p>`)
    expect(guest?.position).toBe('Associate Director')
  })
})

describe('a line with a position', () => {
  it('belongs to no one if it is the heading of several people', () => {
    const group = (title: string, ...names: string[]): string =>
      `<h2>${title}</h2><ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul>`
    const page = group('Partners', AMELIA, DANIEL) + group('Senior Associates', CLAIRE, ROBERT)
    expect([AMELIA, DANIEL, CLAIRE, ROBERT].map((name) => positionIn(page, name))).toEqual([null, null, null, null])
  })

  it('belongs to the name in its column, in a row of names with a position among them', () => {
    const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    const rows = [
      row(AMELIA, 'Library', DANIEL),
      row('Bibliotecaria', '', 'Managing Director'),
      row(CLAIRE, ROBERT, 'Front Desk'),
      row('Secretary', 'Öffentlichkeitsarbeit', ''),
    ]
    const page = `<table>${rows.join('')}</table>`
    expect([AMELIA, DANIEL, CLAIRE, ROBERT].map((name) => positionIn(page, name))).toEqual([
      'Bibliotecaria',
      'Managing Director',
      'Secretary',
      'Öffentlichkeitsarbeit',
    ])
  })

  it('is found below the name although a slogan is above it', () => {
    const guest = `<p>The Expert's Expert</p><h3>${AMELIA}</h3><p>Associate Director, Larkmoor "We liked the plain lines of it."</p>`
    expect(positionIn(`<div>${guest}</div>`)).toBe('Associate Director, Larkmoor')
  })

  it('may be what somebody is called, if the page says nothing else', () => {
    expect(positionIn(`<ul><li>Professor ${AMELIA}</li><li>${DANIEL}</li></ul>`)).toBe('Professor')
    expect(positionIn(`<p>Professor ${AMELIA}, Head of Records</p>`)).toBe('Head of Records')
  })
})

describe('an unknown word for a trade', () => {
  it.each([
    ['Organist Quelira McCarthy', 'Quelira McCarthy', 'Organist'],
    ['Oduya Brandvold, Recepcionista', 'Oduya Brandvold', 'Recepcionista'],
    ['Oduya Brandvold, Conserje', 'Oduya Brandvold', 'Conserje'],
  ])('is the position of the person beside it: %s', (line, name, position) => {
    const [first = '', last = ''] = name.toLowerCase().split(' ')
    const mail = `${first.charAt(0)}${last}@tannhof.example`
    expect(positionIn(`<ul><li>${line}: ${mail}</li><li>${DANIEL}: dmarsh@tannhof.example</li></ul>`, name)).toBe(
      position,
    )
  })
})

it('does not give the position of the next person in a sentence', () => {
  const list = `Come and hear ${AMELIA}, young vocalist ${CLAIRE} and singer-pianist sensation ${ROBERT}, ${LONG}.`
  const told = peopleIn(`<p>${list}</p>`).flatMap(({ positionRaw }) => positionRaw ?? [])
  expect(told.filter((text) => /Whitfield|Ellison/.test(text))).toEqual([])
})

describe('what heads a list of people', () => {
  it.each([
    ['a label above', `<p><b>Geschäftsführer:</b><br>${DANIEL}<br>${AMELIA}</p>`, 'Geschäftsführer'],
    [
      'the first of two cells',
      `<table><tr><td>Trainers</td><td><p>${DANIEL}</p><p>${AMELIA}</p></td></tr></table>`,
      'Trainers',
    ],
    [
      'a term among posts',
      `<dl><dt>Direktor</dt><dd>${DANIEL}</dd><dt>Sammlung</dt><dd>${AMELIA}</dd></dl>`,
      'Sammlung',
    ],
  ])('is what each does: %s', (_what, body, position) => {
    expect(positionIn(body)).toBe(position)
  })
})

it('reads pages on which nothing but an owner before a name says that there are people', () => {
  const read = (text: string): string[] =>
    extractPage(
      { url: 'https://tannhof.example/', html: `<p>${text} ${LONG}.</p>`, domain: 'tannhof.example' },
      OPTIONS,
    ).people.map(({ fullName, positionRaw }) => `${fullName}: ${positionRaw}`)
  expect(read(`It all began in 2003. Founders Carol and ${DANIEL} held the first festival,`)).toEqual([
    `${DANIEL}: Founders`,
  ])
  expect(read(`Come and meet owner ${CLAIRE}`)).toEqual([`${CLAIRE}: owner`])
  expect(read('The owner of a house may come and ask.')).toEqual([])
})

describe('positions that sentences tell', () => {
  const said = (text: string): string | null => positionIn(`<p>${text} ${LONG}.</p>`)

  it('are behind what somebody has been, was named, joined as, or says of herself', () => {
    expect(said(`${AMELIA} has been our head gardener since 1990,`)).toBe('head gardener')
    expect(said(`${AMELIA} has been named the new Executive Director of the mill,`)).toBe(
      'Executive Director of the mill',
    )
    expect(said(`${AMELIA} joined the firm in 2001 as office manager,`)).toBe('office manager')
    expect(said(`All began with ${AMELIA}, who is now our managing director,`)).toBe('managing director')
    expect(said(`My name is ${AMELIA} and I am the owner of the mill,`)).toBe('owner')
    expect(said(`Run by ${AMELIA}, a licensed plumber for more than 20 years,`)).toBe('licensed plumber')
    expect(said(`${AMELIA} is an Associate of the Academy,`)).toBe(null)
    expect(said(`${AMELIA} was appointed chief executive of a bank in 1998,`)).toBe(null)
  })

  it('are in the sentences that go on about a name within a text', () => {
    expect(said(`About the author: ${AMELIA} spent years abroad. She is our treasurer.`)).toBe('treasurer')
    expect(said(`${AMELIA} wrote it. Currently a sales manager with larkmoor.example, Amelia likes to read.`)).toBe(
      'sales manager',
    )
    expect(said(`${AMELIA} and ${DANIEL} wrote it. She is our treasurer.`)).toBe(null)
  })

  it('begin without their article', () => {
    const [owner] = peopleIn(`<p>${AMELIA}, the owner, likes to read.</p>`)
    expect(owner).toMatchObject({ fullName: AMELIA, position: 'owner' })
  })

  it('are told of a name that its element sets off, in later sentences of its line', () => {
    const said = (text: string): string | null => positionIn(`<p><strong>${AMELIA}</strong> ${text}</p>`)
    expect(said('is the heart of our house. She has been the office manager since 1992, when we began.')).toBe(
      'office manager',
    )
    expect(said('came to us from the mill. She likes the head gardener.')).toBe(null)
  })
})
