import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { writtenCampaign } from '../../support/doors/campaign-client.ts'
import { seedPeople } from '../../support/records/seed.ts'
import { modernClient, toolCaller } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

/** What the first line of an answer says, and how to continue from an answer without another call. */

type Data = Record<string, unknown> | null

const DOMAIN = 'kelpworks.example'

let app: TestApp
let caller: Awaited<ReturnType<typeof toolCaller<Data>>>
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  caller = await toolCaller<Data>(app)
  await seedPeople(app.context, DOMAIN, [['Ines', 'Marlow', 'Buyer']])
})
afterAll(async () => {
  await caller.close()
  await app[Symbol.asyncDispose]()
})

const lineOf = ({ content }: ToolAnswer<Data>): string => (content[0]?.text ?? '').split('\n')[0] ?? ''
const included = ({ structuredContent }: ToolAnswer<Data>) =>
  structuredContent?.data?.['included'] as Record<string, Record<string, unknown>[]>

test('a preview says that nothing was done, and how to proceed', async () => {
  const { structuredContent } = await caller.call('save_leads', {
    people: ['bo@slate.example', 'cy@slate.example'],
    leads_list_name: 'Fair',
  })
  const [leads_list_id] = (structuredContent?.meta['leads_list_ids'] ?? []) as number[]
  const change = { action: 'remove_from_list', leads_list_id }
  expect(lineOf(await caller.call('change_leads', change))).toBe(
    'Nothing was done yet: confirm true with expected_count 2 does what meta.effect says.',
  )
  const done = await caller.call('change_leads', { ...change, expected_count: 2, confirm: true })
  expect(done.structuredContent?.data).toMatchObject({ leads_count: 2, status: 'done' })
  expect(lineOf(await caller.call('change_leads', change))).toBe('Nothing was done: no lead matches.')
  expect(lineOf(await caller.call('forget_person', { email: 'bo@slate.example' }))).toBe(
    'Nothing was done yet: confirm true does what meta.effect says.',
  )
})

/** A client whose user declines, and what its user was asked. */
async function decliningClient() {
  const client = await modernClient(
    `${app.origin}/mcp`,
    { pin: '2026-07-28' },
    { 'X-API-KEY': app.key },
    { elicitation: { form: {} } },
  )
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message)
    return { action: 'decline' as const }
  })
  return { client, asked }
}

test('a person who was asked and declined is not told how to do it anyway', async () => {
  const { client } = await decliningClient()
  const answer = await client.callTool({ name: 'forget_person', arguments: { email: 'cy@slate.example' } })
  expect(lineOf(answer as unknown as ToolAnswer<Data>)).toBe('Nothing was done: the user declined.')
  expect(answer.structuredContent).toMatchObject({ data: null, meta: { confirmed: false, declined: true } })
  await client.close()
})

test('recipients added by address get the name from the index, and keep the one the account entered', async () => {
  await app.post('/v2/leads', { email: `rui.marlow@${DOMAIN}`, first_name: 'Ruy' })
  const { id: campaign_id } = await writtenCampaign(app)
  const steps = [{ subject: 'Lamps', body: 'Hello {{first_name|fallback:"there"}},' }]
  await caller.call('draft_campaign', { campaign_id, steps })
  const emails = [`ines.marlow@${DOMAIN}`, `rui.marlow@${DOMAIN}`, `nobody@${DOMAIN}`]
  await caller.call('add_recipients', { campaign_id, emails, confirm: true })
  const { structuredContent } = await caller.call('preview_message', { campaign_id, emails })
  const { messages } = (structuredContent?.data ?? { messages: [] }) as { messages: { body: string }[] }
  expect(messages.map(({ body }) => body)).toEqual(['Hello Ines,', 'Hello Ruy,', 'Hello there,'])
  const { body } = await app.get(`/v2/leads?email=ines.marlow@${DOMAIN}`)
  expect(body.data).toMatchObject({ leads: [{ last_name: 'Marlow', position: 'Buyer', source: 'Campaign' }] })
})

