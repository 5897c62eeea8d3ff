import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { insertCampaign, insertMailbox } from '../../support/records/outbox-in-hand.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'

test('a cancelled email has no date on the page of a person, and a planned one has', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  const { pool } = app.context.database
  const mailbox = await insertMailbox(pool, { port: 9 })
  const dueAt = new Date(Date.now() + 6 * 24 * 3_600_000)
  await insertCampaign(pool, { mailboxIds: [mailbox], recipients: 1, dueAt })
  const maya = await webVisitor(app)
  const dates = async () => (await maya.see('/people/r1@crowd.example')).html.match(/<td><time /g)?.length ?? 0
  expect(await dates()).toBe(1)
  await pool.query(`update messages set status = 'canceled'`)
  expect(await dates()).toBe(0)
})
