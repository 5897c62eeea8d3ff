import { describe, expect, test } from 'vitest'
import { FindEmailInput } from '../../../src/core/search/find-email-input.ts'
import { partsOfForm, partsOfPastedName } from '../../../src/engine/extract/names/pasted-full-name.ts'
import { rankCandidates } from '../../../src/engine/find/candidates.ts'
import { learnPattern } from '../../../src/engine/find/pattern-learner.ts'
import { samePerson } from '../../../src/engine/find/same-person.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'
import { pastedName } from '../../../src/lib/text/pasted-name.ts'

const LISA = { first: 'Lisa', middle: '', last: 'Meyer' }

describe('a full name is read without what was copied along', () => {
  test.each([
    'Lisa Meyer | Head of Partnerships',
    'Lisa Meyer - Sales',
    'Lisa Meyer – Vertrieb',
    'Lisa Meyer • Kelp & Sons',
    'Lisa Meyer / Sales',
    'Lisa Meyer, Head of Sales',
    'Meyer, Lisa - Sales',
    'Lisa Meyer (Marketing)',
    'Lisa Meyer [Sales]',
    'Lisa Meyer <lisa>',
    '<b>Lisa Meyer</b>',
    '"Lisa Meyer"',
    'Lisa Meyer geb. Adler',
    'Lisa Meyer (née Adler)',
    'DR. PROF. MED. LISA MEYER',
  ])('%s', (text) => {
    expect(partsOfPastedName(text)).toEqual(LISA)
  })

  test('but what belongs to it stays', () => {
    expect(partsOfPastedName('Jean-Luc Meyer-Adler')).toMatchObject({ first: 'Jean-Luc', last: 'Meyer-Adler' })
    expect(partsOfPastedName('Hans - Peter Meyer')).toMatchObject({ first: 'Hans', last: 'Meyer' })
    expect(partsOfPastedName('Watchman Nee')).toMatchObject({ first: 'Watchman', last: 'Nee' })
    expect(partsOfPastedName('Róisín Ó Murchú')).toMatchObject({ first: 'Róisín', middle: '', last: 'Ó Murchú' })
    expect(partsOfPastedName('Sean O Brien')).toMatchObject({ middle: '', last: "O'Brien" })
    expect(partsOfPastedName('John O Smith')).toMatchObject({ middle: 'O', last: 'Smith' })
    expect(partsOfForm({ first: 'Sean', last: 'O Dalaigh' })).toMatchObject({ last: "O'Dalaigh" })
    expect(partsOfPastedName("Lisa O'Neil")).toMatchObject({ last: "O'Neil" })
    expect(partsOfPastedName('Berg van der, Lisa')).toMatchObject({ first: 'Lisa', last: 'van der Berg' })
  })
})

describe('a full name is read in the order of its language', () => {
  test.each([
    ['Kim Min-jun', 'Min-jun', 'Kim'],
    ['Lee Seung-Hyun', 'Seung-Hyun', 'Lee'],
    ['Choi Soo Jin', 'Soo Jin', 'Choi'],
    ['Ng Wei Ling', 'Wei Ling', 'Ng'],
    ['Lim Chee Keong', 'Chee Keong', 'Lim'],
    ['Nguyễn Văn Nam', 'Nam', 'Nguyễn'],
    ['Le Thi Hoa', 'Hoa', 'Le'],
    ['VAN DEN BERGHE, Koen', 'Koen', 'van den Berghe'],
    ['GARCIA LOPEZ, Maria', 'Maria', 'Garcia Lopez'],
  ])('the family name first: %s', (text, first, last) => {
    expect(partsOfPastedName(text)).toMatchObject({ first, last })
  })

  test.each([
    ['Kim Anne-Lise', 'Kim'],
    ['Kim Jo Lane', 'Kim'],
    ['Lee Ann Marsh', 'Lee'],
    ['Soo Jin Kim', 'Soo'],
    ['Min-jun Kim', 'Min-jun'],
    ['Ho Jin Lee', 'Ho'],
    ['Tam Nguyen', 'Tam'],
    ['Anna Tran Nguyen', 'Anna'],
    ['May Wong', 'May'],
    ['Van Long Pham', 'Van'],
  ])('the given name first: %s', (text, first) => {
    expect(partsOfPastedName(text).first).toBe(first)
  })

  test('Japanese given names in Han characters have no reading, Chinese ones do', () => {
    const [asked, learnt] = [partsOfPastedName('山田 太郎'), learnPattern([], SHIPPED_LISTS)]
    expect(rankCandidates(asked, learnt).filter(({ local }) => local.includes('tai'))).toEqual([])
    expect(rankCandidates(partsOfPastedName('王小明'), learnt)[0]?.local).toBe('xiaoming.wang')
    expect(rankCandidates(partsOfPastedName('欧阳 明'), learnt)[0]?.local).toBe('ming.ouyang')
  })
})

