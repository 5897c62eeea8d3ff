import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { optedOutDomains } from '../opted-out-domains.ts'

export interface StoredLogo {
  png: Buffer
  etag: string
  width: number
  height: number
  foundAt: Date
}

export interface NewLogo {
  png: Buffer
  etag: string
  width: number
  height: number
  sourceUrl: string
  pageUrl: string
}

const FIND = `select png, etag, width, height, found_at as "foundAt" from logos where domain = $1 and png is not null`

const IS_DUE = `select not exists (select from logos where domain = $1 and requested_at >= $2) as due`

/** The process that moves the date does the search; the others find it already moved. */
const REQUEST = `insert into logos (domain, requested_at) values ($1, $2)
  on conflict (domain) do update set requested_at = excluded.requested_at where logos.requested_at < $3 returning domain`

const KEEP = `insert into logos (domain, png, etag, width, height, source_url, page_url, found_at, requested_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
  on conflict (domain) do update set png = excluded.png, etag = excluded.etag, width = excluded.width,
    height = excluded.height, source_url = excluded.source_url, page_url = excluded.page_url, found_at = excluded.found_at`

async function unlessOptedOut<T>(
  pool: Pool,
  domain: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T | null> {
  return inTransaction(pool, async (client) => {
    const optedOut = await optedOutDomains(client, [domain])
    return optedOut.has(domain) ? null : work(client)
  })
}

export const createLogosStore = (pool: Pool) => ({
  find: async (domain: string): Promise<StoredLogo | null> =>
    (await pool.query<StoredLogo>(FIND, [domain])).rows[0] ?? null,

  /** Records that a logo is wanted. @returns whether to look for it now: at most once since `before`. */
  request: async (domain: string, now: Date, before: Date): Promise<boolean> => {
    const { rows } = await pool.query<{ due: boolean }>(IS_DUE, [domain, before])
    if (rows[0]?.due !== true) return false
    const request = (client: PoolClient) => client.query(REQUEST, [domain, now, before])
    return ((await unlessOptedOut(pool, domain, request))?.rowCount ?? 0) > 0
  },

  keep: async (domain: string, logo: NewLogo, now: Date): Promise<void> => {
    const { png, etag, width, height, sourceUrl, pageUrl } = logo
    const values = [domain, png, etag, width, height, sourceUrl, pageUrl, now]
    await unlessOptedOut(pool, domain, (client) => client.query(KEEP, values))
  },
})
