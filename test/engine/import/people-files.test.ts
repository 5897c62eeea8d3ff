import { describe, expect, test } from 'vitest'
import { mapPeopleColumns } from '../../../src/engine/import/people-mapping.ts'
import { readPerson } from '../../../src/engine/import/person-row.ts'

/** Reads one row of a file, given as column → cell. */
const read = (row: Readonly<Record<string, string>>) =>
  readPerson(mapPeopleColumns(Object.keys(row)).mapping, Object.values(row))

describe('a file of people', () => {
  test('from an address book has forms of address beside posts', () => {
    const row = {
      Title: 'Ms',
      'Job Title': 'Buyer',
      'E-mail Address': 'ada@tarn.example',
      'Business Phone': '020 7946 0111',
    }
    expect(read(row)).toMatchObject({ person: { position: 'Buyer', phone: '020 7946 0111' } })
    expect(read({ Title: 'Buyer', Email: 'ada@tarn.example' })).toMatchObject({ person: { position: 'Buyer' } })
    expect(read({ Titel: 'Dr.', Funktion: 'Einkauf', 'E-Mail geschäftlich': 'ada@tarn.example' })).toMatchObject({
      email: 'ada@tarn.example',
      person: { position: 'Einkauf' },
    })
  })

  test('says whose its columns are', () => {
    const row = { 'Registrant Name': 'Ada Poe', 'Registrant Email': 'ada@tarn.example', contact_title: 'Buyer' }
    expect(read(row)).toMatchObject({ email: 'ada@tarn.example', person: { lastName: 'Poe', position: 'Buyer' } })
    expect(
      read({ account_name: 'Tarn', account_website: 'tarn.example', contact_email: 'ada@tarn.example' }),
    ).toMatchObject({
      company: 'Tarn',
      website: 'tarn.example',
    })
  })

  test('from another program names what it exports', () => {
    expect(
      read({ 'E-mail 1 - Value': 'ada@tarn.example', 'Phone 1 - Value': '1', 'Website 1 - Value': 'tarn.example' }),
    ).toMatchObject({ website: 'tarn.example', person: { phone: '1' } })
    expect(read({ Email: 'ada@tarn.example', URL: 'https://www.linkedin.com/in/ada-poe' })).toMatchObject({
      person: { linkedin: 'ada-poe' },
    })
    expect(read({ Имя: 'Ада', Фамилия: 'По', Почта: 'ada@tarn.example', Компания: 'Tarn' })).toMatchObject({
      company: 'Tarn',
      person: { firstName: 'Ада', lastName: 'По' },
    })
  })

  test.each(['mailto:ada@tarn.example', 'Ada Poe <ada@tarn.example>', 'ada@tarn.example; poe@tarn.example'])(
    'contains an address in %j',
    (cell) => {
      expect(read({ Email: cell })).toMatchObject({ email: 'ada@tarn.example' })
    },
  )

  test('has numbers that a spreadsheet was told to keep as text', () => {
    expect(read({ Email: 'ada@tarn.example', Phone: "'+44 20 7946 0111" })).toMatchObject({
      person: { phone: '+44 20 7946 0111' },
    })
  })

  test.each(['', 'ada', '@tarn.example', 'ada@'])('contains none in %j', (cell) => {
    expect(read({ Email: cell })).toBe('no_address')
  })
})
