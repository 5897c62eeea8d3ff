import { z } from 'zod'
import type { EmailEntry } from '../search/domain-search-output.ts'
import { CrawlMetaSchema } from '../search/domain-search-output.ts'
import type { Company } from '../enrich/enrich-output.ts'

const text = z.string().nullable()

const Profile = z.object({
  name: text,
  description: text,
  industry: text,
  company_type: text,
  headcount: text,
  founded_year: z.int().nullable(),
  location: text,
  phone: text,
  technologies: z.array(z.string()),
})
type Profile = z.output<typeof Profile>

const KeyPerson = z.object({
  value: z.string(),
  first_name: text,
  last_name: text,
  position: text,
  seniority: text,
  confidence: z.int(),
  verification: z.object({ date: z.iso.date().nullable(), status: text }),
})
export type KeyPerson = z.output<typeof KeyPerson>

const Department = z.object({ department: text, people: z.array(KeyPerson) })

/** What was not done, and why: the budget, the account's balance or speed, or an answer that takes longer. */
const LeftOut = z.object({
  what: z.enum(['profile', 'people', 'verification']),
  count: z.int(),
  reason: z.enum(['max_credits', 'max_seconds', 'balance', 'speed', 'running']),
})
export type LeftOut = z.output<typeof LeftOut>

export const ResearchCompanyOutput = z.object({
  data: z.object({
    domain: text,
    profile: Profile.nullable(),
    addresses: z.object({ total: z.int(), personal: z.int(), generic: z.int() }),
    pattern: text,
    accept_all: z.boolean().nullable(),
    departments: z.array(Department),
  }),
  meta: z.object({
    budget: z.object({ max_credits: z.number(), max_seconds: z.number() }),
    spent: z.object({ profile: z.number(), people: z.number(), verification: z.number(), seconds: z.number() }),
    left_out: z.array(LeftOut),
    params: z.object({ domain: text, company: text, department: text }),
    crawl: CrawlMetaSchema.optional(),
  }),
})
export type ResearchCompanyOutput = z.output<typeof ResearchCompanyOutput>

/** The index lists the most distinctive technologies first. */
const MAX_TECHNOLOGIES = 20

/** The few facts about a company that a first conversation needs. */
export const researchProfileOf = (company: Company): Profile => ({
  name: company.name,
  description: company.description,
  industry: company.category.industry,
  company_type: company.company_type,
  headcount: company.metrics.employees,
  founded_year: company.foundedYear,
  location: company.location,
  phone: company.phone,
  technologies: company.tech.slice(0, MAX_TECHNOLOGIES),
})

export const keyPerson = (entry: EmailEntry): KeyPerson => ({
  value: entry.value,
  first_name: entry.first_name,
  last_name: entry.last_name,
  position: entry.position,
  seniority: entry.seniority,
  confidence: entry.confidence,
  verification: entry.verification,
})

/** People by department, in the order in which each department was first found. */
export function byDepartment(entries: readonly EmailEntry[]): z.output<typeof Department>[] {
  const groups = Map.groupBy(entries, ({ department }) => department)
  return [...groups].map(([department, people]) => ({ department, people: people.map(keyPerson) }))
}
