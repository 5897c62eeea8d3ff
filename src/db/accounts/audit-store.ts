import type { Pool } from 'pg'

/** An event that matters: who did what, when, and through which door. */
export interface AuditEntry {
  /** 0 is the installation. */
  accountId: number
  at: Date
  /** Who did it, if a user did. */
  by: { accountId: number; userId: number } | null
  /** The actor's name if no user with this number has an address. */
  actor: string
  via: string
  action: string
  /** The object of the action, as people call it. */
  subject: string | null
  details: Readonly<Record<string, unknown>>
  requestId: string | null
}

export interface AuditRow {
  id: number
  accountId: number
  at: Date
  userId: number | null
  actor: string
  via: string
  action: string
  subject: string | null
  details: Record<string, unknown>
}

/** The actor is stored as text, which stays when the person leaves. */
const ADD = `insert into audit_events (account_id, at, user_id, actor, via, action, subject, details, request_id)
  values ($1, $2, $4, coalesce((select coalesce(l.email, u.email) from users u left join logins l on l.id = u.login_id
    where u.account_id = $3 and u.id = $4), $5), $6, $7, $8, $9, $10)`

const WHERE = 'from audit_events where account_id = any ($1::int[]) and ($2::text is null or action = $2)'

const LIST = `select id, account_id as "accountId", at, user_id as "userId", actor, via, action, subject, details
  ${WHERE} order by at desc, id desc limit $3 offset $4`

const COUNT = `select count(*)::int as total ${WHERE}`

/** The audit log. */
export const createAuditStore = (pool: Pool) => ({
  add: async ({ accountId, at, by, actor, via, action, subject, details, requestId }: AuditEntry): Promise<void> => {
    const who = [by?.accountId ?? null, by?.userId ?? null, actor]
    await pool.query(ADD, [accountId, at, ...who, via, action, subject, JSON.stringify(details), requestId])
  },

  /** Newest first. */
  list: async (
    accountIds: readonly number[],
    { action, limit, offset }: { action: string | null; limit: number; offset: number },
  ): Promise<{ events: AuditRow[]; total: number }> => {
    const [rows, count] = await Promise.all([
      pool.query<AuditRow>(LIST, [accountIds, action, limit, offset]),
      pool.query<{ total: number }>(COUNT, [accountIds, action]),
    ])
    return { events: rows.rows, total: count.rows[0]?.total ?? 0 }
  },

  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from audit_events where at < $1', [before])
  },
})
