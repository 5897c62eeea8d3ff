import { expect, test } from 'vitest'
import { planColumns } from '../../../src/core/data/leads-import-columns.ts'
import { readImportRow } from '../../../src/core/data/leads-import-rows.ts'
import { mapPeopleColumns } from '../../../src/engine/import/people-mapping.ts'

/** Headers as forms, fairs and helpers of networks write them. */

const fieldsOf = (header: string[]): string[] =>
  planColumns(header, {}, []).map(({ column, field }) => `${column} = ${field}`)

test('a form speaks to whom it asks, and says what may be left out', () => {
  expect(
    fieldsOf(['Your first\nname *', 'Your last name (required)', 'Work e-mail *', 'Your role', 'Phone (optional)']),
  ).toEqual([
    'Your first\nname * = first_name',
    'Your last name (required) = last_name',
    'Work e-mail * = email',
    'Your role = position',
    'Phone (optional) = phone_number',
  ])
})

test('a form asks whole questions', () => {
  expect(
    fieldsOf([
      'What is your first name?',
      'And your last name?',
      "What's your work email?",
      'Which company do you work for?',
    ]),
  ).toEqual([
    'What is your first name? = first_name',
    'And your last name? = last_name',
    "What's your work email? = email",
    'Which company do you work for? = company',
  ])
  expect(fieldsOf(['Email', 'Is company', 'Do not email', 'May we email you?'])).toEqual(['Email = email'])
})

test('numbers and profiles of other languages', () => {
  expect(fieldsOf(['E-Mail', 'Tel.-Nr.', 'Perfil LinkedIn', 'Accounts'])).toEqual([
    'E-Mail = email',
    'Tel.-Nr. = phone_number',
    'Perfil LinkedIn = linkedin_url',
    'Accounts = company',
  ])
})

test.each([
  [['Company', 'Name', 'Mail'], 'Name = full_name'],
  [['Firma', 'Name', 'Vorname', 'E-Mail'], 'Name = last_name'],
  [['Speaker', 'Email'], 'Speaker = full_name'],
])('a name beside a company is that of the person: %s', (header, named) => {
  expect(fieldsOf(header)).toContain(named)
})

test.each([[['Company', 'Full name', 'Name', 'Mail']], [['Company', 'Name', 'Name', 'Mail']]])(
  'a name that may be anything else is left to people: %s',
  (header) => {
    expect(fieldsOf(header)).not.toContain('Name = full_name')
  },
)

test('a name that is mapped is not guessed', () => {
  const plan = planColumns(['Company', 'Name', 'Mail'], { Name: '-' }, [])
  expect(plan.map(({ field }) => field)).toEqual(['company', 'email'])
})

test('the address of a profile is one of LinkedIn, or left out', () => {
  const header = ['profileUrl', 'email']
  const plan = planColumns(header, {}, [])
  const read = (profile: string) =>
    readImportRow({ line: 2, cells: [profile, 'ada@tarn.example'], problem: null }, plan, header)
  expect(read('https://www.linkedin.com/in/ada-poe')).toMatchObject({
    fields: { linkedin_url: 'https://www.linkedin.com/in/ada-poe' },
  })
  expect(read('https://profiles.example/ada-poe')).toMatchObject({ email: 'ada@tarn.example', fields: {} })
})

test('files of people name speakers and profiles, too', () => {
  const { mapping } = mapPeopleColumns(['Speaker', 'Role', 'Email (optional)', 'Profile'])
  expect(Object.fromEntries(mapping)).toEqual({ full_name: [0], position: [1], email: [2], linkedin: [3] })
})
