import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient, idOf } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'
import { writtenCampaign } from '../../support/doors/campaign-client.ts'
import { seedPeople } from '../../support/records/seed.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

/** The tools that store, change and export records, compared with their endpoints: each does the same to a twin. */

type Answer = ToolAnswer<Record<string, unknown>>

let app: TestApp
let api: ApiClient
let call: (name: string, args?: Record<string, unknown>) => Promise<Answer>
let close: () => Promise<void>

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_LOCAL_SUFFIXES: 'example' } })
  api = apiClient(app, app.key)
  await seedPeople(app.context, 'birch.example', [['Rui', 'Abano', 'Chief Technology Officer']])
  ;({ call, close } = await toolCaller<Record<string, unknown>>(app))
})
afterAll(async () => {
  await close()
  await app[Symbol.asyncDispose]()
})

const told = ({ content }: Answer): string[] =>
  (content[0]?.text ?? '').split('\n').map((line) => line.replace(/ \([^(]*\)$/, ''))

const data = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const answer = await call(name, args)
  if (answer.structuredContent === undefined) throw new Error(told(answer).join('\n'))
  return answer.structuredContent.data
}

test.each<[string, Record<string, unknown>, string, string, Record<string, unknown>?]>([
  ['find_emails', { people: [{ full_name: 'Rui Abano' }] }, 'POST', '/email-finder/bulk'],
  ['save_leads', { people: ['a@birch.example'], leads_list_id: 99 }, 'POST', '/leads/bulk/save'],
  ['change_leads', { action: 'move', ids: [1], expected_count: 1 }, 'POST', '/leads/bulk/change'],
  ['change_leads', { action: 'burn', ids: [1], expected_count: 1 }, 'POST', '/leads/bulk/change'],
  ['export_rows', {}, 'POST', '/exports'],
  ['export_rows', { query: '*', format: 'pdf' }, 'POST', '/exports'],
  ['reply', { conversation_id: 99, text: 'Hello' }, 'POST', '/conversations/99/replies', { text: 'Hello' }],
  ['draft_campaign', { time_zone: 'Atlantis' }, 'POST', '/campaigns/draft'],
  ['preview_message', { campaign_id: 99 }, 'GET', '/campaigns/99/draft'],
  ['pause_campaign', { campaign_id: 99 }, 'POST', '/sequences/99/pause', {}],
  ['forget_person', { email: 'nobody' }, 'POST', '/people/forget'],
  ['watch_companies', { domains: ['not a domain'] }, 'POST', '/watches'],
  ['watch_companies', {}, 'POST', '/watches'],
  ['list_changes', { since: 'yesterday' }, 'GET', '/changes?since=yesterday'],
  ['list_replies', { conversation_id: 99 }, 'GET', '/conversations/99'],
  ['set_webhook', { event: 'lead.sold', target_url: 'https://hooks.example/in' }, 'POST', '/webhooks'],
  ['set_webhook', { event: 'lead.created', target_url: 'nowhere' }, 'POST', '/webhooks'],
])('%s refuses %j in the words of %s %s', async (tool, args, method, path, body = args) => {
  const answer = await call(tool, args)
  const { body: refused } = await api.send(method, path, method === 'GET' ? undefined : body)
  expect(answer.isError).toBe(true)
  expect(told(answer)).toEqual(refused.errors?.map(({ id, details }) => `${id}: ${details}`))
})

test('find_emails finds what a list of people at /v2 finds', async () => {
  const people = ['row 7', 'row 8'].map((ref) => ({ full_name: 'Rui Abano', domain: 'birch.example', ref }))
  const { rows } = (await data('find_emails', { people, max_credits: 2, fields: ['*'] })) as { rows: object[] }
  const started = await api.send('POST', '/email-finder/bulk', { people, max_credits: 2 })
  const results = `/email-finder/bulk/${String(started.body.data['id'] ?? started.body.data['job_id'])}/results`
  const found = async () => (await api.send('GET', results)).body.data['rows'] as { status: string }[]
  await expect.poll(async () => (await found()).map(({ status }) => status)).toEqual(['found', 'found'])
  const shown = people.map(({ ref }) => ({ ref, status: 'found', email: 'rui.abano@birch.example' }))
  expect(await found()).toMatchObject(shown)
  expect(rows).toMatchObject(shown)
})

test('leads are saved, tagged, exported and forgotten in the same way', async () => {
  const byTool = await data('save_leads', { people: ['one@oak.example'], leads_list_name: 'By tool' })
  const byPath = await api.send('POST', '/leads/bulk/save', {
    people: ['two@oak.example'],
    leads_list_name: 'By path',
  })
  const counts = ({ created, updated, skipped }: Record<string, unknown>) => ({ created, updated, skipped })
  expect(counts(byTool)).toEqual(counts(byPath.body.data))
  const ids = ((await api.send('GET', '/leads?email=oak.example')).body.data['leads'] as { id: number }[]).map(
    ({ id }) => id,
  )
  const change = { action: 'copy', target_list_name: 'Copies', expected_count: 1 }
  const copied = await data('change_leads', { ...change, ids: ids.slice(0, 1), confirm: true })
  expect(copied).toEqual((await api.send('POST', '/leads/bulk/change', { ...change, ids: ids.slice(1) })).body.data)
  const file = await data('export_rows', { query: 'oak.example', format: 'jsonl' })
  const other = await api.send('POST', '/exports', { query: 'oak.example', format: 'jsonl' })
  expect(Object.keys(file)).toEqual(Object.keys(other.body.data))
  expect(file['total']).toBe(other.body.data['total'])
  const gone = await data('forget_person', { email: 'one@oak.example', confirm: true })
  const gonePath = await api.send('POST', '/people/forget', { email: 'two@oak.example' })
  expect(gone).toEqual(gonePath.body.data)
})

test('companies are watched, and their changes read, in the same way', async () => {
  const byTool = await data('watch_companies', { domains: ['elm.example'] })
  const byPath = await api.send('POST', '/watches', { domains: ['ash.example'] })
  expect(JSON.stringify(byPath.body.data).replaceAll('ash', 'elm')).toBe(
    JSON.stringify({ ...byTool, watched: byPath.body.data['watched'] }),
  )
  expect(await data('list_changes', { domain: 'birch.example' })).toEqual(
    (await api.send('GET', '/changes?domain=birch.example')).body.data,
  )
})

test('a webhook set by a tool is the same as one of /v2', async () => {
  const target = { event: 'lead.created', target_url: 'https://hooks.example.org/in' }
  const set = await data('set_webhook', { ...target, confirm: true })
  const { body } = await api.send('GET', `/webhooks/${String(set['id'])}`)
  expect(body.data).toMatchObject(target)
})

test('a draft, its preview and its pause match /v2', async () => {
  const { id } = await writtenCampaign(app)
  const { campaign } = (await data('preview_message', { campaign_id: id })) as { campaign: object }
  expect(campaign).toEqual((await api.send('GET', `/campaigns/${id}/draft`)).body.data['campaign'])
  expect(told(await call('pause_campaign', { campaign_id: id }))).toEqual(
    (await api.send('POST', `/sequences/${id}/pause`)).body.errors?.map((error) => `${error.id}: ${error.details}`),
  )
  const started = idOf({ data: await data('draft_campaign', { campaign_id: id, name: 'Second name' }) })
  expect((await api.send('GET', `/sequences/${started}`)).body.data).toMatchObject({ name: 'Second name' })
})
