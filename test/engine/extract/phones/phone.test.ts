import { array, assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessCountry } from '../../../../src/engine/extract/phones/phone-country.ts'
import { sourcePhones } from '../../../../src/engine/extract/phones/source-phones.ts'
import { findPhones } from '../../../../src/engine/extract/phones/phone.ts'

const numbers = (line: string | string[], country: Parameters<typeof findPhones>[0]['country'] = 'US'): string[] =>
  findPhones({ lines: [line].flat(), country }).map(({ number }) => number)

describe('findPhones', () => {
  it.each([
    ['Call (212) 555-0142 today', 'US', '+12125550142'],
    ['212.555.0142 ext. 12', 'US', '+12125550142;ext=12'],
    ['Phone: (212)-555-0142 (8:30 AM-5:00 PM)', 'US', '+12125550142'],
    ['1-800-FLOWERS', 'US', '+18003569377'],
    ['020 7946 0123', 'GB', '+442079460123'],
    ['+44 (0)20 7946 0123', 'US', '+442079460123'],
    ['030/1234567', 'DE', '+49301234567'],
    ['01 70 18 99 10', 'FR', '+33170189910'],
    ['0044 20 7946 0123', 'DE', '+442079460123'],
    ['(212) 555-0142', null, '+12125550142'],
    ['Tel.: 0845 496 0123', null, '+448454960123'],
    ['03.26.55.01.77', 'FR', '+33326550177'],
    ['+52 1 33 5550 0177', 'MX', '+523355500177'],
    ['Madrid 915 550 123', 'ES', '+34915550123'],
    ['Sachbearbeiterin Steuern 056 555 01 12', 'CH', '+41565550112'],
    ['+34 925 55 01 40, extensión 12', 'ES', '+34925550140;ext=12'],
    ['010 555 01 70 toestel 12', 'NL', '+31105550170;ext=12'],
    ['0525-55 01 10 ankn. 12', 'SE', '+46525550110;ext=12'],
    ['tlf.: 20123456', 'DK', '+4520123456'],
    ['Sími: 5551234', 'IS', '+3545551234'],
    ['тел. 84955550142', 'RU', '+74955550142'],
    ['τηλ. 2105550142', 'GR', '+302105550142'],
  ] as const)('reads %s in %s', (line, country, number) => expect(numbers(line, country)).toEqual([number]))

  it.each([
    '$2,125,550,142',
    'Founded 1998-2004, moved 2012-03-04',
    '사업자등록번호 : 473-22-01738',
    '法人番号 3290805009',
    '12.05.2014 18:30',
    'IBAN DE89 3704 0044 0532 0130 00',
    'VAT No. 212 555 0142',
    'Y-tunnus: 212 555 0142',
    'Vergi No: 212 555 0142',
    'HRB 2125550142',
    '40.712800, -74.006000',
    '192.168.100.100',
    'photo_2125550142.jpg',
    '1 2 3 4 5 6 7 8 9 10',
    '2125550142',
    'Отель 2125550142',
  ])('finds no number in %s', (line) => expect(numbers(line)).toEqual([]))

  it.each([
    ['Caminho das Árvores, CEP: 41.820-020', 'BR'],
    ['Autos 300.863/83', 'BR'],
    ['Bg: 5791 - 3345', 'SE'],
    ['Plusgiro 55 01 70-1, Bankgiro 579-3345', 'SE'],
  ] as const)('takes a code, a file and an account for no number: %s', (line, country) =>
    expect(numbers(line, country)).toEqual([]),
  )

  it('reads a number that is called so in the plan of the domain where it fits no other', () => {
    const lines = ['Téléphone : 06 39 98 01 55', '2325 Third Street, San Francisco, CA 94107']
    expect(findPhones({ lines, country: 'US', home: 'FR' }).map(({ number }) => number)).toEqual(['+33639980155'])
    expect(findPhones({ lines: ['Dossier 06 39 98 01 55'], country: 'US', home: 'FR' })).toEqual([])
  })

  it('takes dates and hours in brackets for no numbers', () => {
    expect(numbers('Montage (07.01.2026), (2026-01-07)', 'DE')).toEqual([])
    expect(numbers('Offen (09.00 - 17.00)', 'DE')).toEqual([])
  })

  it('reads a bare run of digits only after a label', () => {
    expect(numbers('Tel 2125550142')).toEqual(['+12125550142'])
  })

  it('separates two numbers that run together', () => {
    expect(numbers('(212) 555-0142 (212) 555-0143')).toEqual(['+12125550142', '+12125550143'])
    expect(numbers('212-555-0142 / 212-555-0143')).toEqual(['+12125550142', '+12125550143'])
  })

  it('distinguishes fax from phone by the preceding label, in the same or the previous line', () => {
    const kinds = (lines: string[]) => findPhones({ lines, country: 'US' }).map(({ kind }) => kind)
    expect(kinds(['Tel: (212) 555-0142Fax: (212) 555-0143'])).toEqual(['phone', 'fax'])
    expect(kinds(['Fax', '(212) 555-0143', 'Phone', '(212) 555-0142'])).toEqual(['fax', 'phone'])
    expect(kinds(['Tel/Fax: (212) 555-0144'])).toEqual(['phone'])
    expect(kinds(['Telefon (212) 555-0142', 'Telefax (212) 555-0143'])).toEqual(['phone', 'fax'])
  })

  it('returns tel: links unchanged and each number once', () => {
    const telLinks = ['tel:+1-212-555-0142', 'tel:%2B442079460123;ext=5', 'tel:', 'tel:+', 'tel:%%%']
    const found = findPhones({ lines: ['212 555 0142'], telLinks, country: 'US' })
    expect(found.map(({ number }) => number)).toEqual(['+12125550142', '+442079460123;ext=5'])
  })

  it('leaves it to the text whether a linked number is a fax', () => {
    const found = findPhones({ lines: ['Fax: 212 555 0142'], telLinks: ['tel:+12125550142'], country: 'US' })
    expect(found.map(({ kind }) => kind)).toEqual(['fax'])
  })

  it('never throws and stays bounded, whatever the text', () => {
    assert(property(array(string()), (lines) => findPhones({ lines, telLinks: lines, country: 'DE' }).length <= 200))
    expect(numbers(['1-'.repeat(500_000), '('.repeat(500_000), '212 555 01 '.repeat(50_000)]).length).toBeLessThan(200)
  })
})