test('a person who is asked about a campaign reads its name', async () => {
  const { id: campaign_id } = await writtenCampaign(app)
  await app.database.pool.query('update campaigns set name = $2 where id = $1', [campaign_id, 'Lamps <b>in</b> May'])
  const { client, asked } = await decliningClient()
  const ask = (name: string, more = {}) => client.callTool({ name, arguments: { campaign_id, ...more } })
  await ask('add_recipients', { emails: ['ed@slate.example'] })
  await caller.call('add_recipients', { campaign_id, emails: ['ed@slate.example'], confirm: true })
  await ask('start_campaign')
  await app.post(`/v2/campaigns/${campaign_id}/start`, {})
  await caller.call('pause_campaign', { campaign_id })
  await ask('start_campaign')
  await ask('cancel_recipients', { emails: ['ed@slate.example'] })
  const campaign = `campaign ${campaign_id} ("Lamps in May")`
  expect(asked).toEqual([
    `Add 1 recipient to ${campaign}?`,
    expect.stringContaining(`Send 1 email to 1 recipient of ${campaign}, from `),
    expect.stringContaining(`Resume ${campaign}? On hold: 1 email to 1 recipient; due now: `),
    `Cancel 1 scheduled email to 1 recipient of ${campaign}?`,
  ])
  await client.close()
})

test('a paused campaign immediately says how much it is holding back', async () => {
  const { id: campaign_id } = await writtenCampaign(app, { steps: 2 })
  await caller.call('add_recipients', { campaign_id, emails: ['di@slate.example'], confirm: true })
  await app.post(`/v2/campaigns/${campaign_id}/start`, {})
  expect(lineOf(await caller.call('pause_campaign', { campaign_id }))).toBe('Paused: 2 messages are held.')
})

test('a company not known by name is reported, with what to do next', async () => {
  const people = ['Ida Holm', 'Max Orme'].map((full_name) => ({ full_name, company: 'Nordhavn Widgets' }))
  const { structuredContent } = await caller.call('find_emails', { people })
  const job_id = structuredContent?.meta['job_id']
  await expect
    .poll(async () => (await caller.call('find_emails', { job_id })).structuredContent?.meta['status'])
    .toBe('done')
  const ended = await caller.call('find_emails', { job_id })
  expect(lineOf(ended)).toContain(' 2 of the companies shown are not known by name: send the domain.')
  expect(ended.structuredContent?.data).toMatchObject({
    rows: [{ status: 'not_found', reason: 'company_unknown' }, {}],
  })
  const jobs = included(await caller.call('get_account', { include: ['jobs'] }))['jobs']
  expect(jobs).toMatchObject([
    { tool: 'find_emails', job_id, created_at: expect.stringMatching(/^\d{4}-.+Z$/) as string },
  ])
})

test('each of several webhooks on one host can be identified by what the account shows', async () => {
  const event = 'message.replied'
  const { id: campaign_id } = await writtenCampaign(app)
  const add = (target_url: string, only = {}) =>
    caller.call('set_webhook', { event, target_url, ...only, confirm: true })
  await add('https://hooks.example.org/old')
  await add('https://hooks.example.org/new', { campaign_id })
  const webhooks = async () => included(await caller.call('get_account', { include: ['webhooks'] }))['webhooks']
  expect(await webhooks()).toMatchObject([
    { host: 'hooks.example.org', only: `sequence/${campaign_id}` },
    { host: 'hooks.example.org', only: null },
  ])
  const remove = (only = {}) =>
    caller.call('set_webhook', { event, target_url: 'hooks.example.org', ...only, remove: true })
  await add('https://hooks.example.org/older')
  expect(lineOf(await remove())).toContain('wrong_params: 3 webhooks for this event post to this host')
  expect(await webhooks()).toHaveLength(3)
  await caller.call('set_webhook', { event, target_url: 'https://hooks.example.org/older', remove: true })
  expect((await remove()).structuredContent?.data).toMatchObject({ target_url: 'https://hooks.example.org/old' })
  expect((await remove({ campaign_id })).structuredContent?.meta).toMatchObject({ removed: true })
  expect(lineOf(await remove())).toMatch(/^not_found: There is no webhook/)
})
