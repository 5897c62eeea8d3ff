import { lazily } from '../../lib/process/lazily.ts'
import { headerNames } from '../../lib/vocabulary/header-names.ts'

/** What other programs call the columns of people: in files of leads, in lists to verify, and in lists of people to find. */

const COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'position',
  'company',
  'company_industry',
  'company_size',
  'company_type',
  'confidence_score',
  'website',
  'country_code',
  'linkedin_url',
  'phone_number',
  'twitter',
  'notes',
  'source',
] as const
export type PersonColumn = (typeof COLUMNS)[number]

/** Names of columns that only lists of leads have; without spaces, case or accents. */
const SPELLINGS: Readonly<Partial<Record<PersonColumn, string>>> = {
  email: 'mailaddress',
  position: 'function',
  company: 'account accounts',
  company_industry: 'sector',
  company_type: 'typeofcompany',
  confidence_score: 'confidence score',
  website: 'url domainname',
  twitter: 'x',
  notes:
    'note comment comments ' +
    'notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar kommentare remarque remarques commentaire commentaires nota notas comentario comentarios observaciones commento commenti osservazioni opmerking opmerkingen observacao observacoes',
  source: 'leadsource',
}

/** All others are those of imported files: the list, its field, and the column. */
const LISTED = [
  ['people-headers', 'email', 'email'],
  ['people-headers', 'first_name', 'first_name'],
  ['people-headers', 'last_name', 'last_name'],
  ['people-headers', 'last_name_prefix', 'last_name'],
  ['people-headers', 'second_last_name', 'last_name'],
  ['people-headers', 'position', 'position'],
  ['people-headers', 'company', 'company'],
  ['people-headers', 'website', 'website'],
  ['people-headers', 'country', 'country_code'],
  ['people-headers', 'linkedin', 'linkedin_url'],
  ['people-headers', 'phone', 'phone_number'],
  ['people-headers', 'twitter', 'twitter'],
  ['company-headers', 'industry', 'company_industry'],
  ['company-headers', 'size', 'company_size'],
  ['company-headers', 'employees', 'company_size'],
] as const

const columns = lazily(readColumns)

function readColumns(): ReadonlyMap<string, PersonColumn> {
  const found = new Map<string, PersonColumn>()
  const add = (spelling: string, column: PersonColumn): void => {
    if (!found.has(spelling)) found.set(spelling, column)
  }
  for (const column of COLUMNS)
    for (const spelling of [column, ...(SPELLINGS[column]?.split(' ') ?? [])]) add(plainHeader(spelling), column)
  for (const [list, field, column] of LISTED)
    for (const [name, known] of headerNames(list, [field])) if (known.field === field) add(plainHeader(name), column)
  return found
}

/** A column title without case, accents, spaces or punctuation. */
export function plainHeader(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

/** What a column seems to contain, judged by its title; null if unclear. */
export const columnOfHeader = (title: string): PersonColumn | null => columns().get(plainHeader(title)) ?? null