describe('guessCountry', () => {
  const text = '5 Elm Street, Springfield, IL 62701'

  it('follows its order of evidence', () => {
    expect(guessCountry({ telLinks: ['tel:+49301234567'], text, domain: 'acme.fr' })).toBe('DE')
    expect(guessCountry({ text, jsonLdCountry: 'FR', domain: 'acme.fr' })).toBe('US')
    expect(guessCountry({ jsonLdCountry: 'Germany', domain: 'acme.fr' })).toBe('DE')
    expect(guessCountry({ domain: 'acme.co.uk', language: 'de-ch' })).toBe('GB')
    expect(guessCountry({ domain: 'acme.com', language: 'de-ch', companyCountry: 'AT' })).toBe('CH')
    expect(guessCountry({ domain: 'acme.io', language: 'en', companyCountry: 'AT' })).toBe('AT')
    expect(guessCountry({ domain: 'acme.io', language: 'en' })).toBeNull()
  })

  it('tells a Dutch post code from the year of a copyright line', () => {
    expect(guessCountry({ text: '© 2022 SC Acme SRL', domain: 'acme.ro' })).toBe('RO')
    expect(guessCountry({ text: 'Dorpsstraat 88, 2022 SC Haarlem', domain: 'acme.com' })).toBe('NL')
  })

  it('tells post codes from numbers that are grouped like them', () => {
    const lines = (...text: string[]) => guessCountry({ text: text.join('\n'), language: 'de' })
    expect(lines('Telefon 07531 5550-200', 'E-Mail schreiben')).toBe('DE')
    expect(lines('Tel. 0521 5550-121 Frau Thornton', 'Fax 0521 12-345 Marsh')).toBe('DE')
    expect(guessCountry({ text: 'Rua do Lagar 112, 2500-204 Caldas' })).toBe('PT')
  })

  it('knows the codes of Italy, Ireland, and of Spain on a page in Spanish', () => {
    expect(guessCountry({ text: 'Via Roma 9 - 21052 Busto Arsizio (VA)' })).toBe('IT')
    expect(guessCountry({ text: 'Church Road, Tralee V92 X0X0' })).toBe('IE')
    expect(guessCountry({ text: 'Rambla Nova 21, 08221 Terrassa', language: 'es' })).toBe('ES')
    expect(guessCountry({ text: 'Rambla Nova 21, 08221 Terrassa', language: 'es-mx' })).toBe('MX')
    expect(guessCountry({ text: 'Jr. Puno 21, Lima', language: 'es' })).toBeNull()
  })
})

describe('sourcePhones', () => {
  it.each([
    ['fr', '<p>Tél. 06 39 98 01 55</p>', '+33639980155'],
    ['se', '<p>Ring oss på 0490-125 62.</p>', '+4649012562'],
    ['de', '<p>040 7340552</p>', '+49407340552'],
    ['test', '<p>(+58) 212 – 906 3231</p>', '+582129063231'],
    ['test', '<a href="tel:+48 602 611 137"><img src="phone.svg"></a>', '+48602611137'],
    ['pl', '<p>TEL. 602 611 137</p>', '+48602611137'],
  ])('reads a page of the domain %s without a tree: %s', (suffix, html, number) => {
    const found = sourcePhones(html, { domain: `tarnmill.${suffix}`, language: null })
    expect(found.map((phone) => phone.number)).toEqual([number])
  })

  it('is fast on what only looks like the beginning of numbers', () => {
    for (const part of [' 01 02 03 04 0', ' +12-', 'Teléfono', 'href="tel:', ' (+1)23–', 'Tel. ']) {
      expect(sourcePhones(part.repeat(10_000), { domain: 'tarnmill.fr', language: 'fr' }).length).toBeLessThan(3)
    }
  })
})
