import type { Pool } from 'pg'

interface ChangeSaying {
  uri: string
  seen_on: string
  says: string
}

/** A change as it is kept. */
export interface KeptChange {
  id: number
  domain: string
  type: string
  person: { key: string; name: string } | null
  address: string | null
  field: string
  before: string | null
  after: string | null
  evidence: readonly ChangeSaying[]
  happenedBetween: readonly [string | null, string]
  confidence: number
  detectedAt: Date
  undoneAt: Date | null
}

export const CHANGE_COLUMNS = `id, domain, type, person_key, person_name, address, field, before, after, evidence, happened_from::text, happened_to::text,
  confidence, detected_at, undone_at`

export interface ChangeRow {
  id: number
  domain: string
  type: string
  person_key: string | null
  person_name: string | null
  address: string | null
  field: string
  before: string | null
  after: string | null
  evidence: ChangeSaying[]
  happened_from: string | null
  happened_to: string
  confidence: number
  detected_at: Date
  undone_at: Date | null
}

export const changeOf = (row: ChangeRow): KeptChange => ({
  id: row.id,
  domain: row.domain,
  type: row.type,
  person: row.person_name === null ? null : { key: row.person_key ?? '', name: row.person_name },
  address: row.address,
  field: row.field,
  before: row.before,
  after: row.after,
  evidence: row.evidence,
  happenedBetween: [row.happened_from, row.happened_to],
  confidence: Math.round(row.confidence * 100) / 100,
  detectedAt: row.detected_at,
  undoneAt: row.undone_at,
})

/** $1 after, $2 limit, $3 account, $4 domain or null, $5 list or null, $6 types or null, $7 since or null. */
const PAGE = `select ${CHANGE_COLUMNS} from changes c where id > $1
    and ($4::text is null or domain = $4)
    and ($5::bigint is null or domain in (select substring(l.email from '@([^@]+)$') from leads_list_members m
      join leads l on l.account_id = m.account_id and l.id = m.lead_id where m.account_id = $3 and m.leads_list_id = $5))
    and ($6::text[] is null or type = any($6)) and ($7::timestamptz is null or detected_at >= $7)
  order by id limit $2`

export interface ChangesWanted {
  accountId: number
  domain: string | null
  leadsListId: number | null
  types: readonly string[] | null
  since: Date | null
}

/** Reading what changed at companies. */
export const createChangesListStore = (pool: Pool) => ({
  /** The next behind an id, in the order of ids. */
  page: async (wanted: ChangesWanted, behind: number, limit: number): Promise<KeptChange[]> => {
    const { accountId, domain, leadsListId, types, since } = wanted
    const values = [behind, limit, accountId, domain, leadsListId, types, since]
    return (await pool.query<ChangeRow>(PAGE, values)).rows.map(changeOf)
  },
})
