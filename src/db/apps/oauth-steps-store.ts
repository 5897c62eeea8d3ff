import type { Pool } from 'pg'

export interface NewStep {
  at: Date
  accountId: number | null
  connection: Buffer
  step: string
  outcome: string
  client: string | null
  redirectHost: string | null
  scopes: readonly string[] | null
  userAgent: string | null
  requestId: string | null
  detail: string | null
}

export interface StepRow extends NewStep {
  id: number
}

const ADD = `insert into oauth_steps (at, account_id, connection, step, outcome, client, redirect_host, scopes, user_agent, request_id, detail)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

/** Steps of one account, or of all if $1 is null. */
const LIST = `select id, at, account_id as "accountId", connection, step, outcome, client, redirect_host as "redirectHost", scopes,
    user_agent as "userAgent", request_id as "requestId", detail
  from oauth_steps where $1::integer is null or account_id = $1
  order by id desc limit $2`

const FORGET = `delete from oauth_steps where id <= (select id from oauth_steps order by id desc offset $1 limit 1)`

/** What connectors requested of the authorization server. */
export const createOauthStepsStore = (pool: Pool) => ({
  add: async (step: NewStep): Promise<void> => {
    const { at, accountId, connection, outcome, client, redirectHost, scopes, userAgent, requestId, detail } = step
    const about = [client, redirectHost, scopes, userAgent, requestId, detail]
    await pool.query(ADD, [at, accountId, connection, step.step, outcome, ...about])
  },

  /** Newest first. @param accountId null for all accounts. */
  list: async (accountId: number | null, limit: number): Promise<StepRow[]> =>
    (await pool.query<StepRow>(LIST, [accountId, limit])).rows,

  /** Keeps only the newest steps. */
  keepNewest: async (kept: number): Promise<void> => {
    await pool.query(FORGET, [kept])
  },
})
