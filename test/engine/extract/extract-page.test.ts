import { describe, expect, test } from 'vitest'
import { extractPage, mentionedNames } from '../../../src/engine/extract/extract-page.ts'
import type { FoundPerson } from '../../../src/engine/extract/page/page-facts.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

function read(html: string, url = 'https://acme.example/team') {
  return extractPage({ url, html, domain: 'acme.example' }, OPTIONS)
}

/** Address → name, for the people that own one. */
function owners(html: string): Record<string, string> {
  const owned = read(html).people.filter((person) => person.email !== null)
  return Object.fromEntries(owned.map((person) => [person.email?.split('@')[0] ?? '', person.fullName]))
}

const person = (html: string, name: string): FoundPerson | undefined =>
  read(html).people.find((one) => one.fullName === name)
const mail = (local: string) => `<a href="mailto:${local}@acme.example">${local}@acme.example</a>`

describe('who owns an address', () => {
  test('each row of a table is about one person', () => {
    const row = (name: string, title: string, local: string) =>
      `<tr><td>${name}</td><td>${title}</td><td>${mail(local)}</td></tr>`
    const html = `<table><tr><th>Name</th><th>Position</th><th>E-mail</th></tr>
      ${row('Jane Miller', 'Head of Sales', 'jm')}${row('John Carter', 'Forester', 'forest77')}${row('Ana Silva', 'Biology', 'silva')}</table>`
    expect(owners(html)).toEqual({ jm: 'Jane Miller', forest77: 'John Carter', silva: 'Ana Silva' })
    expect(person(html, 'Ana Silva')).toMatchObject({ position: 'Biology', via: 'record' })
  })

  test('cards keep name, title, number and profile together', () => {
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

  test('a definition list pairs a term with what follows it', () => {
    const html = `<dl><dt>Jane Miller</dt><dd>Director</dd><dd>${mail('jane.miller')}</dd><dt>John Carter</dt><dd>Engineer</dd><dd>${mail('jcarter')}</dd></dl>`
    expect(owners(html)).toEqual({ 'jane.miller': 'Jane Miller', jcarter: 'John Carter' })
  })

  test('blocks belong to the heading above them', () => {
    const html = `<h2>Our team</h2><h3>Jane Miller</h3><p>Sales Manager</p><p>${mail('jmiller')}</p>
      <h3>John Carter</h3><p>Accountant</p><p>${mail('jcarter')}</p><h3>Ana Silva</h3><p>Lawyer</p><p>${mail('asilva')}</p>`
    expect(owners(html)).toEqual({ jmiller: 'Jane Miller', jcarter: 'John Carter', asilva: 'Ana Silva' })
    expect(person(html, 'John Carter')?.position).toBe('Accountant')
  })

  test('in a list without records only an address that fits has an owner', () => {
    const entry = (name: string, local: string) =>
      `${name}<br>Building 4, second floor, to the left<br>by appointment<br>${mail(local)}<br>`
    const html = `<p>${entry('Jane Miller', 'jmiller')}${entry('John Carter', 'jcarter')}${entry('Ana Silva', 'skylark')}${entry('Mark Turner', 'mturner')}</p>`
    expect(owners(html)).toEqual({ jmiller: 'Jane Miller', jcarter: 'John Carter', mturner: 'Mark Turner' })
  })

  test('an address that a script, an event or split attributes make is in its row', () => {
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

  test('a script at the end of the page fills the element that it names', () => {
    const html = `<div class="card"><h3>Jane Miller</h3><p id="m1"></p></div><div class="card"><h3>John Carter</h3><p id="m2"></p></div>
      <script>document.getElementById('m1').innerHTML='jm'+'@'+'acme.example';document.getElementById('m2').innerHTML='jc'+'@'+'acme.example'</script>`
    expect(owners(html)).toEqual({ jm: 'Jane Miller', jc: 'John Carter' })
  })

  test('an address names the person it spells, whatever the lists say about the words', () => {
    const card = (name: string, local: string) => `<div class="card"><b>${name}</b><br>${local} [at] acme.example</div>`
    expect(owners(card('Teodolinda Sbragia', 't.sbragia') + card('Prof.dr. Moldorean Ionuț', 'imoldorean'))).toEqual({
      't.sbragia': 'Teodolinda Sbragia',
      imoldorean: 'Moldorean Ionuț',
    })
  })

  test('the habit of the page says which word is the surname', () => {
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

  test('a place that holds titles in some records holds positions in all of them', () => {
    const card = (name: string, title: string) => `<div class="c"><h4>${name}</h4><p>${title}</p></div>`
    const html = `${card('Jane Miller', 'Sales Manager')}${card('John Carter', 'Keeper of Maps')}${card('Ana Silva', 'Accountant')}
      ${card('Mark Turner', 'Tel. 0200 123456')}`
    expect(person(html, 'John Carter')?.position).toBe('Keeper of Maps')
    expect(person(html, 'Mark Turner')?.position ?? null).toBeNull()
  })

  test('ordinary words next to a matching address are nobody', () => {
    expect(owners(`<p>Open Records<br>${mail('openrecords')}</p><p>Storm Water<br>${mail('storm.water')}</p>`)).toEqual(
      {},
    )
  })

  test('a role address in the record of a person stays without a name, unless it spells it', () => {
    expect(owners(`<div class="card"><h3>Jane Miller</h3><p>${mail('info')}</p></div>`)).toEqual({})
    expect(owners(`<div class="card"><h3>Mark Sales</h3><p>${mail('mark.sales')}</p></div>`)).toEqual({
      'mark.sales': 'Mark Sales',
    })
  })

  test('an address that carries another name is not given away', () => {
    expect(owners(`<div class="card"><h3>Jane Miller</h3><p>${mail('robert.jones')}</p></div>`)).toEqual({})
    const both = `<div class="card"><h3>Jane Miller</h3><p>${mail('robert.jones')}</p></div><footer><p>Robert Jones</p></footer>`
    expect(owners(both)).toEqual({ 'robert.jones': 'Robert Jones' })
  })

  test('many addresses around one name are nobody’s', () => {
    const html = `<div><h1>Jane Miller</h1>${['alpha', 'beta7', 'gamma'].map((local) => `<p>${mail(local)}</p>`).join('')}</div>`
    expect(owners(html)).toEqual({})
  })

  test('an address made of words belongs to nobody outside a record', () => {
    expect(owners(`<div><p>Director: Jane Miller</p><p>${mail('forest-cabin')}</p></div>`)).toEqual({})
  })

  test('a name far away in the text owns nothing', () => {
    const prose = '<p>We were founded in a small town by the sea a long time ago.</p>'.repeat(60)
    expect(owners(`<p>Jane Miller opened the shop.</p>${prose}<p>${mail('skylark')}</p>`)).toEqual({})
  })

  test('the text of the link names the owner', () => {
    expect(owners('<p>Write to <a href="mailto:jm@acme.example">Jane Miller</a>.</p>')).toEqual({ jm: 'Jane Miller' })
  })

  test('spelled and protected addresses have owners too', () => {
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

  test('titles above the names are not shifted to the next person', () => {
    const lines = ['President', 'Jane Miller', 'Vice President', 'John Carter', 'Sales Director', 'Ana Silva']
    const html = lines.map((line) => `<div>${line}</div>`).join('')
    expect(person(html, 'Jane Miller')?.position).toBe('President')
    expect(person(html, 'Ana Silva')?.position).toBe('Sales Director')
  })

  test('keeps the original next to the normalised form', () => {
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

describe('what a page does not say', () => {
  test('companies, places and menus are not people', () => {
    const html = `<ul><li>About Us</li><li>Contact Sales</li><li>Grand Hotel</li></ul><p>Acme Holdings Ltd, Main Street, San Jose</p><p>${mail('info')}</p>`
    expect(read(html).people).toEqual([])
    expect(mentionedNames({ url: 'https://acme.example/', html, domain: 'acme.example' }, OPTIONS)).toEqual([])
  })

  test('what one first word heads in a row is not a family, but among many people some share a first name', () => {
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

  test('a word that the page also writes in lower case is not a surname', () => {
    const html = `<p>Olive Gladness</p><p>our gladness about olives</p><p>${mail('info')}</p>`
    expect(mentionedNames({ url: 'https://acme.example/', html, domain: 'acme.example' }, OPTIONS)).toEqual([])
  })

  test('lists of pupils are not recorded', () => {
    const html = `<title>Class list</title><ul><li>Jane Miller ${mail('jane.miller')}</li></ul>`
    expect(read(html).people).toEqual([])
  })

  test('profiles in the footer are the company’s, those in a card a person’s', () => {
    const html = `<div class="card"><h3>Jane Miller</h3><p>CEO</p><a href="https://x.com/janem">x</a></div>
      <footer><a href="https://www.linkedin.com/company/acme">in</a><a href="https://twitter.com/acme">t</a></footer><p>${mail('info')}</p>`
    expect(read(html).socials).toEqual({ linkedin: 'company/acme', twitter: 'acme' })
    expect(person(html, 'Jane Miller')?.twitter).toBe('janem')
  })
})
