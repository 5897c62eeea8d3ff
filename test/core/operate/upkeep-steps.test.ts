import { expect, test } from 'vitest'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { startApp } from '../../support/app.ts'

/** As a statement that takes too long would, night after night. */
const FAILS = `create function fails() returns trigger language plpgsql as $$ begin raise 'canceled'; end $$;
  create trigger fails before delete on idempotent_requests for each statement execute function fails()`

test('what one step of the upkeep cannot forget keeps no other from forgetting, and the job fails', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  const { pool } = app.database
  await app.get('/v2/account')
  await pool.query(`insert into usage_days (account_id, day, searches)
    select min(id), current_date - 401, 1 from accounts where id > 0`)
  await pool.query(FAILS)
  await expect(runUpkeep(app.context)).rejects.toThrow('1 steps of the upkeep failed.')
  expect((await pool.query('select from usage_days where day < current_date - 400')).rowCount).toBe(0)
})
