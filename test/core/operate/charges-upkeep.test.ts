import { expect, test } from 'vitest'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { startApp } from '../../support/app.ts'

const PERIOD = `insert into billing_periods (account_id, starts_on, credits_used)
  select min(id), current_date - $1::integer, 2 from accounts where id > 0 returning account_id`
const CHARGE = `insert into charges (account_id, starts_on, fingerprint, kind, credits, settled)
  select $1, current_date - $2::integer, sha256(n::text::bytea), 'search', 1, true from generate_series(1, $3::integer) n`
const KEPT = `select current_date - starts_on as age, count(c.*)::int as charges, credits_used as used
  from billing_periods p left join charges c using (account_id, starts_on) group by 1, credits_used order by 1`

test('charges of long-past periods are deleted; their totals are kept', async () => {
  await using app = await startApp({ env: { QUARRY_CHARGES_KEPT_DAYS: '92' } })
  const { pool } = app.database
  for (const [age, charges] of [
    [91, 3],
    [93, 10_001],
    [400, 2],
  ] as const) {
    // prettier-ignore
    const { rows } = await pool.query<{ account_id: number }>(PERIOD, [age])
    await pool.query(CHARGE, [rows[0]?.account_id, age, charges])
  }
  await runUpkeep(app.context)
  expect((await pool.query(KEPT)).rows).toEqual([
    { age: 91, charges: 3, used: 2 },
    { age: 93, charges: 0, used: 2 },
    { age: 400, charges: 0, used: 2 },
  ])
})
