import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'
import type { Visitor } from '../../support/web/web-visitor.ts'

/** An account with more lists and campaigns than a page of them shows. */

const COUNT = 150
let app: TestApp
let maya: Visitor
/** Of the oldest list, the campaign, and a person in that list alone. */
const oldest = { list: 0, campaign: 0, lead: 0 }

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
  maya = await webVisitor(app)
  const { pool } = app.context.database
  const idOf = async (text: string, values: readonly unknown[] = []): Promise<number> =>
    Number((await pool.query<{ id: number }>(text, [...values])).rows[0]?.id)
  oldest.list = await idOf(`insert into leads_lists (account_id, name, created_at)
    select 1, 'Fair ' || n, now() - n * interval '1 hour' from generate_series(${COUNT}, 1, -1) n returning id`)
  oldest.campaign = await idOf(`insert into campaigns (account_id, user_id, name, status, created_at)
    select 1, min(u.id), 'News ' || n, 'draft', now() - n * interval '1 hour'
    from generate_series(${COUNT}, 1, -1) n, users u where u.account_id = 1 group by n order by n desc returning id`)
  oldest.lead = await idOf(`insert into leads (account_id, email) values (1, 'jane@birch.example') returning id`)
  await idOf('insert into leads_list_members (account_id, leads_list_id, lead_id) values (1, $1, $2)', [
    oldest.list,
    oldest.lead,
  ])
})
afterAll(() => app[Symbol.asyncDispose]())

test('people of the oldest list stay filtered by it when another filter is added', async () => {
  const { html } = await maya.see(`/leads?leads_list_id=${oldest.list}`)
  expect(html).toContain(`Fair ${COUNT}`)
  expect(html).toMatch(new RegExp(`<option value="${oldest.list}"[^>]* selected`))
})

test('the oldest list can be chosen wherever people are added to one', async () => {
  const paths = ['/leads/new', '/save?people=jane@birch.example', '/lists/1', `/campaigns/${oldest.campaign}/people`]
  for (const path of paths) expect((await maya.see(path)).html, path).toContain(`<option value="${oldest.list}"`)
})

test('the page of a person names the oldest list', async () => {
  expect((await maya.see(`/leads/${oldest.lead}`)).html).toContain(`Fair ${COUNT}`)
})

test('people can be added to the oldest campaign', async () => {
  const { html } = await maya.see(`/leads/write?ids=${oldest.lead}`)
  expect(html).toContain(`<option value="${oldest.campaign}"`)
  const draft = await maya.see(`/leads/write?ids=${oldest.lead}&campaign_id=0`)
  expect(draft.html).toContain('Quarry will create a draft')
  expect(draft.html).not.toContain('No campaign')
})

test('a webhook can be for the oldest list or campaign alone', async () => {
  const { html } = await maya.see('/settings/webhooks/new')
  expect(html).toContain(`Fair ${COUNT}<`)
  expect(html).toContain(`News ${COUNT}<`)
})
