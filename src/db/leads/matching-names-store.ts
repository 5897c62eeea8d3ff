import type { Pool } from 'pg'

export interface MatchingNames {
  names: string[]
  /** How many there are, shown or not. */
  total: number
}

/** Distinct names that contain the typed text, in any case; those that begin with it come first. */
const matching = (table: 'leads_lists' | 'campaigns') => `
  select name, count(*) over () as total
  from (select distinct name from ${table} where account_id = $1) named
  where strpos(lower(name), lower($2)) > 0
  order by strpos(lower(name), lower($2)) > 1, lower(name), name
  limit $3`

/** Names of an account's records, for completing what a person types. */
export const createNamesStore = (pool: Pool) => {
  const among =
    (text: string) =>
    async (accountId: number, typed: string, limit: number): Promise<MatchingNames> => {
      const { rows } = await pool.query<{ name: string; total: number }>(text, [accountId, typed, limit])
      return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 }
    }
  return { leadsLists: among(matching('leads_lists')), campaigns: among(matching('campaigns')) }
}
