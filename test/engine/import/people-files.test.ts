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

  test('may have the name of the company beside that of the person', () => {
    const row = { name: 'Tarn', website: 'tarn.example', founder_name: 'Ada Poe', founder_email: 'ada@tarn.example' }
    expect(read(row)).toMatchObject({ company: 'Tarn', person: { firstName: 'Ada', lastName: 'Poe' } })
    expect(read({ Name: 'Tarn', 'Contact Name': 'Ada Poe', Email: 'ada@tarn.example' })).toMatchObject({
      company: 'Tarn',
      person: { lastName: 'Poe' },
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

  test.each([
    [
      { Roepnaam: 'Jan', Tussenvoegsel: 'van', Achternaam: 'Dijk', 'E-mailadres zakelijk': 'ada@tarn.example' },
      'Jan',
      'van Dijk',
    ],
    [
      { Roepnaam: 'Mieke', Tussenvoegsel: '', Achternaam: 'Smit', 'E-mail (werk)': 'ada@tarn.example' },
      'Mieke',
      'Smit',
    ],
    [
      {
        Nombre: 'Lucía',
        'Primer apellido': 'Vega',
        'Segundo apellido': 'Soto',
        'Correo profesional': 'ada@tarn.example',
      },
      'Lucía',
      'Vega Soto',
    ],
    [{ 'Cognome e nome': 'De Santis Laura', Email: 'ada@tarn.example' }, 'Laura', 'De Santis'],
    [{ 'Nachname, Vorname': 'Poe Ada', 'E-Mail dienstl.': 'ada@tarn.example' }, 'Ada', 'Poe'],
    [{ 'Nom et prénom': 'DE LA TOUR Jean-Paul', 'Adresse e-mail pro': 'ada@tarn.example' }, 'Jean-Paul', 'de la Tour'],
    [{ 'Nom / Prénom': 'TOUR Jean Paul', Email: 'ada@tarn.example' }, 'Jean', 'Tour'],
    [{ Adı: 'Çağla', Soyadı: 'Şen', 'E-posta adresi': 'ada@tarn.example' }, 'Çağla', 'Şen'],
    [{ Jméno: 'Ivo', Příjmení: 'Král', 'E-mailová adresa': 'ada@tarn.example' }, 'Ivo', 'Král'],
    [{ Etunimi: 'Aino', Sukunimi: 'Suo', Sähköposti: 'ada@tarn.example' }, 'Aino', 'Suo'],
  ])('has names in the parts of its language: %j', (row, firstName, lastName) => {
    expect(read(row)).toMatchObject({ email: 'ada@tarn.example', person: { firstName, lastName } })
  })

  test('says nothing of a name whose surname may have one word or two', () => {
    expect(read({ 'Apellidos y nombre': 'Vega Soto Lucía', Email: 'ada@tarn.example' })).toMatchObject({ person: null })
  })

  test.each([
    ['Ada Poe, VP Engineering', 'Ada', 'Poe', 'VP Engineering'],
    ['Ada Poe – Head of IT', 'Ada', 'Poe', 'Head of IT'],
    ['Ada van Poe (Owner)', 'Ada', 'van Poe', 'Owner'],
    ['Ada Poe | Leiterin Einkauf', 'Ada', 'Poe', 'Leiterin Einkauf'],
    ['van der Poe, Ada', 'Ada', 'van der Poe', null],
    ['Poe, Ada (Buyer)', 'Ada', 'Poe', null],
  ])('has a post behind a name in %j', (cell, firstName, lastName, position) => {
    expect(read({ 'Full name': cell, Email: 'ada@tarn.example' })).toMatchObject({
      person: { firstName, lastName, position },
    })
  })

  test.each([
    [{ 'Company / Organisation': 'Tarn', Email: 'ada@tarn.example' }, { company: 'Tarn' }],
    [{ Kontakt: 'Ada Poe', 'E-Mail': 'ada@tarn.example' }, { person: { lastName: 'Poe' } }],
    [{ Kontakt: '0221 5550', 'E-Mail': 'ada@tarn.example' }, { person: null }],
    [{ 'Land/Region geschäftlich': 'Deutschland', 'E-Mail': 'ada@tarn.example' }, { person: { country: 'DE' } }],
  ])('names columns in two ways or for a contact: %j', (row, found) => {
    expect(read(row)).toMatchObject(found)
  })

  test('abbreviates countries as vehicles do', () => {
    expect(read({ Email: 'ada@tarn.example', Land: 'A' })).toMatchObject({ person: { country: 'AT' } })
  })

  test('has numbers that a spreadsheet was told to keep as text', () => {
    expect(read({ Email: 'ada@tarn.example', Phone: "'+44 20 7946 0111" })).toMatchObject({
      person: { phone: '+44 20 7946 0111' },
    })
  })

  test.each(['', 'ada', '@tarn.example', 'ada@'])('contains none in %j', (cell) => {
    expect(read({ Email: cell })).toBe('no_address')
  })

  test('fills in the address where nobody has given a name', () => {
    const row = (first: string, last: string) => ({
      'First Name': first,
      'Last Name': last,
      Email: 'ada.poe@tarn.example',
    })
    const nobody = { email: 'ada.poe@tarn.example', person: null }
    expect(read(row('ada.poe@tarn.example', ''))).toMatchObject(nobody)
    expect(read(row('ada.poe@tarn', 'example'))).toMatchObject(nobody)
    expect(read(row('ada', 'example'))).toMatchObject(nobody)
    expect(read(row('Ada', 'Poe'))).toMatchObject({ person: { firstName: 'Ada', lastName: 'Poe' } })
  })

  test('keeps no phone number of which a spreadsheet has lost digits', () => {
    const row = (phone: string) => ({ Email: 'ada@tarn.example', Name: 'Ada Poe', Phone: phone })
    expect(read(row('4.4113E+11'))).toMatchObject({ person: { phone: null } })
    expect(read(row('441134960000.0'))).toMatchObject({ person: { phone: '441134960000' } })
  })

  test('from a shop or a CRM names its columns by whose or which they are', () => {
    expect(
      read({
        user_email: 'ada@tarn.example',
        billing_company: 'Tarn',
        'Default Address Country Code': 'GB',
        'Default Address City': 'Leeds',
        'Address 1: Country/Region': '',
        'Phone Numbers': '+44 113 496 0000',
      }),
    ).toMatchObject({
      email: 'ada@tarn.example',
      company: 'Tarn',
      person: { country: 'GB', city: 'Leeds', phone: '+44 113 496 0000' },
    })
  })
})
