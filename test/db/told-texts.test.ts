import { expect, test } from 'vitest'
import { ERASE_TOLD, ERASE_TOLD_OF } from '../../src/db/conversations/erased-texts.ts'
import { testDatabase } from '../support/database.ts'
import { rowsLookedAt } from '../support/plan-rows.ts'

const BODIES = 5_000
const WITH_TEXT = 6

test('texts sent to webhooks are found among many bodies without texts, and by their conversation', async () => {
  await using database = await testDatabase({ poolSize: 1 })
  const { pool } = database
  await pool.query(`insert into accounts (plan) values ('unlimited')`)
  await pool.query(
    `insert into webhooks (account_id, event, target_url, secret_sealed, created_at)
      select 1, 'message.replied', 'https://hooks.example/', '', now()`,
  )
  await pool.query(
    `insert into webhook_deliveries (account_id, webhook_id, event_id, event, payload, status, due_at, created_at)
      select 1, w.id, 'e' || n, 'message.replied', json_build_object('data', json_build_object('reply', json_build_object(
          'conversation_id', n, 'text', case when n <= $2 then 'Yes, call me.' end))), 'success', now(), now() - interval '2 days'
      from webhooks w, generate_series(1, $1) n`,
    [BODIES, WITH_TEXT],
  )
  await pool.query('analyze webhook_deliveries')
  const told = async () =>
    (
      await pool.query<{ told: string[] }>(`select coalesce(array_agg(event_id order by id), '{}') as told
        from webhook_deliveries where payload like '%call me%'`)
    ).rows[0]?.told

  expect(await rowsLookedAt(pool, ERASE_TOLD_OF, [1, 4])).toBeLessThanOrEqual(WITH_TEXT)
  expect(await told()).toEqual(['e1', 'e2', 'e3', 'e5', 'e6'])
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  expect(await rowsLookedAt(pool, ERASE_TOLD, [yesterday])).toBeLessThanOrEqual(WITH_TEXT)
  expect(await told()).toEqual([])
  // There is nothing left to look at.
  expect(await rowsLookedAt(pool, ERASE_TOLD, [yesterday])).toBe(0)
})
