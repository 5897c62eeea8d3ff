import type { ColumnType, Generated } from 'kysely'

/** The tables as Kysely sees them. Hot and set-based statements are plain SQL in the stores and do not need these. */

/** Set by the database when absent; read as Date. */
type Timestamp = ColumnType<Date, Date | undefined, Date>

export interface Tables {
  settings: { name: string; value: ColumnType<unknown, string, string> }
  accounts: {
    id: Generated<number>
    plan: string
    name: string | null
    discover: Generated<boolean>
    suspended_at: Date | null
    created_at: Timestamp
  }
  users: {
    account_id: number
    id: Generated<number>
    first_name: string | null
    last_name: string | null
    email: string | null
    created_at: Timestamp
  }
  api_keys: {
    account_id: number
    id: Generated<number>
    user_id: number
    name: string
    hash: Buffer
    last_four: string
    scopes: string[]
    created_at: Timestamp
    last_used_at: Date | null
    revoked_at: Date | null
  }
  optouts: {
    id: Generated<number>
    kind: 'email' | 'domain'
    digest: Buffer
    domain: string | null
    reason: string | null
    created_at: Timestamp
  }
  crawls: {
    domain: string
    status: CrawlStatus
    reason: string | null
    pages: Generated<number>
    queued: Generated<number>
    bytes: Generated<number>
    addresses: Generated<number>
    page_budget: Generated<number>
    requested_at: Date
    started_at: Date | null
    heartbeat_at: Date | null
    finished_at: Date | null
    next_crawl_at: Date | null
    interval_days: number | null
    account_id: number | null
    run_id: string | null
    attempts: Generated<number>
  }
}

export type CrawlStatus = 'queued' | 'running' | 'done' | 'blocked' | 'failed'
