import type { Pool } from 'pg'

interface ChangeSaying {
  uri: string
  seen_on: string
  says: string
}

/** A stored change. */
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

/**
 * $1 the id to continue after, $2 limit, $3 account, $4 domains or null, $5 whether only watched ones, $6 types or null, $7
 * since or null.
 */
const page = (behind: '<' | '>', order: 'asc' | 'desc') => `select ${CHANGE_COLUMNS} from changes
  where id ${behind} $1 and ($4::text[] is null or domain = any($4))
    and (not $5 or domain in (select w.domain from watches w where w.account_id = $3))
    and ($6::text[] is null or type = any($6)) and ($7::timestamptz is null or detected_at >= $7)
  order by id ${order} limit $2`
const OLDEST = page('>', 'asc')
const NEWEST = page('<', 'desc')

const LAST = `select ${CHANGE_COLUMNS} from changes where domain = $1 and person_key = $2 and undone_at is null
    and type in ('joined', 'left', 'returned') order by happened_to desc, id desc limit 1`

const OF_PERSON = `select ${CHANGE_COLUMNS} from changes where domain = $1 and (address = $2 or person_key = $3) and undone_at is null
  order by id desc limit $4`

export interface ChangesWanted {
  accountId: number
  /** Null for all. */
  domains: readonly string[] | null
  /** Whether to return only those of companies the account watches. */
  isWatched: boolean
  types: readonly string[] | null
  since: Date | null
  isNewestFirst: boolean
}

/** Reads what changed at companies. */
export const createChangesListStore = (pool: Pool) => ({
  /** The next changes after an id, in ascending or descending order of ids; null starts from the beginning. */
  page: async (wanted: ChangesWanted, behind: number | null, limit: number): Promise<KeptChange[]> => {
    const { accountId, domains, isWatched, types, since, isNewestFirst } = wanted
    const first = isNewestFirst ? Number.MAX_SAFE_INTEGER : 0
    const values = [behind ?? first, limit, accountId, domains, isWatched, types, since]
    return (await pool.query<ChangeRow>(isNewestFirst ? NEWEST : OLDEST, values)).rows.map(changeOf)
  },

  /** Changes of the owner of an address, or of a person with this name, newest first. @param key see `personKey` */
  ofPerson: async (
    { domain, address, key }: { domain: string; address: string; key: string },
    limit: number,
  ): Promise<KeptChange[]> =>
    (await pool.query<ChangeRow>(OF_PERSON, [domain, address, key, limit])).rows.map(changeOf),

  /** The last arrival or departure of a person at a site. @param key see `personKey` */
  lastOf: async (domain: string, key: string): Promise<KeptChange | null> => {
    const { rows } = await pool.query<ChangeRow>(LAST, [domain, key])
    return rows[0] === undefined ? null : changeOf(rows[0])
  },
})
