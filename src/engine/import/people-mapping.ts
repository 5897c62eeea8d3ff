import { columnKey } from './company-mapping.ts'

/** What a column of a file of people may hold. */
export const PERSON_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'full_name',
  'position',
  'phone',
  'linkedin',
  'twitter',
  'country',
  'state',
  'city',
  'source_url',
] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

const SYNONYMS: Readonly<Record<PersonField, string>> = {
  email: 'email emailaddress workemail mail emails',
  first_name: 'firstname givenname forename first vorname prénom prenom',
  last_name: 'lastname familyname surname last nachname nom',
  full_name: 'fullname name personname contactname',
  position: 'position title jobtitle role',
  phone: 'phone phonenumber telephone directphone',
  linkedin: 'linkedinurl linkedin linkedinhandle',
  twitter: 'twitter twitterhandle twitterurl',
  country: 'country countrycode',
  state: 'state statecode region',
  city: 'city town locality',
  source_url: 'sourceurl source url foundat page',
}

const BY_NAME = new Map(
  PERSON_FIELDS.flatMap((field) => SYNONYMS[field].split(' ').map((key) => [key, field] as const)),
)

/**
 * Which column of a file of people holds what. @param given column → field as the operator says; it comes before all else.
 * @throws RangeError with a sentence for an unknown column or field, and for a file without addresses.
 */
export function mapPeopleColumns(header: readonly string[], given: Readonly<Record<string, string>> = {}) {
  const wanted = new Map(Object.entries(given).map(([column, field]) => [columnKey(column), field]))
  const keys = header.map(columnKey)
  for (const [key, field] of wanted) {
    if (!keys.includes(key)) throw new RangeError(`The file has no column that is called ${JSON.stringify(key)}.`)
    if (!PERSON_FIELDS.some((name) => name === field))
      throw new RangeError(`${JSON.stringify(field)} is no field. Fields: ${PERSON_FIELDS.join(', ')}.`)
  }
  const mapping = new Map<PersonField, number[]>()
  for (const [column, key] of keys.entries()) {
    const field = (wanted.get(key) as PersonField | undefined) ?? BY_NAME.get(key)
    if (field !== undefined) mapping.set(field, [...(mapping.get(field) ?? []), column])
  }
  if (!mapping.has('email')) throw new RangeError('No column holds addresses: say which with --map column=email.')
  const used = new Set([...mapping.values()].flat())
  return { preset: null, mapping, unused: header.filter((_, column) => !used.has(column)) }
}
