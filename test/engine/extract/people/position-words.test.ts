import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

function positionBelow(text: string): string | null {
  const html = `<h1>Our team</h1><h2>Amelia Thornton</h2><p>${text}</p>`
  const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
  return people[0]?.positionRaw ?? null
}

describe('posts in the words of their language', () => {
  it('are known where a page shows one person alone, and other words are not', () => {
    const posts = [
      'Psycholog, psychoterapeuta',
      'Rejestratorka medyczna',
      'Mzdová účetní',
      'Gyógytornász',
      'Consilier juridic',
      'Fysioterapeutti',
      'Klienditeenindaja',
      'Grāmatvede',
      'Sandėlininkas',
      'Mali müşavir',
      'Υπεύθυνος Πωλήσεων',
      'Računovotkinja',
      'Главный бухгалтер',
      'Mondhygiëniste',
    ]
    for (const post of posts) expect(positionBelow(post), post).toBe(post)
    for (const text of ['Powrót do listy', 'Zobacz więcej', 'Lue lisää', 'Tovább'])
      expect(positionBelow(text), text).toBeNull()
  })

  it('are neither what somebody said nor a menu', () => {
    for (const text of ['«Soy un contador de historias»', 'Startseite Über uns Termine Vorstand Kontakt'])
      expect(positionBelow(text), text).toBeNull()
  })

  it('are posts whatever words of English are between letters with marks', () => {
    expect(positionBelow('Isännöitsijä')).toBe('Isännöitsijä')
  })
})

describe('people below a heading in the words of their language', () => {
  it.each([
    ['Echipa noastră', 'Andrei Popescu', 'Medic stomatolog'],
    ['Ekibimiz', 'Ayşe Demir', 'Satış Danışmanı'],
    ['Csapatunk', 'Kovács Anna', 'Fogorvos'],
    ['Náš tým', 'Petra Svobodová', 'Účetní'],
    ['Naš tim', 'Marko Jovanović', 'Stomatolog'],
    ['Mūsų komanda', 'Jonas Kazlauskas', 'Vadybininkas'],
    ['Meie meeskond', 'Mari Tamm', 'Projektijuht'],
    ['Η ομάδα μας', 'Μαρία Νικολάου', 'Διευθυντής'],
    ['Керівництво', 'Олена Шевченко', 'Директор'],
    ['Lab Members', 'Amelia Thornton', 'PhD student'],
  ])('%s', (heading, name, post) => {
    const html = `<div><h2>${heading}</h2><div><h4>${name}</h4><p>${post}</p></div></div>`
    const { people } = extractPage({ url: 'https://tannhof.example/a', html, domain: 'tannhof.example' }, OPTIONS)
    expect(people.map(({ fullName, positionRaw }) => [fullName, positionRaw])).toEqual([[name, post]])
  })

  it('are read neither below that of something else', () => {
    const html = '<div><h2>Екипировка</h2><div><h4>Amelia Thornton</h4><p>Stomatolog</p></div></div>'
    expect(extractPage({ url: 'https://tannhof.example/a', html, domain: 'tannhof.example' }, OPTIONS).people).toEqual(
      [],
    )
  })
})
