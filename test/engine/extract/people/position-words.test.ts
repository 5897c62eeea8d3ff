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

  it('are posts whatever words of English are between letters with marks', () => {
    expect(positionBelow('Isännöitsijä')).toBe('Isännöitsijä')
  })
})
