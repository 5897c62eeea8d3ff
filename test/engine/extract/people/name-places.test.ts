import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage, mentionedNames } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }
const pageOf = (body: string) => ({
  url: 'https://tannhof.example/team',
  html: `<h1>Our team</h1>${body}`,
  domain: 'tannhof.example',
})

/** Returns the owners on a page as `local: name`. */
const ownersOf = (body: string): string[] =>
  extractPage(pageOf(body), OPTIONS).people.flatMap(({ email, fullName }) =>
    email === null ? [] : [`${email.split('@', 1)[0]}: ${fullName}`],
  )

describe('where names are', () => {
  it('accepts a name in a place where its siblings are certainly names', () => {
    const row = (name: string, local: string) => `<tr><td>${name}</td><td>${local}@tannhof.example</td></tr>`
    const rows = [
      row('Oswine Harrbeck', 'oharrbeck'),
      row('Tella Quint', 'tquint'),
      row('Berrit Ostmar', 'bostmar'),
      row('Venvati Padmanian', 'q412x'),
    ]
    expect(ownersOf(`<table>${rows.join('')}</table>`)).toContain('q412x: Venvati Padmanian')
  })

  it('accepts names next to given-name logins if a column is full of them', () => {
    const record = (name: string, local: string) => `<p>Keeper: ${name}<br>${local}@tannhof.example</p>`
    const records = [
      record('Oluoma Asaya', 'oluoma'),
      record('Madhakar Subraravarti', 'madhakar'),
      record('Venlesh Devaravarti', 'venlesh'),
      record('Shrishmi Chakrajan', 'shrishmi'),
    ]
    expect(ownersOf(records.join(''))).toEqual([
      'oluoma: Oluoma Asaya',
      'madhakar: Madhakar Subraravarti',
      'venlesh: Venlesh Devaravarti',
      'shrishmi: Shrishmi Chakrajan',
    ])
  })

  it('accepts a name in a list without elements by what is around its siblings', () => {
    const names = ['Rebecca Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison', 'Venvati Padmanian']
    const records = names.map((name, at) => `<b>Unit ${at}</b><br>${name}<br>unit${at}@tannhof.example<br>`)
    expect(mentionedNames(pageOf(`<div>${records.join('')}</div>`), OPTIONS)).toEqual(names)
  })

  it('reads particles and apostrophes of surnames', () => {
    const named = (name: string) => mentionedNames(pageOf(`<p>${name}</p><p>Director</p>`), OPTIONS)
    expect(named("Bertrand d'Hauterive")).toEqual(["Bertrand d'Hauterive"])
    expect(named('Bertrand d’Hauterive')).toEqual(['Bertrand d’Hauterive'])
    expect(named('Gethin ap Rhys')).toEqual(['Gethin ap Rhys'])
  })

  it('takes a name behind one word that nobody knows, alone on their line, for a name that stands there', () => {
    const card =
      '<h4>Director</h4><p>Schwester Irmgard Tannert<br><a href="mailto:i.tannert@tannhof.example">Mail</a></p>'
    const [person] = extractPage(pageOf(card), OPTIONS).people
    expect([person?.fullName, person?.position]).toEqual(['Irmgard Tannert', 'Director'])
  })

  it('trusts a column of surnames with initials', () => {
    const row = (name: string, local: string) => `<tr><td>${name}</td><td>${local}@tannhof.example</td></tr>`
    const rows = [row('Asafor, O. N.', 'olubola'), row('Balachi, C.', 'chibeka'), row('Dobulic, B.', 'bramilo')]
    expect(ownersOf(`<table>${rows.join('')}</table>`)).toEqual([
      'olubola: O. N. Asafor',
      'chibeka: C. Balachi',
      'bramilo: B. Dobulic',
    ])
  })

  it('reads a surname before a comma whole, and nothing from the next element', () => {
    const entry = (name: string, does: string, local: string) =>
      `<li><span>${name}</span> <span>${does}</span> <span>${local}@tannhof.example</span></li>`
    const entries = [
      entry('Della Rossi, Elena', 'Reception', 'dellarossi'),
      entry('bin Hassan, Mohammed', 'Reception', 'mohammedb'),
      entry('dos Pereira, Pilar', 'Reception', 'pilar.pereira'),
    ]
    expect(ownersOf(`<ul>${entries.join('')}</ul>`)).toEqual([
      'dellarossi: Elena Della Rossi',
      'mohammedb: Mohammed bin Hassan',
      'pilar.pereira: Pilar dos Pereira',
    ])
  })

  it('does not take an occupation for a given name', () => {
    expect(ownersOf('<p>Patrick Kelly, Bibliotecaria, kelly@tannhof.example</p>')).toEqual(['kelly: Patrick Kelly'])
  })

  it('trusts a login made of a given name and the first of two surnames', () => {
    expect(ownersOf('<p>Verger: María Martínez Caldejano<br>marmar@tannhof.example</p>')).toEqual([
      'marmar: María Martínez Caldejano',
    ])
  })

  it.each([
    'venvati (at) tannhof.example',
    'venvati -at- tannhof.example',
    'venvati at tannhof dot example',
    'venvati @ tannhof.example',
    'venvati＠tannhof.example',
    'venvati &lt;at&gt; tannhof.example',
    'venvati [klammeraffe] tannhof.example',
  ])('does not take the local part in "%s" for an ordinary word', (spelt) => {
    const card = (name: string, mail: string) => `<div><h3>${name}</h3><h4>Head Porter</h4><p>E-mail: ${mail}</p></div>`
    const cards = [
      card('Oswine Harrbeck', 'oharrbeck@tannhof.example'),
      card('Venvati Padmanian', spelt),
      card('Tella Quint', 'tquint@tannhof.example'),
    ]
    expect(ownersOf(cards.join(''))).toContain('venvati: Venvati Padmanian')
  })

  it('knows which line of a cell contains names', () => {
    const cell = (name: string, local: string) =>
      `<tr><td>${name}<br>Night Porter<br>Room 4<br>${local}@tannhof.example</td></tr>`
    const cells = [
      cell('Oswine Harrbeck', 'oharrbeck'),
      cell('Tella Quint', 'tquint'),
      cell('Berrit Ostmar', 'bostmar'),
      cell('Venvati Padmanian', 'q412x'),
    ]
    expect(ownersOf(`<table>${cells.join('')}</table>`)).toContain('q412x: Venvati Padmanian')
  })

  it('separates the lines of preformatted text', () => {
    const lines = ['Oswine Harrbeck    0220 4411    oharrbeck', 'Tella Quint        0220 4412    tquint']
    expect(ownersOf(`<pre>${lines.map((line) => `${line}@tannhof.example`).join('\n')}</pre>`)).toEqual([
      'oharrbeck: Oswine Harrbeck',
      'tquint: Tella Quint',
    ])
  })

  it.each([
    'Engr. Oswine Harrbeck',
    'Dr.ssa Oswine Harrbeck',
    'Siv.ing. Oswine Harrbeck',
    'Eng.ª Oswine Harrbeck',
    'Alhaji Oswine Harrbeck',
    'Oswine Harrbeck MSc',
    'Adj.Oswine Harrbeck',
    'Dipl.-Psych. Oswine Harrbeck',
    'Harrbeck, Oswine MSc',
    'Harrbeck, Oswine Engr',
    'Oswine KTM Harrbeck',
    'Oswine Harrbeck PD Dr.',
    'Oswine Harrbeck StB',
    'Oswine (Mrs.) Harrbeck',
    'Harrbeck PhD, Oswine',
    'Harrbeck, Oswine Signora',
    'Dr. h. c. mult. Oswine Harrbeck',
    'Harrbeck, Oswine Ph. D.',
    'Harrbeck, De heer Oswine',
  ])('leaves the title out of %s', (name) => {
    expect(mentionedNames(pageOf(`<p>${name}</p><p>oswine.harrbeck@tannhof.example</p>`), OPTIONS)).toEqual([
      'Oswine Harrbeck',
    ])
  })

  it.each([
    ['Don Ilmaro Tesvani', 'ilmaro.tesvani', 'Ilmaro Tesvani'],
    ['Don Henry Tesvani', 'don.tesvani', 'Don Henry Tesvani'],
    ['D. Antonio García', 'antonio.garcia', 'Antonio García'],
    ['D. Antonio Harrbeck', 'd.harrbeck', 'D. Antonio Harrbeck'],
  ])('treats a word as a title only if it is not part of the name: %s', (written, local, name) => {
    expect(ownersOf(`<p>${written}</p><p>${local}@tannhof.example</p>`)).toEqual([`${local}: ${name}`])
  })

  describe('records without an element of their own', () => {
    const people = [
      ['Alice Hughes', 'q101x'],
      ['Mark Turner', 'q102x'],
      ['Helen Miller', ''],
      ['Paolo Conti', 'q104x'],
    ] as const
    const row = (one: (name: string, mail: string) => string): string =>
      people.map(([name, local]) => one(name, local === '' ? '' : `${local}@tannhof.example`)).join('')
    const owners = ['q101x: Alice Hughes', 'q102x: Mark Turner', 'q104x: Paolo Conti']

    it.each([
      ['headings with paragraphs', (name: string, mail: string) => `<h3>${name}</h3><p>Usher</p><p>${mail}</p>`],
      ['headings with lists', (name: string, mail: string) => `<h4>${name}</h4><dl><dt>Mail</dt><dd>${mail}</dd></dl>`],
      ['cells of a grid', (name: string, mail: string) => `<div class="n">${name}</div><div class="m">${mail}</div>`],
      [
        'cells that a script fills',
        (name: string, mail: string) =>
          `<div class="n">${name}</div><div class="m">${mail && `<script>document.write('<a href="mai'+'lto:${mail}">x</a>')</script>`}</div>`,
      ],
    ])('%s', (_, one) => {
      expect(ownersOf(`<section>${row(one)}</section>`)).toEqual(owners)
    })

    it('have no owner if the address precedes the name, or if two addresses follow it', () => {
      expect(ownersOf(`<section>${row((name, mail) => `<p>${mail}</p><h3>${name}</h3>`)}</section>`)).toEqual([])
      const both = row((name, mail) => `<h3>${name}</h3><p>${mail}</p><p>${mail && `x${mail}`}</p>`)
      expect(ownersOf(`<section>${both}</section>`)).toEqual([])
    })
  })

  it('assigns a given-name address to the person in the record with that initial', () => {
    const row = (name: string, local: string) => `<li>${name}, Sales Manager, ${local}@tannhof.example</li>`
    expect(
      ownersOf(`<ul>${row('G. Russo', 'giulia')}${row('L. Conti', 'paolo')}${row('M. Ferrari', 'mferrari')}</ul>`),
    ).toEqual(['giulia: G. Russo', 'mferrari: M. Ferrari'])
  })

  it('turns nobody round who goes by a second name', () => {
    const page = pageOf('<p>Jane Ann Miller (Manager)<br>ann.miller@tannhof.example</p>')
    const [person] = extractPage(page, OPTIONS).people
    expect(person).toMatchObject({ lastName: 'Miller', email: 'ann.miller@tannhof.example' })
  })

  it('treats initials that several people share as given names, not as a series of products', () => {
    const card = (name: string, local: string) =>
      `<div class="card"><h4>${name}</h4><p>${local}@tannhof.example</p></div>`
    const cards = [card('M. Carter', 'q117x'), card('M. Turner', 'q118x'), card('M. Gribretti', 'q119x')]
    expect(ownersOf(cards.join(''))).toEqual(['q117x: M. Carter', 'q118x: M. Turner', 'q119x: M. Gribretti'])
  })

  it('does not take the particles of surnames for ordinary words', () => {
    const row = (name: string, local: string) => `<tr><td>${name}</td><td>${local}@tannhof.example</td></tr>`
    const rows = [
      row('Anna Huber', 'ahuber'),
      row('Paul Steiner', 'psteiner'),
      row('Clara Vogt', 'cvogt'),
      row('Siegthild von Tannner', 'q120x'),
    ]
    expect(ownersOf(`<p>Ein Haus von Freunden.</p><table>${rows.join('')}</table>`)).toContain(
      'q120x: Siegthild von Tannner',
    )
  })

  it('assigns the address below a sentence about a person to the name in the heading', () => {
    const panel = (name: string, local: string) =>
      `<div class="panel"><div><a href="#x">${name}</a></div><div><div><p>${name} keeps the books of the mill.</p><p>${local}@tannhof.example</p></div></div></div>`
    const panels = [panel('Ingrid Johansen', 'q122x'), panel('Lars Berg', 'q123x'), panel('Nora Dahl', 'q124x')]
    expect(ownersOf(panels.join(''))).toEqual(['q122x: Ingrid Johansen', 'q123x: Lars Berg', 'q124x: Nora Dahl'])
  })

  it('reads the names of couples and of people whom a word joins', () => {
    const names = (body: string) => mentionedNames(pageOf(body), OPTIONS)
    expect(names('<p>- Fiona and Gregory Oskarbeck</p>')).toContain('Gregory Oskarbeck')
    expect(names('<h4>Sabine Thornton und Dorothea Marsh</h4><p>Trampolin</p>')).toEqual([
      'Sabine Thornton',
      'Dorothea Marsh',
    ])
    expect(names('<p>Ferdinand von und zu Tannenwald, Vorstand</p>')).toEqual(['Ferdinand von und zu Tannenwald'])
  })

  it('takes two capitals for given names, and a surname in capitals for one', () => {
    const names = ['Amelia Thornton', 'Daniel Marsh', 'TJ Whitfield', 'Claire Ellison', 'LI Wei']
    const cards = names.map((name) => `<h4>${name}</h4><p>Treasurer</p>`)
    const { people } = extractPage(pageOf(cards.join('')), OPTIONS)
    expect(people.map(({ firstName }) => firstName)).toEqual(['Amelia', 'Daniel', 'TJ', 'Claire', 'Wei'])
  })

  it('takes none from what is called after somebody, nor from words of captions', () => {
    const names = (body: string) => mentionedNames(pageOf(body), OPTIONS)
    const story =
      'came here long ago and has looked after the old mill by the river, its wheel and all of its paths, ever since'
    expect(names(`<p>After her years at the Thomas Marsh Memorial Hospital she ${story}.</p>`)).toEqual([])
    expect(names(`<p>After her years with Thomas Marsh she ${story}.</p>`)).toEqual(['Thomas Marsh'])
    expect(names('<p>Beratungsstelle Vereinsvorstand</p><p>Hinten Edmund Marsh Vorne Tobias Ellison</p>')).toEqual([
      'Edmund Marsh',
      'Tobias Ellison',
    ])
  })

  it('parts initials from the surname that they are written to', () => {
    const names = ['K.R.Devanandan', 'V.Maheshvaran', 'Madhav Thornton', 'Kannan Marsh', 'Priya Ellison']
    const cards = names.map(
      (name, at) => `<div><h4>${name}</h4><p>Director</p><p>Loom House</p><p>mail${at}@tannhof.example</p></div>`,
    )
    expect(ownersOf(cards.join(''))).toEqual([
      'mail0: K. R. Devanandan',
      'mail1: V. Maheshvaran',
      'mail2: Madhav Thornton',
      'mail3: Kannan Marsh',
      'mail4: Priya Ellison',
    ])
  })

  it('takes no counties for names, and offices of a church before a name for none of its words', () => {
    const { people } = extractPage(
      pageOf(
        '<p>Daniel Marsh - Sales Executive: Yorkshire, Lancashire, Cheshire</p><p>Evangelist Claire Ellison (Head Pastor)</p>',
      ),
      OPTIONS,
    )
    expect(people.map(({ fullName, position }) => `${fullName}: ${position}`)).toEqual([
      'Daniel Marsh: Sales Executive: Yorkshire, Lancashire, Cheshire',
      'Claire Ellison: Head Pastor',
    ])
  })
})
