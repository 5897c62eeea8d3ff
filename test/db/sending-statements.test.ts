import { expect, test } from 'vitest'
import { CANDIDATE, MAILBOXES_DUE } from '../../src/db/campaigns/outbox-statements.ts'
import { PLAN_AGAIN, STANDING, WAITING } from '../../src/db/campaigns/plan-statements.ts'
import { NEXT_REPLY } from '../../src/db/campaigns/reply-outbox-store.ts'
import { testDatabase } from '../support/database.ts'
import { rowsLookedAt } from '../support/plan-rows.ts'
import { insertMailbox, insertCampaign } from '../support/records/outbox-in-hand.ts'

const MESSAGES = 4_000
const PEOPLE = [1, 2, 3, 4, 5]
const SOON = '2100-01-01T00:00:00Z'

test('the messages that a campaign has just planned are found by index, even without statistics on them', async () => {
  await using database = await testDatabase({ poolSize: 1 })
  const { pool } = database
  for (const table of ['messages', 'campaign_recipients'])
    await pool.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await pool.query(`insert into accounts (plan) values ('unlimited')`)
  await pool.query('insert into users (account_id) select id from accounts')
  const mailboxIds = [await insertMailbox(pool, { port: 1 })]
  await insertCampaign(pool, { mailboxIds, recipients: MESSAGES, dueAt: new Date() })
  // Messages no longer in progress stay in the index of those in progress until vacuum.
  for (const status of ['sending', 'scheduled'])
    await pool.query('update messages set status = $1, leased_at = now() where id = 1', [status])

  const looked = new Map<string, number>()
  const questions = new Map<string, [text: string, ...values: unknown[]]>([
    ['mailboxes that are due', [MAILBOXES_DUE, SOON, 500]],
    ['the next message of a mailbox', [CANDIDATE, 1, mailboxIds[0], SOON]],
    ['the next reply of a mailbox', [NEXT_REPLY, 1, mailboxIds[0], SOON]],
    ['how the campaign stands', [STANDING, 1, 1]],
    ['recipients who wait', [WAITING, 1, 1, 0, MESSAGES, 500]],
    ['messages that are planned again', [PLAN_AGAIN[0] ?? '', 1, 1, `{${PEOPLE.join(',')}}`]],
    ['recipients who are planned again', [PLAN_AGAIN[1] ?? '', 1, 1, `{${PEOPLE.join(',')}}`]],
  ])
  for (const [name, [text, ...values]] of questions) {
    looked.set(name, await rowsLookedAt(pool, text, values))
  }
  expect([...looked].filter(([, rows]) => rows > 100)).toEqual([])
})
