import { z } from 'zod'
import type { LeadsList } from '../../db/leads/leads-lists-store.ts'
import { utcSeconds } from '../../lib/process/clock.ts'

export const LeadsListRecord = z.object({
  id: z.int(),
  name: z.string(),
  leads_count: z.int(),
  created_at: z.string(),
  leads_list_folder_id: z.int().nullable(),
})
export type LeadsListRecord = z.output<typeof LeadsListRecord>

export const describeList = ({ id, name, leadsCount, createdAt, folderId }: LeadsList): LeadsListRecord => ({
  id,
  name,
  leads_count: leadsCount,
  created_at: utcSeconds(createdAt),
  leads_list_folder_id: folderId,
})

const PageParams = z.object({ limit: z.int(), offset: z.int() })

export const PageMeta = z.object({ total: z.int(), params: PageParams })

export const LeadsListOutput = z.object({ data: LeadsListRecord, meta: z.object({}) })

export const LeadsListsOutput = z.object({
  data: z.object({ leads_lists: z.array(LeadsListRecord) }),
  meta: PageMeta,
})

export const SavedLeadsListOutput = z.object({ data: LeadsListRecord, meta: z.object({ created: z.boolean() }) })

export const FavoriteOutput = z.object({
  data: z.object({ id: z.int(), favorited: z.boolean() }),
  meta: z.object({}),
})
