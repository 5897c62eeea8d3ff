import type { Context } from '../../../src/context.ts'
import { judge, learnDomain } from '../../../src/core/crawl/learn-domain.ts'
import type { CompanyFacts } from '../../../src/lib/companies/company-facts.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { seedCompany } from '../records/seed-company.ts'
import { seedPage } from '../records/seed.ts'

/** The people in a full index: invented companies with invented people. */

export interface Invented {
  first: string
  last: string
  position: string
  email: string
  /** The result of a verification; absent if there was none. */
  status?: 'valid' | 'invalid' | 'accept_all' | 'webmail' | 'disposable' | 'unknown'
  /** The age of the verification in days; 0 by default. */
  checkedDaysAgo?: number
}

const at =
  (domain: string) =>
  (first: string, last: string, position: string, more: Partial<Invented> = {}) => ({
    first,
    last,
    position,
    email: `${first}.${last}@${domain}`
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[^\w.@-]/g, ''),
    ...more,
  })

const birch = at('birch.example')
const alder = at('alder.example')

export const BIRCH: readonly Invented[] = [
  birch('Jane', 'Rivers', 'Head of Sales', { status: 'valid' }),
  birch('Tom', 'Okafor', 'Account Executive'),
  birch('Marisol', 'Quintanilla-Hernández', 'Senior Regional Business Development Manager, Southern Europe', {
    status: 'accept_all',
    checkedDaysAgo: 3,
  }),
  birch('Ida', 'Sandvik', 'Chief Executive Officer', { status: 'valid', checkedDaysAgo: 100 }),
  birch('Noor', 'Haddad', 'Chief Technology Officer', { status: 'unknown' }),
  birch('Ben', 'Arkwright', 'Software Engineer', { status: 'invalid', checkedDaysAgo: 12 }),
  birch('Li', 'Wen', 'Accountant'),
  birch('Zofia', 'Malik', 'Marketing Director', { status: 'valid', checkedDaysAgo: 1 }),
  birch('Piet', 'van der Meulen', 'Support Engineer'),
  birch('Ada', 'Brook', 'Recruiter', { status: 'disposable' }),
  birch('Sam', 'Teller', 'Product Manager', { status: 'valid' }),
  birch('Rosa', 'Lindqvist', 'Office Manager', { status: 'webmail' }),
  birch('Omar', 'Castell', 'Data Analyst'),
  birch('Eva', 'Morgenstern', 'Legal Counsel', { status: 'valid', checkedDaysAgo: 40 }),
]

export const ALDER: readonly Invented[] = [
  alder('Hugo', 'Fabre', 'Chief Executive Officer', { status: 'valid' }),
  alder('Maya', 'Winter', 'Head of Recruiting', { status: 'valid' }),
  alder('Jon', 'Peake', 'Sales Manager', { status: 'invalid' }),
]

const COMPANIES: readonly CompanyFacts[] = [
  {
    domain: 'birch.example',
    name: 'Birch Works',
    legal_name: 'Birch Works, Lda.',
    description: 'Birch Works writes software for workshops that repair what others throw away.',
    industry: 'Software Development',
    tags: ['repair', 'workshops', 'software'],
    founded_year: 2012,
    headcount: '11-50',
    employees: 38,
    country: 'PT',
    city: 'Lisbon',
    street_address: 'Rua da Oficina 7',
    phones: ['+351 21 555 0100'],
    emails: ['hello@birch.example'],
    linkedin: 'company/birch-works-example',
    technologies: ['postgresql', 'nginx'],
  },
  {
    domain: 'alder.example',
    name: 'Alder Systems',
    industry: 'Software Development',
    headcount: '51-200',
    country: 'PT',
    city: 'Lisbon',
  },
  {
    domain: 'elm.example',
    name: 'Elm Robotics',
    industry: 'Robotics Engineering',
    headcount: '11-50',
    country: 'DE',
    city: 'Hamburg',
  },
  {
    domain: 'cedar.example',
    name: 'Cedar & Daughters',
    industry: 'Furniture',
    headcount: '1-10',
    country: 'IE',
    city: 'Cork',
  },
]

