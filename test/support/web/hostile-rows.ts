import fc from 'fast-check'
import type { Pool } from 'pg'
import { anyCharacter } from '../doors/any-character.ts'

/** Text that tries to be more than text, in every field that outsiders can fill. */

/** Columns whose text comes from outside: from pages, imports, mail servers and callers; by table. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  leads: [
    'first_name',
    'last_name',
    'position',
    'company',
    'company_industry',
    'company_size',
    'company_type',
    'source',
    'notes',
    'phone_number',
    'twitter',
  ],
  addresses: ['first_name', 'last_name', 'position', 'position_raw', 'phone_number', 'twitter', 'city', 'state'],
  companies: [
    'name',
    'legal_name',
    'description',
    'city',
    'state',
    'street_address',
    'postal_code',
    'ticker',
    'funding_series',
  ],
  domains: ['organization'],
  leads_lists: ['name'],
  leads_list_folders: ['name'],
  leads_custom_attributes: ['label'],
  leads_imports: ['name', 'problem'],
  leads_import_errors: ['column_name', 'reason'],
  bulk_jobs: ['name'],
  bulk_rows: ['email'],
  campaigns: ['name'],
  campaign_steps: ['subject', 'body'],
  conversations: ['subject'],
  mails: ['subject', 'body', 'problem', 'class_rule'],
  messages: ['subject', 'problem', 'reply_code'],
  mailboxes: ['first_name', 'last_name', 'sender_name', 'signature', 'problem', 'imap_problem'],
  webhook_deliveries: ['problem'],
  api_keys: ['name'],
  accounts: ['name'],
  users: ['first_name', 'last_name'],
  audit_events: ['subject'],
  crawls: ['reason'],
}

/** Columns that contain addresses of pages. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  leads: ['website', 'linkedin_url'],
  companies: ['linkedin', 'facebook', 'crunchbase'],
  addresses: ['linkedin'],
}

/** Pieces that have broken out of texts, attributes, comments and scripts elsewhere. */
const PIECES = [
  '<script>alert(1)</script>',
  '</title><script src=//x.example>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '" autofocus onfocus="alert(1)',
  '<svg/onload=alert(1)>',
  '<!--',
  '-->',
  ']]>',
  '</textarea><b>',
  '</option></select><i>',
  '<iframe srcdoc="<b>">',
  '`${alert(1)}`',
  '&lt;b&gt;',
  '&#60;b&#62;',
  '&quot;',
  '&',
  '<',
  '>',
  '"',
  "'",
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u2028',
  '\t',
  '\n',
  '\\',
  '%3Cscript%3E',
  'javascript:alert(1)',
  '<a href=javascript:alert(1)>x</a>',
  '<base href=//x.example>',
  '<meta http-equiv=refresh content=0>',
  '<form action=//x.example>',
  'hx-on:click=alert(1)',
  ' hx-get="/x"',
  'data-undo',
]

const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  ' javascript:',
  'java\tscript:',
  'data:text/html,',
  'vbscript:',
  'file:///',
  'blob:',
]

/** Makes a text that PostgreSQL can store, and that is never treated as empty. */
const asText = (text: string): string => `${text.toWellFormed().replaceAll('\0', '')}x`

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((pieces) => asText(pieces.join('')))

const hostileScheme = fc.tuple(fc.constantFrom(...SCHEMES), hostileText).map(([scheme, rest]) => asText(scheme + rest))
const hostileLink = hostileText.map((text) => `https://x.example/${text}`)

/** How the rows of one round are filled: one value per place. */
export interface Round {
  texts: (count: number) => string[]
  links: (count: number) => string[]
}

/**
 * Values that are just text.
 * @param isLink whether links are valid
 */
export const harmless = (isLink: boolean): Round => ({
  texts: (count) => Array.from({ length: count }, () => 'calm'),
  links: (count) => Array.from({ length: count }, () => (isLink ? 'https://calm.example/' : 'calm')),
})

/** Another seed gives other strings, the same seed the same ones. */
export function hostile(isLink: boolean, seed: number): Round {
  let taken = 0
  const take = (strings: fc.Arbitrary<string>, count: number) =>
    fc.sample(strings, { numRuns: count, seed: seed * 1_000 + (taken += 1) })
  return {
    texts: (count) => take(hostileText, count),
    links: (count) => take(isLink ? hostileLink : hostileScheme, count),
  }
}

/**
 * Fills every place of every row; a number at the end distinguishes rows.
 * @returns the number of places
 */
export async function fillPlaces(pool: Pool, round: Round): Promise<number> {
  let places = 0
  for (const [columns, values] of [
    [TEXTS, round.texts],
    [LINKS, round.links],
  ] as const)
    for (const [table, names] of Object.entries(columns)) places += await fillTable(pool, table, names, values)
  return places
}

async function fillTable(
  pool: Pool,
  table: string,
  columns: readonly string[],
  values: Round['texts'],
): Promise<number> {
  const { rows } = await pool.query<{ place: string }>(`select ctid::text as place from ${table} order by ctid`)
  if (rows.length === 0) return 0
  const names = columns.map((_, index) => `v${index}`)
  const given = values(rows.length * columns.length)
  const lists = columns.map((_, index) => given.slice(index * rows.length, (index + 1) * rows.length))
  // An empty column stays empty: pages leave out what is missing.
  const changes = columns.map(
    (column, index) => `${column} = case when t.${column} is not null then ${names[index]} || ' ' || given.n end`,
  )
  const text = `update ${table} t set ${changes.join(', ')}
    from unnest($1::tid[], ${columns.map((_, index) => `$${index + 2}::text[]`).join(', ')}) with ordinality as given (place, ${names.join(', ')}, n)
    where t.ctid = given.place`
  await pool.query(text, [rows.map(({ place }) => place), ...lists])
  return given.length
}
