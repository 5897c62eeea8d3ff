import { describe, expect, test } from 'vitest'
import { mapCompanyColumns } from '../../../src/engine/import/company-mapping.ts'
import { createCompanyReader } from '../../../src/engine/import/company-row.ts'
import { mapPeopleColumns } from '../../../src/engine/import/people-mapping.ts'
import { readPerson } from '../../../src/engine/import/person-row.ts'

const mapped = (...header: string[]) => Object.fromEntries(mapCompanyColumns(header).mapping)
const people = (...header: string[]) => Object.fromEntries(mapPeopleColumns(header, {}, true).mapping)

describe('lists of one kind of establishment', () => {
  test.each([
    'Hotel Name',
    'hospital_name',
    'FacilityName',
    'Investor Name',
    'Schulname',
    'Nom de l’hôpital',
    'Nombre del centro',
    'University',
    'Nom',
  ])('name it in a column called %s', (column) => {
    expect(mapped('id', column, 'Website')).toEqual({ name: [1], website: [2] })
  })

  test('name a company elsewhere if another column names companies', () => {
    expect(mapped('Investor Name', 'Portfolio Company', 'Ticker')).toEqual({ name: [1], ticker: [2] })
    expect(mapped('School', 'Company', 'Website')).toEqual({ name: [1], website: [2] })
  })

  test('are no lists of people', () => {
    expect(mapped('First Name', 'Last Name', 'University', 'Country')).toEqual({ country: [3] })
    expect(mapped('Nom', 'Prénom', 'Pays')).toEqual({ country: [2] })
    expect(mapped('Nom', 'Prénom', 'Site web')).toMatchObject({ name: [0], website: [2] })
  })

  test('are told where they are by groups of a form', () => {
    expect(
      mapped(
        'Hotel Name',
        'Hotel address/Zip and city/City',
        'Hotel address/Country',
        'Map/Contact details/Website URL',
      ),
    ).toEqual({ name: [0], city: [1], country: [2], website: [3] })
    expect(mapped('Hotel Name', 'Manager contact/Website URL', 'Interview/Country')).toEqual({ name: [0] })
  })

  test('employ the people of a file that names no other company', () => {
    expect(people('name', 'council', 'council_website')).toEqual({ full_name: [0], company: [1], website: [2] })
    expect(people('name', 'council', 'company')).toEqual({ full_name: [0], company: [2] })
    expect(people('name', 'company', 'university')).toEqual({ full_name: [0], company: [1] })
  })
})

describe('rows', () => {
  const read = (header: readonly string[], ...rows: string[][]) => {
    const { mapping, habits } = mapCompanyColumns(header, {}, { head: rows })
    const reader = createCompanyReader(mapping, 2026, habits)
    return rows.map((cells) => {
      const row = reader(cells)
      return typeof row === 'string' ? row : [row.domain, row.facts.country, row.facts.state]
    })
  }
  const header = ['Company', 'City', 'State']

  test('with few states are American if their towns are in them', () => {
    const towns = ['Menlo Park', 'Palo Alto', 'San Jose', 'Fresno', 'Oakland']
    expect(read(header, ...towns.map((town, at) => [`Tarnfold ${at}`, town, 'CA']))).toEqual(
      towns.map(() => [null, 'US', 'CA']),
    )
    const others = ['Cagliari', 'Carbonia', 'Iglesias', 'Quartu', 'Selargius']
    expect(read(header, ...others.map((town, at) => [`Tarnfold ${at}`, town, 'CA']))).toEqual(
      others.map(() => 'no_country'),
    )
  })

  test('may have a page below a suffix that is nobody’s site', () => {
    expect(
      read(
        ['Organisation', 'Website', 'Country'],
        ['Tarnfold Authority', 'https://www.gov.uk/government/organisations/tarnfold', 'GB'],
        ['Tarnfold Authority', 'https://www.gov.uk/government/organisations/tarnfold', ''],
        ['Tarnfold', 'ebbmark', 'GB'],
      ),
    ).toEqual([[null, 'GB', null], 'no_country', 'bad_website'])
  })

  test('count people with one name in catalogues of authors', () => {
    const { mapping } = mapPeopleColumns(['name', 'affiliation'], {}, true)
    expect(readPerson(mapping, ['Ada Poe 0002', 'Tarnfold'], true)).toMatchObject({
      person: { firstName: 'Ada', lastName: 'Poe' },
    })
    expect(readPerson(mapping, ['Hall 0442', 'Tarnfold'], true)).toBe('no_person')
  })
})