/** How many days ago the pages of Birch Works were read. */
const PAGES = { '/team': 2, '/about': 2, '/blog/workshops-of-the-year': 51 }

/** Fills the index; no network is needed. */
export async function inventCompanies(context: Context): Promise<void> {
  const now = context.clock.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * DAY_MS)
  for (const facts of COMPANIES) {
    const uri = `https://register.example/companies/${facts.domain}`
    await seedCompany(context, facts, { kind: 'structured', uri, seenOn: '2026-01-18' })
  }
  const pages = Object.entries(PAGES).toSorted(([, one], [, other]) => other - one)
  for (const [index, [path, days]] of pages.entries()) {
    const shown = BIRCH.filter((_, position) => position % (pages.length - index) === 0)
    await read(context, `https://birch.example${path}`, daysAgo(days), [
      ...shown,
      { first: '', last: '', position: '', email: 'sales@birch.example' },
    ])
  }
  await read(context, 'https://alder.example/people', daysAgo(9), ALDER)
  for (const domain of ['birch.example', 'alder.example']) await learnDomain(context, domain)
  await verdicts(context, [...BIRCH, ...ALDER])
  await context.database.pool.query(
    `insert into crawls (domain, status, pages, addresses, requested_at, started_at, finished_at, next_crawl_at)
     select domain, 'done', 12, 15, $2, $2, $2, $3 from unnest($1::text[]) domain on conflict (domain) do nothing`,
    [['birch.example', 'alder.example'], daysAgo(2), daysAgo(-28)],
  )
}

async function read(context: Context, url: string, capturedAt: Date, people: readonly Invented[]): Promise<void> {
  const addresses = people.map(({ first, last, position, email }) => ({
    value: email,
    ...(first !== '' && { person: { firstName: first, lastName: last, position } }),
  }))
  await seedPage(context, { url, capturedAt, addresses })
}

async function verdicts(context: Context, people: readonly Invented[]): Promise<void> {
  const asked = people.flatMap(({ email, status, checkedDaysAgo = 0 }) => {
    if (status === undefined) return []
    const checkedAt = new Date(context.clock.now().getTime() - checkedDaysAgo * DAY_MS)
    const domain = email.slice(email.indexOf('@') + 1)
    const outcome = outcomeOf(email, status, checkedAt)
    return [
      { domain, value: email, status, outcome, checkedAt, freshUntil: new Date(checkedAt.getTime() + 30 * DAY_MS) },
    ]
  })
  await context.store.verifications.keep(asked)
  await context.store.ingest.judgeAgain(
    asked.map(({ domain, value }) => ({ domain, value })),
    judge(context),
  )
}

/** Returns an outcome as the engine does: see `Outcome` of verifications. */
export function outcomeOf(email: string, status: NonNullable<Invented['status']>, checkedAt: Date): object {
  const isRefused = status === 'invalid'
  const reply = isRefused
    ? { code: 550, enhanced: '5.1.1', class: 'refused', text: 'No such user here.' }
    : { code: 250, enhanced: '2.1.5', class: 'accepted', text: 'Recipient is fine.' }
  return {
    email,
    status,
    score: { valid: 100, invalid: 0, accept_all: 65, webmail: 60, disposable: 10, unknown: 40 }[status],
    regexp: true,
    gibberish: false,
    disposable: status === 'disposable',
    webmail: status === 'webmail',
    forwarder: false,
    role: false,
    mxRecords: true,
    smtpServer: true,
    smtpCheck: status === 'valid',
    acceptAll: status === 'accept_all',
    block: false,
    disabled: false,
    mailboxFull: false,
    catchAll: status === 'accept_all' ? 'accepted' : 'refused',
    reason: isRefused ? 'no_such_user' : 'accepted',
    unexpected: false,
    retry: null,
    resting: false,
    transcript: [{ stage: 'rcpt', mx: 'mx.birch.example', rule: null, ms: 80, ...reply }],
    checkedAt,
  }
}
