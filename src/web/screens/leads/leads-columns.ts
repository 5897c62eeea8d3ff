import type { Lead } from '../../../core/leads/lead-output.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { chip } from '../../components/chip.ts'
import { link } from '../../components/link.ts'
import { meter } from '../../components/meter.ts'
import { time } from '../../components/time.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { PageQuery } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

interface Column {
  word: keyof View['words']['leads']['fields']
  cell: (lead: Lead, view: View) => Html
  /** A time is meaningless without the name of its column. */
  isTime?: true
}

type TextColumn = 'position' | 'company' | 'company_industry' | 'company_size' | 'phone_number' | 'source'

const plain =
  (name: TextColumn) =>
  (lead: Lead): Html =>
    lead[name] === null ? NOTHING : html`<bdi>${lead[name]}</bdi>`

const text = (name: TextColumn): Column => ({ word: name, cell: plain(name) })

/** Columns that a reader may choose, besides the name. */
const COLUMNS = {
  position: text('position'),
  company: text('company'),
  email: {
    word: 'email',
    cell: ({ email }) => html`<bdi class="mono">${email}</bdi>`,
  },
  status: {
    word: 'verification_status',
    cell: ({ verification: { status, date } }, view) => chip(status, view, date),
  },
  mail: {
    word: 'sending_status',
    cell: ({ sending_status: status }, view) => (status === null ? NOTHING : mailWord(status, view)),
  },
  added: { word: 'created_at', isTime: true, cell: (lead, view) => time(lead.created_at, view.format) },
  list: {
    word: 'leads_list',
    cell: ({ leads_list: { id, name } }) =>
      id === null ? NOTHING : html`<a href="${to(`/lists/${id}`)}"><bdi>${name}</bdi></a>`,
  },
  industry: text('company_industry'),
  size: text('company_size'),
  website: {
    word: 'website',
    cell: ({ website }) => (website === null ? NOTHING : link(withScheme(website))),
  },
  country: {
    word: 'country_code',
    cell: ({ country_code: code }, view) => (code === null ? NOTHING : html`<bdi>${view.format.country(code)}</bdi>`),
  },
  phone: text('phone_number'),
  linkedin: {
    word: 'linkedin_url',
    cell: ({ linkedin_url: url }) => (url === null ? NOTHING : link(withScheme(url))),
  },
  source: text('source'),
  confidence: {
    word: 'confidence_score',
    cell: ({ id, confidence_score: score }, view) =>
      score === null ? NOTHING : meter(score, view, { href: `${to(`/leads/${id}`)}#sources` }),
  },
  contacted: {
    word: 'last_contacted_at',
    isTime: true,
    cell: (lead, view) => time(lead.last_contacted_at, view.format),
  },
  active: {
    word: 'last_activity_at',
    isTime: true,
    cell: (lead, view) => time(lead.last_activity_at, view.format),
  },
  changed: { word: 'updated_at', isTime: true, cell: (lead, view) => time(lead.updated_at, view.format) },
} as const satisfies Record<string, Column>

type ColumnName = keyof typeof COLUMNS

const USUAL: readonly ColumnName[] = ['company', 'email', 'status', 'mail', 'added']

/** The sort order of a sortable column. */
const SORTS: Readonly<Record<string, 'newest' | 'email'>> = { email: 'email', added: 'newest' }

/** One column as shown in the table. */
export interface ShownColumn {
  name: string
  label: string
  sort: 'newest' | 'email' | null
  isTime: boolean
  cell: (lead: Lead, view: View) => Html
}

export interface Attribute {
  label: string
  slug: string
}

const ATTRIBUTE = 'own.'

/** All columns that can be chosen, custom attributes last. */
export function allColumns({ words }: View, attributes: readonly Attribute[]): ShownColumn[] {
  const { fields } = words.leads
  const own = attributes.map(({ label, slug }) => ({
    name: ATTRIBUTE + slug,
    label,
    sort: null,
    isTime: false,
    cell: (lead: Lead) => {
      const value = ownValue(lead, slug)
      return typeof value === 'string' ? html`<bdi>${value}</bdi>` : NOTHING
    },
  }))
  const ours = Object.entries<Column>(COLUMNS).map(([name, { word, isTime = false, cell }]) => ({
    name,
    label: fields[word],
    sort: ownValue(SORTS, name) ?? null,
    isTime,
    cell,
  }))
  return [...ours, ...own]
}

/** The columns that a view shows. */
export function chosenColumns(query: PageQuery, all: readonly ShownColumn[]): ShownColumn[] {
  const wanted = (query['columns'] ?? USUAL.join(',')).split(',')
  const chosen = all.filter(({ name }) => wanted.includes(name))
  return chosen.length === 0 ? all.filter(({ name }) => USUAL.includes(name as ColumnName)) : chosen
}

/** A person's name, or the address if there is none. */
export const leadName = ({ first_name, last_name, email }: Pick<Lead, 'first_name' | 'last_name' | 'email'>): string =>
  [first_name, last_name].filter((part) => part !== null && part !== '').join(' ') || email

/** The status of emails to a person. */
export const mailWord = (status: string, { words }: View): Html =>
  html`${ownValue(words.leads.sending as Readonly<Record<string, string>>, status) ?? status}`

/** Websites are stored with and without a scheme. */
export const withScheme = (address: string): string => (/^[a-z]+:/i.test(address) ? address : `https://${address}`)
