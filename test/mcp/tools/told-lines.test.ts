import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { writtenCampaign } from '../../support/doors/campaign-client.ts'
import { seedPeople } from '../../support/records/seed.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'

/** Some hosts show, and some models read, only the first line: it says what happened, not what the tool is called. */

let app: TestApp
let caller: Awaited<ReturnType<typeof toolCaller>>
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  caller = await toolCaller(app)
})
afterAll(async () => {
  await caller.close()
  await app[Symbol.asyncDispose]()
})

const line = async (tool: string, args: Record<string, unknown>) =>
  (await caller.call(tool, args)).content[0]?.text.split('\n')[0]

test('of a change of leads says how many changed', async () => {
  await caller.call('save_leads', { people: [{ email: 'ada@birch.example' }], leads_list_name: 'Fair' })
  expect(await line('save_lead', { email: 'ada@birch.example', first_name: 'Ada' })).toBe('Lead 1 is updated.')
  expect(await line('save_lead', { email: 'bo@birch.example' })).toMatch(/^Lead \d+ is new\.$/)
  expect(await line('save_leads_list', { name: 'Autumn' })).toMatch(/^List \d+ is new\.$/)
  expect(await line('save_leads_list', { name: 'fair' })).toMatch(/^List \d+ was there already, with 2 leads\.$/)
  const args = { action: 'copy', ids: [1], target_list_name: 'Other', expected_count: 1, confirm: true }
  expect(await line('change_leads', args)).toBe('Done: copy of 1 lead.')
})

test('of a campaign says who was added, cancelled and what is scheduled', async () => {
  const { id } = await writtenCampaign(app)
  const emails = ['bo@makers.example', 'cy@makers.example']
  const campaign_id = id
  expect(await line('add_recipients', { campaign_id, emails, confirm: true })).toBe('2 recipients added, 0 skipped.')
  const cancel = (email: string) => line('cancel_recipients', { campaign_id, emails: [email], confirm: true })
  expect(await cancel('bo@makers.example')).toBe('Recipients removed from the draft: 1.')
  expect(await line('start_campaign', { campaign_id, confirm: true })).toMatch(/^1 email scheduled for sending\./)
  expect(await line('start_campaign', { campaign_id })).toBe('Nothing was done: the campaign has already started.')
  expect(await cancel('cy@makers.example')).toBe('Messages cancelled: 1, of recipients: 1.')
  expect(await cancel('nobody@makers.example')).toBe(
    'Nothing was cancelled: none of these addresses has a scheduled message.',
  )
})

test('of a count and a preview says how many', async () => {
  await seedPeople(app.context, 'maker.example', [['Ines', 'Calder', 'Head of Sales']])
  expect(await line('email_count', { domain: 'maker.example' })).toBe('1 address known: 1 personal, 0 generic.')
  const { id } = await writtenCampaign(app)
  expect(await line('preview_message', { campaign_id: id })).toMatch(
    /^\d+ messages? shown, 0 skipped; \d+ missing before it can start\.$/,
  )
})

test('of a webhook says whether it is set, was there or is removed', async () => {
  const args = { event: 'lead.created', target_url: 'https://hooks.example/in', confirm: true }
  expect(await line('set_webhook', args)).toBe('Webhook 1 is set.')
  expect(await line('set_webhook', args)).toBe('Webhook 1 was there already; nothing has changed.')
  expect(await line('set_webhook', { ...args, remove: true })).toBe('Webhook 1 is removed.')
})

test('of watches, a privacy request and a miss says what came of it', async () => {
  expect(await line('watch_companies', { domains: ['birch.example'] })).toBe(
    '1 added, 0 removed; 1 of at most 1000 companies are watched.',
  )
  const person = { email: 'ada@birch.example', confirm: true }
  expect(await line('forget_person', person)).toBe('Deleted: leads 1, replies 0; messages cancelled: 0.')
  expect(await line('forget_person', person)).toMatch(/^This was done before, at \d{4}-/)
  const miss = { domain: 'birch.example', full_name: 'Nobody Known' }
  expect(await line('find_email', miss)).toMatch(/^No address was found: \w+\.$/)
})
