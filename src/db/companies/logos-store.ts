import type { Pool } from 'pg'

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

/** Whoever moves the date has the search to do; the others find it moved. */
const REQUEST = `insert into logos (domain, requested_at) values ($1, $2)
  on conflict (domain) do update set requested_at = excluded.requested_at where logos.requested_at < $3 returning domain`

const KEEP = `insert into logos (domain, png, etag, width, height, source_url, page_url, found_at, requested_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
  on conflict (domain) do update set png = excluded.png, etag = excluded.etag, width = excluded.width,
    height = excluded.height, source_url = excluded.source_url, page_url = excluded.page_url, found_at = excluded.found_at`

export const createLogosStore = (pool: Pool) => ({
  find: async (domain: string): Promise<StoredLogo | null> =>
    (await pool.query<StoredLogo>(FIND, [domain])).rows[0] ?? null,

  /** Notes that a logo is wanted. @returns whether it is to be looked for now: at most once since `before`. */
  request: async (domain: string, now: Date, before: Date): Promise<boolean> =>
    (await pool.query(REQUEST, [domain, now, before])).rows.length > 0,

  keep: async (domain: string, logo: NewLogo, now: Date): Promise<void> => {
    const { png, etag, width, height, sourceUrl, pageUrl } = logo
    await pool.query(KEEP, [domain, png, etag, width, height, sourceUrl, pageUrl, now])
  },
})
