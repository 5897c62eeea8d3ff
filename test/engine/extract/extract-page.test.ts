import { describe, expect, test } from 'vitest'
import { extractPage, mentionedNames } from '../../../src/engine/extract/extract-page.ts'
import type { FoundPerson } from '../../../src/engine/extract/page/page-facts.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

function read(html: string, url = 'https://acme.example/team') {
  return extractPage({ url, html, domain: 'acme.example' }, OPTIONS)
}

/** Maps addresses to the names of their owners, if they have one. */
function owners(html: string): Record<string, string> {
  const owned = read(html).people.filter((person) => person.email !== null)
  return Object.fromEntries(owned.map((person) => [person.email?.split('@')[0] ?? '', person.fullName]))
}

const person = (html: string, name: string): FoundPerson | undefined =>
  read(html).people.find((one) => one.fullName === name)
const mail = (local: string) => `<a href="mailto:${local}@acme.example">${local}@acme.example</a>`

describe('the owner of an address', () => {
  test('is the person of its table row', () => {
    const row = (name: string, title: string, local: string) =>
      `<tr><td>${name}</td><td>${title}</td><td>${mail(local)}</td></tr>`
    const html = `<table><tr><th>Name</th><th>Position</th><th>E-mail</th></tr>
      ${row('Jane Miller', 'Head of Sales', 'jm')}${row('John Carter', 'Forester', 'forest77')}${row('Ana Silva', 'Biology', 'silva')}</table>`
    expect(owners(html)).toEqual({ jm: 'Jane Miller', forest77: 'John Carter', silva: 'Ana Silva' })
    expect(person(html, 'Ana Silva')).toMatchObject({ position: 'Biology', via: 'record' })
  })

  test('is in its card, together with title, number and profile', () => {
    const card = (name: string, title: string, local: string, phone: string, handle: string) =>
      `<div class="card"><img src="x.jpg" alt="${name}"><h3>${name}</h3><p class="job-title">${title}</p>
       <p>Phone: ${phone}</p><p>${mail(local)}</p><a href="https://www.linkedin.com/in/${handle}">in</a></div>`
    const html = `<div>${card('Jane Miller', 'Sales Director', 'jane', '+1 212 555 2368', 'janem')}${card('John Carter', 'CTO', 'john', '+1 212 555 2369', 'johnc')}
      ${card('Ana Silva', 'Engineer', 'ana', '+1 212 555 2370', 'anas')}</div>`
    expect(owners(html)).toEqual({ jane: 'Jane Miller', john: 'John Carter', ana: 'Ana Silva' })
    expect(person(html, 'John Carter')).toMatchObject({
      firstName: 'John',
      lastName: 'Carter',
      position: 'CTO',
      phone: '+12125552369',
      linkedin: 'johnc',
    })
  })

  test('is the term of its definition list', () => {
    const html = `<dl><dt>Jane Miller</dt><dd>Director</dd><dd>${mail('jane.miller')}</dd><dt>John Carter</dt><dd>Engineer</dd><dd>${mail('jcarter')}</dd></dl>`
    expect(owners(html)).toEqual({ 'jane.miller': 'Jane Miller', jcarter: 'John Carter' })
  })

  test('is in the heading above its block', () => {
    const html = `<h2>Our team</h2><h3>Jane Miller</h3><p>Sales Manager</p><p>${mail('jmiller')}</p>
      <h3>John Carter</h3><p>Accountant</p><p>${mail('jcarter')}</p><h3>Ana Silva</h3><p>Lawyer</p><p>${mail('asilva')}</p>`
    expect(owners(html)).toEqual({ jmiller: 'Jane Miller', jcarter: 'John Carter', asilva: 'Ana Silva' })
    expect(person(html, 'John Carter')?.position).toBe('Accountant')
  })

  test('is missing in a list without records, unless the name fits the address', () => {
    const entry = (name: string, local: string) =>
      `${name}<br>Building 4, second floor, to the left<br>by appointment<br>${mail(local)}<br>`
    const html = `<p>${entry('Jane Miller', 'jmiller')}${entry('John Carter', 'jcarter')}${entry('Ana Silva', 'skylark')}${entry('Mark Turner', 'mturner')}</p>`
    expect(owners(html)).toEqual({ jmiller: 'Jane Miller', jcarter: 'John Carter', mturner: 'Mark Turner' })
  })

  test('is in the same row when a script, an event or split attributes produce the address', () => {
    const row = (name: string, cell: string) => `<tr><td>${name}</td><td>${cell}</td></tr>`
    const html = `<table>${row('DEL CARRO LIA', "<script>document.write('<a href=\"mai'+'lto:l.delcarro'+'@'+'acme.example\">')</script>")}
      ${row('Brandvold, Eskil', `<a href="#" onclick="location.href='mai'+'lto:eskil77'+'@'+'acme.example'">E-post</a>`)}
      ${row('Oduya, Femi Dr', '<a data-user="f.oduya" data-domain="acme.example" href="#">show</a>')}
      ${row('Mark Turner', '<span style="unicode-bidi:bidi-override;direction:rtl">elpmaxe.emca@64kram</span>')}</table>`
    expect(owners(html)).toEqual({
      'l.delcarro': 'Del Carro Lia',
      eskil77: 'Eskil Brandvold',
      'f.oduya': 'Femi Oduya',
      mark46: 'Mark Turner',
    })
  })

  test('is found for an element that a script at the end of the page fills', () => {
    const html = `<div class="card"><h3>Jane Miller</h3><p id="m1"></p></div><div class="card"><h3>John Carter</h3><p id="m2"></p></div>
      <script>document.getElementById('m1').innerHTML='jm'+'@'+'acme.example';document.getElementById('m2').innerHTML='jc'+'@'+'acme.example'</script>`
    expect(owners(html)).toEqual({ jm: 'Jane Miller', jc: 'John Carter' })
  })

  test('is the person it spells, whatever the lists say about the words', () => {
    const card = (name: string, local: string) => `<div class="card"><b>${name}</b><br>${local} [at] acme.example</div>`
    expect(owners(card('Teodolinda Sbragia', 't.sbragia') + card('Prof.dr. Moldorean Ionuț', 'imoldorean'))).toEqual({
      't.sbragia': 'Teodolinda Sbragia',
      imoldorean: 'Moldorean Ionuț',
    })
  })

  test('has the surname where most names on the page have it', () => {
    const rows = ['Saarinen Aku', 'Kornen Veipo', 'Virtamäki Tuija'].map((name) => {
      const [last = '', first = ''] = name.toLowerCase().replace('ä', 'a').split(' ')
      return `<tr><td>${name}</td><td>${mail(`${first}.${last}`)}</td></tr>`
    })
    const people = read(`<table>${rows.join('')}</table>`).people
    expect(people.map(({ firstName, lastName }) => `${firstName ?? ''}/${lastName ?? ''}`)).toEqual([
      'Aku/Saarinen',
      'Veipo/Kornen',
      'Tuija/Virtamäki',
    ])
  })

  test('has a position in a place that contains titles in some records', () => {
    const card = (name: string, title: string) => `<div class="c"><h4>${name}</h4><p>${title}</p></div>`
    const html = `${card('Jane Miller', 'Sales Manager')}${card('John Carter', 'Keeper of Maps')}${card('Ana Silva', 'Accountant')}
      ${card('Mark Turner', 'Tel. 0200 123456')}`
    expect(person(html, 'John Carter')?.position).toBe('Keeper of Maps')
    expect(person(html, 'Mark Turner')?.position ?? null).toBeNull()
  })

  test('is not made of ordinary words next to a matching address', () => {
    expect(owners(`<p>Open Records<br>${mail('openrecords')}</p><p>Storm Water<br>${mail('storm.water')}</p>`)).toEqual(
      {},
    )
  })

  test("is missing for a role address in a person's record, unless it spells the name", () => {
    expect(owners(`<div class="card"><h3>Jane Miller</h3><p>${mail('info')}</p></div>`)).toEqual({})
    expect(owners(`<div class="card"><h3>Mark Sales</h3><p>${mail('mark.sales')}</p></div>`)).toEqual({
      'mark.sales': 'Mark Sales',
    })
  })

  test('is not a person whose name differs from that in the address', () => {
    expect(owners(`<div class="card"><h3>Jane Miller</h3><p>${mail('robert.jones')}</p></div>`)).toEqual({})
    const both = `<div class="card"><h3>Jane Miller</h3><p>${mail('robert.jones')}</p></div><footer><p>Robert Jones</p></footer>`
    expect(owners(both)).toEqual({ 'robert.jones': 'Robert Jones' })
  })

  test('is missing for many addresses around one name', () => {
    const html = `<div><h1>Jane Miller</h1>${['alpha', 'beta7', 'gamma'].map((local) => `<p>${mail(local)}</p>`).join('')}</div>`
    expect(owners(html)).toEqual({})
  })

  test('is missing for an address of ordinary words outside a record', () => {
    expect(owners(`<div><p>Director: Jane Miller</p><p>${mail('forest-cabin')}</p></div>`)).toEqual({})
  })

  test('is not a name far away in the text', () => {
    const prose = '<p>We were founded in a small town by the sea a long time ago.</p>'.repeat(60)
    expect(owners(`<p>Jane Miller opened the shop.</p>${prose}<p>${mail('skylark')}</p>`)).toEqual({})
  })

  test('is the text of its link', () => {
    expect(owners('<p>Write to <a href="mailto:jm@acme.example">Jane Miller</a>.</p>')).toEqual({ jm: 'Jane Miller' })
  })

  test('is found for spelled-out and protected addresses too', () => {
    const card = (name: string, address: string) => `<div class="card"><h3>${name}</h3><p>${address}</p></div>`
    const html = card('Jane Miller', 'jmiller [at] acme [dot] example') + card('John Carter', 'jcarter(at)acme.example')
    expect(owners(html)).toEqual({ jmiller: 'Jane Miller', jcarter: 'John Carter' })
  })
})

