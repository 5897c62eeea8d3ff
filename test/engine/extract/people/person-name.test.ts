import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePersonName } from '../../../../src/engine/extract/names/person-name.ts'

const parts = (text: string) => {
  const name = parsePersonName(text)
  return name && [name.first, name.middle, name.last]
}

describe('reading a name', () => {
  test.each([
    ['Jane Doe', ['Jane', '', 'Doe']],
    ['JANE MILLER', ['Jane', '', 'Miller']],
    ['Smith, John A.', ['John', 'A.', 'Smith']],
    ['Prof. Dr. Jörg van der Berg', ['Jörg', '', 'van der Berg']],
    ['Oduya, Femi Dr', ['Femi', '', 'Oduya']],
    ['Brandvold, Eskil Mr', ['Eskil', '', 'Brandvold']],
    ['Mireille Prof Okafor', ['Mireille', '', 'Okafor']],
    ['Tannert, M.Sc. Ulla', ['Ulla', '', 'Tannert']],
    ['Prof.dr. Ann Weber', ['Ann', '', 'Weber']],
    ['dos Pereira, Pilar', ['Pilar', '', 'dos Pereira']],
    ['Della Rossi, Elena', ['Elena', '', 'Della Rossi']],
    ['García Moreno, Quelira', ['Quelira', '', 'García Moreno']],
    ['Santos Silva, Esterio S.', ['Esterio', 'S.', 'Santos Silva']],
    ['Santos Silva, Quelira S. T.', ['Quelira', 'S. T.', 'Santos Silva']],
    ['Astrid Lindqvist', ['Astrid', '', 'Lindqvist']],
    ['FENG,Mei', ['Mei', '', 'Feng']],
    ['Jane Miller (she/her)', ['Jane', '', 'Miller']],
    ['Dipl.-Ing. (FH) Klaus Müller', ['Klaus', '', 'Müller']],
    ['Mary A. Harris, M.D., PhD', ['Mary', 'A.', 'Harris']],
    ['Mary Harris RIBA', ['Mary', '', 'Harris']],
    ['John Smith Jr.', ['John', '', 'Smith']],
    ['María García López', ['María', '', 'García López']],
    ['João da Silva Santos', ['João', '', 'da Silva Santos']],
    ['Jean-Luc de la Fontaine', ['Jean-Luc', '', 'de la Fontaine']],
    ["Sean O'Brien", ['Sean', '', "O'Brien"]],
    ["Robert 'Bob' Carter", ['Robert', '', 'Carter']],
    ['Kovács Péter', ['Péter', '', 'Kovács']],
    ['NGUYEN Van Anh', ['Van Anh', '', 'Nguyen']],
    ['Иванов Иван Петрович', ['Иван', 'Петрович', 'Иванов']],
    ['田中 太郎', ['太郎', '', '田中']],
    ['王小明', ['小明', '', '王']],
    ['김민준', ['민준', '', '김']],
    ['Frau Müller', ['', '', 'Müller']],
    ['Don Johnson', ['Don', '', 'Johnson']],
  ])('%s', (text, expected) => {
    expect(parts(text)).toEqual(expected)
  })

  test.each([
    'Contact Us',
    'Sales Manager',
    'Virginia Beach',
    'San Jose',
    'Main Street',
    'Acme Holdings Ltd',
    'Read More',
    'Geschäftsführung Vertrieb',
    'Marietta GA',
    'Jane Doe, Director',
    'Patrick Kelly, Bibliotecaria',
    'Oduya Brandvold, Conserje',
    'Oduya Brandvold, Recepcionista',
    'Organist Oduya Brandvold',
    'Headteacher Jane Miller',
    'jane@acme.example',
    'Room 12',
    'Jane',
    '',
  ])('rejects %s', (text) => {
    expect(parsePersonName(text)).toBeNull()
  })

  test('keeps the order in which the language writes names', () => {
    expect(parsePersonName('Kovács Péter')?.full).toBe('Kovács Péter')
    expect(parsePersonName('DOE, Jane')?.full).toBe('Jane Doe')
  })

  test('returns how well it is supported', () => {
    expect(parsePersonName('Jane Miller')?.evidence).toBe(3)
    expect(parsePersonName('Jane Xyzqwer')?.evidence).toBe(2)
    expect(parsePersonName('Xyzqwer Miller')?.evidence).toBe(1)
    expect(parsePersonName('Xyzqwer Qwerxyz')?.evidence).toBe(0)
  })
})

test('any text is accepted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const name = parsePersonName(text)
      if (name) expect(name.full).not.toBe('')
    }),
  )
})
