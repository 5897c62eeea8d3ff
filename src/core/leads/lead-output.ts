import { z } from 'zod'
import type { FoundLead, LeadRow } from '../../db/leads/leads-store.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'

const text = z.string().nullable()

/** Values of custom attributes are added beside the documented keys, by slug. */
export const Lead = z
  .object({
    id: z.int(),
    email: z.string(),
    first_name: text,
    last_name: text,
    position: text,
    company: text,
    company_industry: text,
    company_size: text,
    website: text,
    country_code: text,
    source: text,
    linkedin_url: text,
    phone_number: text,
    twitter: text,
    notes: text,
    confidence_score: z.int().min(0).max(100).nullable(),
    sync_status: z.enum(['pending', 'success', 'error']).nullable(),
    sending_status: text,
    last_activity_at: text,
    last_contacted_at: text,
    verification: z.object({ date: text, status: text }),
    leads_list: z.object({ id: z.int().nullable(), name: text, leads_count: z.int().nullable() }),
    created_at: z.string(),
    company_type: text,
    updated_at: z.string(),
  })
  .catchall(text)
export type Lead = z.output<typeof Lead>

export const LeadOutput = z.object({
  data: Lead,
  meta: z.object({ leads_list_ids: z.array(z.int()), created: z.boolean().optional() }),
})
export type LeadOutput = z.output<typeof LeadOutput>

const NO_LIST = { id: null, name: null, leads_count: null }

/** @param slugs every custom attribute of the account: an unset one is null. */
export function describeLead(row: LeadRow, slugs: readonly string[]): Lead {
  const { custom_attributes, leads_list, verification_status, verified_at } = row
  const lead = bareRecord<unknown>()
  for (const key of Object.keys(Lead.shape)) lead[key] = row[key as keyof LeadRow]
  lead['verification'] = { date: verified_at, status: verification_status }
  lead['leads_list'] = leads_list ?? NO_LIST
  for (const slug of slugs) lead[slug] = ownValue(custom_attributes, slug) ?? null
  return lead as unknown as Lead
}

export const leadAnswer = ({ lead, slugs, listIds }: FoundLead): LeadOutput => ({
  data: describeLead(lead, slugs),
  meta: { leads_list_ids: listIds },
})