describe('positions', () => {
  test.each([
    ['<li>Jane Miller, Head of Sales</li>', 'Head of Sales'],
    ['<li>Jane Miller – Head of Sales</li>', 'Head of Sales'],
    ['<li>Head of Sales: Jane Miller</li>', 'Head of Sales'],
    ['<p><b>Jane Miller</b><br>Sales Manager (EMEA)</p>', 'Sales Manager'],
    ['<p>Jane Miller<br>President and<br>Chief Executive Officer</p>', 'President and Chief Executive Officer'],
    ['<p>Jane Miller<br>CEO, Roebuck</p>', 'CEO'],
    ['<p>Jane Miller<br>Geschäftsführerin</p>', 'Geschäftsführerin'],
    ['<p>Jane Miller<br>Directrice commerciale</p>', 'Directrice commerciale'],
    ['<div class="card"><p>Jane Miller</p><p>Position: Lamp lighter</p></div>', 'Lamp lighter'],
    ['<table><tr><th>Name</th><td>Jane Miller</td></tr><tr><th>Funktion</th><td>Küster</td></tr></table>', 'Küster'],
    ['<li><b>Jane Miller</b> <i>Head of Sales</i> <i>jane [at] acme.example</i></li>', 'Head of Sales'],
    ['<p><img alt="Jane Miller"><b>Jane Miller</b><br>Head of Sales</p>', 'Head of Sales'],
  ])('%s', (html, position) => {
    expect(person(`${html}<p>${mail('info')}</p>`, 'Jane Miller')?.position).toBe(position)
  })

  test('above the names are not shifted to the next person', () => {
    const lines = ['President', 'Jane Miller', 'Vice President', 'John Carter', 'Sales Director', 'Ana Silva']
    const html = lines.map((line) => `<div>${line}</div>`).join('')
    expect(person(html, 'Jane Miller')?.position).toBe('President')
    expect(person(html, 'Ana Silva')?.position).toBe('Sales Director')
  })

  test('keep the original text beside the normalised form', () => {
    expect(person('<p>Jane Miller<br>Sales Manager (EMEA)</p>', 'Jane Miller')?.positionRaw).toBe(
      'Sales Manager (EMEA)',
    )
  })
})

