import { describe, expect, test } from 'vitest'
import { mapPeopleColumns } from '../../../src/engine/import/people-mapping.ts'
import { readPerson } from '../../../src/engine/import/person-row.ts'
import { planColumns } from '../../../src/core/data/leads-import-columns.ts'
import { readPersons } from '../../../src/core/data/leads-import-persons.ts'

/** Reads rows of one file, given as column → cell; people without an address as well. */
function readAll(rows: readonly Readonly<Record<string, string>>[], usual: Readonly<Record<string, string>> = {}) {
  const header = Object.keys(rows[0] ?? {})
  const head = rows.map((row) => header.map((column) => row[column] ?? ''))
  const { mapping, habits } = mapPeopleColumns(header, {}, true, { head, usual })
  return head.map((cells) => readPerson(mapping, cells, true, habits))
}
const read = (row: Readonly<Record<string, string>>) => readAll([row])[0]

describe('a list of people', () => {
  test('has offices and firms beside its people, whose names are nobody’s', () => {
    const row = { name: 'Ada Poe', office_name: 'San Lindo', email: 'ada@tarn.example' }
    expect(read(row)).toMatchObject({ company: null, person: { firstName: 'Ada', lastName: 'Poe' } })
    expect(read({ 'Contact Name': 'Ada Poe', 'Business Name': 'Tarn', Email: 'ada@tarn.example' })).toMatchObject({
      company: 'Tarn',
      person: { firstName: 'Ada' },
    })
    expect(planColumns(['office_name', 'email', 'name'], {}, [])).toMatchObject([
      { column: 'email' },
      { column: 'name', field: 'full_name' },
    ])
  })

  test.each(['email_not_unlocked@domain.com', 'jo@yourcompany.com', 'N/A', 'not found', '-', 'secretary'])(
    'says in place of an address that there is none: %s',
    (email) => {
      expect(read({ name: 'Ada Poe', company: 'Tarn', email })).toMatchObject({
        email: null,
        company: 'Tarn',
        person: { lastName: 'Poe' },
      })
    },
  )

  test.each(['...@tarn.example', 'a***@tarn.example', '••••@tarn.example', 'a…e@tarn.example; x@tarn.example'])(
    'may mask addresses, whose domain is still that of the company: %s',
    (email) => {
      expect(read({ name: 'Ada Poe', email, phone: '+1 917-...' })).toMatchObject({
        email: null,
        website: 'tarn.example',
        person: { lastName: 'Poe', phone: null },
      })
    },
  )

  test('has its mistakes in addresses reported', () => {
    expect(read({ name: 'Ada Poe', company: 'Tarn', email: 'ada@@tarn' })).toBe('no_address')
  })

  test.each(['ada [at] tarn [dot] example', 'ada(at)tarn.example', 'ada AT tarn DOT example'])(
    'spells addresses as pages do: %s',
    (email) => {
      expect(read({ name: 'Ada Poe', email })).toMatchObject({ email: 'ada@tarn.example' })
    },
  )

  test('does not name the company of everybody in it', () => {
    expect(() => mapPeopleColumns(['name', 'role'], {}, true)).toThrow('--set website=')
    expect(readAll([{ name: 'Ada Poe', role: 'Chair' }], { website: 'tarn.example' })).toMatchObject([
      { website: 'tarn.example', person: { lastName: 'Poe', position: 'Chair' } },
    ])
    expect(readAll([{ name: 'Ada Poe', company: 'Grell' }], { company: 'Tarn' })).toMatchObject([{ company: 'Grell' }])
    expect(() => mapPeopleColumns(['name'], {}, true, { usual: { email: 'a@tarn.example' } })).toThrow('cannot be set')
  })

  test('of posts at universities says where they are', () => {
    expect(read({ University: 'Tarnfold', contact_name: 'Ada Poe', role: 'Head' })).toMatchObject({
      company: 'Tarnfold',
    })
    expect(() => mapPeopleColumns(['Name', 'University', 'Year'], {}, true)).toThrow('companies')
  })

  test('from a telephone has whole names where first names should be', () => {
    const names = ['Ada Poe', 'Bo Rae', 'Cy Orr', 'Di', 'Ed Ury']
    const rows = names.map((name) => ({ 'First Name': name, 'Last Name': '', Company: 'Tarn' }))
    expect(readAll(rows)).toMatchObject([
      { person: { firstName: 'Ada', lastName: 'Poe' } },
      { person: { firstName: 'Bo', lastName: 'Rae' } },
      { person: { firstName: 'Cy' } },
      'no_person',
      { person: { firstName: 'Ed' } },
    ])
    const some = rows.with(4, { 'First Name': 'Ana Maria', 'Last Name': 'Vega', Company: 'Tarn' })
    expect(readAll(some)[0]).toBe('no_person')
  })

  test.each([
    { Preferred_Name: 'Ada Poe', Legal_Name: 'Adelaide Poe', Primary_Work_Email: 'ada@tarn.example' },
    { 'name.first': 'Ada', 'name.last': 'Poe', 'emails[].address': 'ada@tarn.example;a@grell.example' },
    { display_name: 'Ada Poe', email: '', 'E-mail 2 Address': 'ada@tarn.example' },
  ])('from directories has columns of their own: %j', (row) => {
    expect(read(row)).toMatchObject({ email: 'ada@tarn.example', person: { firstName: 'Ada', lastName: 'Poe' } })
  })

  test('leads to profiles among other links, and to pages that are none', () => {
    const links = 'https://tarn.example/ada;https://www.linkedin.com/in/ada-poe/?x=1;https://social.example/@ada'
    const person = { name: 'Ada Poe', company: 'Tarn' }
    expect(read({ ...person, 'socials[].link': links })).toMatchObject({ person: { linkedin: 'ada-poe' } })
    expect(read({ ...person, profile: 'https://code.example/ada' })).toMatchObject({ person: { linkedin: null } })
    expect(read({ ...person, linkedin: 'https://linkedin.com/company/tarn' })).toMatchObject({
      person: { linkedin: null },
    })
    expect(read({ ...person, linkedin: 'linkedin.com/in/ada-poe', twitter: '@ada' })).toMatchObject({
      person: { linkedin: 'ada-poe', twitter: 'ada' },
    })
    expect(read({ ...person, twitter: 'https://twitter.com/ada?lang=en' })).toMatchObject({
      person: { twitter: 'ada' },
    })
  })

  test.each(['Ada & Bo Poe', 'Ada Poe; Bo Rae', 'Board and Friends', 'Ada Poe + 1'])(
    'names several at once, and none of them is taken for the others: %s',
    (name) => {
      expect(read({ name, company: 'Tarn' })).toBe('no_person')
      expect(read({ name, email: 'office@tarn.example' })).toMatchObject({ person: null })
    },
  )

  test('calls those of two surnames by both', () => {
    expect(read({ name: 'Ana Ortega y Luna', company: 'Tarn' })).toMatchObject({ person: { firstName: 'Ana' } })
    expect(read({ name: 'Ada Poe, Head of Sales & Service', company: 'Tarn' })).toMatchObject({
      person: { lastName: 'Poe' },
    })
  })

  test('of leads has the same addresses', () => {
    const header = ['Name', 'Company', 'Email']
    const readLead = (email: string) =>
      readPersons({ line: 2, cells: ['Ada Poe', 'Tarn', email], problem: null }, [planColumns(header, {}, [])], header)
    expect(readLead('ada [at] tarn [dot] example')).toMatchObject([{ email: 'ada@tarn.example' }])
    for (const email of ['not_unlocked@domain.com', 'a***@tarn.example'])
      expect(readLead(email)).toEqual([expect.objectContaining({ column: 'Email' })])
  })
})
