import type { Pool, QueryConfig } from 'pg'
import type { CompanyFacts, CompanySourceKind } from '../../lib/companies/company-facts.ts'
import { askBesideCompanies, besideCompanies } from '../beside-companies.ts'
import type { FoundSourceRow } from '../search/search-store.ts'

/** An address of a person with everything known about them. */
export interface PersonProfileRow {
  domain: string
  value: string
  firstName: string | null
  lastName: string | null
  position: string | null
  seniority: string | null
  department: string | null
  linkedin: string | null
  twitter: string | null
  phone: string | null
  city: string | null
  state: string | null
  country: string | null
  lastSeenOn: string
  sources: FoundSourceRow[]
  /** Of the domain of the address. */
  company: string | null
  emailProvider: string | null
}

/** The source of a value. */
export interface FactSourceRow {
  uri: string
  /** `YYYY-MM-DD` */
  seen_on: string
  kind: CompanySourceKind
}

/** What the index knows about a company: no field of `facts` is missing, unknown ones are null or empty. */
export interface CompanyProfileRow {
  facts: { [Column in keyof CompanyFacts]-?: Exclude<CompanyFacts[Column], undefined> } & { indexed_on: string }
  /** Field → source; `*` for all fields not named. */
  sources: Record<string, FactSourceRow>
}

/** What the index knows about a domain besides the facts of its company. */
export interface CompanySurroundings {
  aliases: { domain: string; seen_on: string }[]
  /** Addresses that belong to no person, the most certain first. */
  emails: { value: string; uri: string; seen_on: string }[]
}

/** `domain` is how the statement refers to the domain of `a`. */
const personColumns = (
  domain: string,
): string => `a.domain, a.value, a.first_name as "firstName", a.last_name as "lastName", a.position, a.seniority,
    a.department, a.linkedin, a.twitter, a.phone_number as phone, a.city, a.state, a.country,
    a.last_seen_on::text as "lastSeenOn", a.sources,
    (select organization from domains d where d.domain = ${domain}) as organization`

const KNOWN_PERSON = `a.visible and a.type = 'personal' and coalesce(a.first_name, a.last_name) is not null`

const PERSON_BY_EMAIL = `select ${personColumns('$1')} from addresses a where a.domain = $1 and a.value = $2 and ${KNOWN_PERSON}`

const PERSON_BY_PROFILE = `select ${personColumns('a.domain')} from addresses a
  where lower(a.linkedin) = $1 and ${KNOWN_PERSON} order by a.confidence desc, a.value limit 1`

const EMPLOYER = `select name as company, email_provider as "emailProvider" from companies where domain = $1`

/** Field → source, of companies `c`. */
export const FACT_SOURCES = `(select coalesce(jsonb_object_agg(field.key,
      jsonb_build_object('uri', s.uri, 'seen_on', s.seen_on, 'kind', s.kind)), '{}')
    from jsonb_each_text(c.provenance) field join company_sources s on s.id = field.value::bigint)`

const ALIASED = `select linked_domain from linked_domains where domain = $1 and kind = 'alias' order by linked_domain limit 1`
const COMPANY = besideCompanies(
  (
    companies,
  ) => `select to_jsonb(c) - '{words,provenance,personal_count,generic_count,emails_total,updated_at}'::text[] as facts,
    ${FACT_SOURCES} as sources
  from ${companies('c')} where c.domain = coalesce((select own.domain from ${companies('own')} where own.domain = $1), (${ALIASED}))`,
)

const MAX_ALIASES = 20
const MAX_EMAILS = 20

const SURROUNDINGS = `select
    (select coalesce(jsonb_agg(jsonb_build_object('domain', l.linked_domain, 'seen_on', l.seen_on) order by l.linked_domain), '[]')
      from (select domain as linked_domain, seen_on from linked_domains where linked_domain = $1 and kind = 'alias'
        order by domain limit ${MAX_ALIASES}) l) as aliases,
    (select coalesce(jsonb_agg(jsonb_build_object('value', a.value, 'uri', a.sources -> 0 ->> 'uri', 'seen_on', a.last_seen_on)), '[]')
      from (select * from addresses where domain = $1 and visible and type = 'generic' and jsonb_array_length(sources) > 0
        order by confidence desc, sources_count desc, value limit ${MAX_EMAILS}) a) as emails`

type Employer = Pick<PersonProfileRow, 'company' | 'emailProvider'>

async function knownPerson(pool: Pool, query: QueryConfig): Promise<PersonProfileRow | null> {
  const [found] = (await pool.query<Omit<PersonProfileRow, keyof Employer> & { organization: string | null }>(query))
    .rows
  if (found === undefined) return null
  const { organization, ...person } = found
  const { rows } = await pool.query<Employer>({ name: 'employer', text: EMPLOYER, values: [person.domain] })
  return { ...person, company: rows[0]?.company ?? organization, emailProvider: rows[0]?.emailProvider ?? null }
}

/** Reads the index for enrichment. */
export const createProfilesStore = (pool: Pool, isDistributed: boolean) => ({
  personByEmail: (domain: string, email: string): Promise<PersonProfileRow | null> =>
    knownPerson(pool, { name: 'person-by-email', text: PERSON_BY_EMAIL, values: [domain, email] }),

  /** By a LinkedIn handle in lower case: the person's best address. */
  personByProfile: (handle: string): Promise<PersonProfileRow | null> =>
    knownPerson(pool, { name: 'person-by-profile', text: PERSON_BY_PROFILE, values: [handle] }),

  /** @param domain a registrable domain, or one that redirects to it. */
  company: async (domain: string): Promise<CompanyProfileRow | null> => {
    const aliased = isDistributed ? (await pool.query<{ linked_domain: string }>(ALIASED, [domain])).rows : []
    const domains = [domain, ...aliased.map((company) => company.linked_domain)]
    const asked = { name: 'company', statement: COMPANY, values: [domain], domains }
    return (await askBesideCompanies<CompanyProfileRow>(pool, isDistributed, asked))[0] ?? null
  },

  companySurroundings: async (domain: string): Promise<CompanySurroundings> => {
    const query = { name: 'company-surroundings', text: SURROUNDINGS, values: [domain] }
    return (await pool.query<CompanySurroundings>(query)).rows[0] ?? { aliases: [], emails: [] }
  },
})