describe('people of many languages', () => {
  test.each([
    ['Jörg Müller', 'joerg.mueller'],
    ['José García López', 'jgarcia'],
    ['Łukasz Wiśniewski', 'l.wisniewski'],
    ['Søren Kierulf', 'soren'],
    ['Kovács Péter', 'kovacs.peter'],
    ['Γιάννης Παππάς', 'g.pappas'],
    ['Иван Петров', 'i.petrov'],
    ['Priya Raghunathan', 'priya.r'],
  ])('%s owns %s@', (name, local) => {
    const html = `<ul><li>${name}<br>${mail(local)}</li><li>Jane Miller<br>${mail('jane.miller')}</li></ul>`
    expect(owners(html)[local]).toBe(name)
  })
})

describe('people', () => {
  test('are not companies, places and menus', () => {
    const html = `<ul><li>About Us</li><li>Contact Sales</li><li>Grand Hotel</li></ul><p>Acme Holdings Ltd, Main Street, San Jose</p><p>${mail('info')}</p>`
    expect(read(html).people).toEqual([])
    expect(mentionedNames({ url: 'https://acme.example/', html, domain: 'acme.example' }, OPTIONS)).toEqual([])
  })

  test('do not share a first word at the start of consecutive rows, though in a larger group some share a first name', () => {
    const named = (body: string) =>
      mentionedNames({ url: 'https://acme.example/', html: `<ul>${body}</ul>`, domain: 'acme.example' }, OPTIONS)
    const rows = (names: readonly string[]) => names.map((name) => `<li>${name}<br>Engineer</li>`).join('')
    const alma = ['Alma Tapsen', 'Alma Valvick', 'Alma Hosening']
    expect(named(rows(alma.slice(1)))).toContain('Alma Valvick')
    expect(named(rows(alma))).toEqual([])
    const others = [
      'Rui Abano',
      'Jane Rivers',
      'Nora Lindqvist',
      'Peter Holm',
      'Eva Brandt',
      'Paul Winter',
      'Tom Birch',
      'Mark Fox',
      'Ida Ross',
    ]
    expect(named(rows([...alma, ...others]))).toContain('Alma Valvick')
  })

  test('do not have a surname that the page also writes in lower case', () => {
    const html = `<p>Olive Gladness</p><p>our gladness about olives</p><p>${mail('info')}</p>`
    expect(mentionedNames({ url: 'https://acme.example/', html, domain: 'acme.example' }, OPTIONS)).toEqual([])
  })

  test('in lists of pupils are not stored', () => {
    const html = `<title>Class list</title><ul><li>Jane Miller ${mail('jane.miller')}</li></ul>`
    expect(read(html).people).toEqual([])
  })

  test("have the profiles in their cards, while those in the footer are the company's", () => {
    const html = `<div class="card"><h3>Jane Miller</h3><p>CEO</p><a href="https://x.com/janem">x</a></div>
      <footer><a href="https://www.linkedin.com/company/acme">in</a><a href="https://twitter.com/acme">t</a></footer><p>${mail('info')}</p>`
    expect(person(html, 'Jane Miller')?.twitter).toBe('janem')
  })
})