describe('a first and a last name', () => {
  test.each([
    ['Lisa', 'Meyer (Adler)'],
    ['Lisa', 'Lisa Meyer'],
    ['Lisa Meyer', 'Meyer'],
    ['Lisa', 'Dr. Meyer'],
    ['Shri Lisa', 'Meyer'],
  ])('%s + %s', (first, last) => {
    expect(partsOfForm({ first, last })).toEqual(LISA)
  })

  test('of which titles alone are none', () => {
    expect(partsOfForm({ first: 'Prof. Dr.', last: 'Meyer' })).toEqual({ first: '', middle: '', last: 'Meyer' })
  })
})

describe('the name in daily use', () => {
  const learnt = learnPattern(
    ['Ines Calder', 'Rui Abano', 'Tom Birch'].map((full) => {
      const [first = '', last = ''] = full.split(' ')
      return { local: `${first}.${last}`.toLowerCase(), name: { first, middle: '', last }, weight: 1 }
    }),
    SHIPPED_LISTS,
  )

  test.each(['Wei (Wendy) Zhang', 'Wei "Wendy" Zhang', 'Wei ‘Wendy’ Zhang', 'Wei Zhang (Wendy)'])(
    'is asked for beside the other, wherever it stands: %s',
    (text) => {
      const name = partsOfPastedName(text)
      expect(name).toMatchObject({ first: 'Wei', last: 'Zhang' })
      const first = rankCandidates(name, learnt).slice(0, 2)
      expect(first.map(({ local }) => local).toSorted()).toEqual(['wei.zhang', 'wendy.zhang'])
      expect(samePerson(name, { first: 'Wendy', middle: '', last: 'Zhang' })).toBe('certain')
      expect(samePerson(name, { first: 'Wei', middle: '', last: 'Zhang' })).toBe('certain')
    },
  )
})

describe('letters', () => {
  test.each([
    'Lisa Meyer 🎉',
    '🚀 Lisa Meyer',
    'Ｌｉｓａ Ｍｅｙｅｒ',
    '𝐋𝐢𝐬𝐚 Meyer',
    '\u202eLi\u200bsa\u200d Meyer\u202c',
    'Lisa\u00a0Meyer',
  ])('are plain ones without pictures and marks nobody sees: %j', (text) => {
    expect(pastedName(text)).toBe('Lisa Meyer')
    expect(FindEmailInput.parse({ full_name: text })).toMatchObject({ full_name: 'Lisa Meyer' })
  })

  test('keep the joiners that a script needs, and the sign of a designation', () => {
    expect(pastedName('نیک\u200cنام')).toBe('نیک\u200cنام')
    expect(pastedName('Lisa Meyer, CFP®')).toBe('Lisa Meyer, CFP®')
  })

  test('have to be there', () => {
    expect(FindEmailInput.safeParse({ first_name: '👋', last_name: 'Meyer' }).success).toBe(false)
  })
})

test.each(['(', '"', '<', ' - ', ' geb.', ', ', '\u200b', '🎉', "'", 'a (', 'van ', 'Dr. '])(
  'nothing that repeats without end takes a name apart forever: %j',
  (piece) => {
    const text = piece.repeat(20_000)
    expect(pastedName(text).length).toBeLessThanOrEqual(text.length)
    expect(Object.values(partsOfPastedName(text)).join('').length).toBeLessThan(400)
  },
)
