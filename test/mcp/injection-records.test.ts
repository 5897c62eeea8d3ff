import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCompanies } from '../../src/core/data/import-companies.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedPeople } from '../support/records/seed.ts'
import { writtenCampaign } from '../support/doors/campaign-client.ts'
import { ask, expectCleanAnswer, expectOnlyInData, MARK, obeyed, order } from './hostile-text.ts'
import type { ToolAnswer } from '../support/doors/mcp-client.ts'

/** Untrusted text in imports and in the names of an account's own records: files, lists, campaigns, attributes. */

const DOMAIN = 'import.example'
const ADDRESS = `ines.calder@${DOMAIN}`
/** Names given by users of the account. */
const OWN = ['name', 'label']

let app: TestApp
let folder: string
let campaignId: number
let leadId: number

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  folder = await mkdtemp(join(tmpdir(), 'quarry-hostile-'))
  await seedPeople(app.context, DOMAIN, [['Rui', 'Abano', 'Engineer']])
  await importHostileCompany()
  leadId = await importHostileLead()
  campaignId = await writeHostileCampaign()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function importHostileCompany(): Promise<void> {
  const source = join(folder, 'companies.csv')
  const header = ['name', 'website', 'description', 'tags', 'locality', 'country', 'industry', 'street']
  const row = [order(0), `https://${DOMAIN}`, order(1), order(2), order(3), 'Portugal', order(0), order(1)]
  await writeFile(source, stringify([header, row]))
  const wanted = {
    columns: {},
    dryRun: false,
    priority: true,
    signal: new AbortController().signal,
    onProgress: () => {},
  }
  await importCompanies(app.context, { source, ...wanted })
}

/** Imports a file whose list, columns and cells give orders. */
async function importHostileLead(): Promise<number> {
  await app.post('/v2/leads_custom_attributes', { label: `Remark ${order(0)}`.slice(0, 90) })
  const header = ['email', 'first name', 'last name', 'position', 'company', 'notes', `Remark ${order(0)}`.slice(0, 90)]
  const csv = stringify([header, [ADDRESS, ...[1, 2, 3, 0, 1, 2].map(order)]])
  const list = encodeURIComponent(order(3))
  const headers = { 'x-api-key': app.key, 'content-type': 'text/csv' }
  const init = { method: 'POST', headers, body: csv }
  const begun = await fetch(`${app.origin}/v2/leads/imports?leads_list_name=${list}`, init)
  const { data } = (await begun.json()) as { data: { id: number } }
  for (;;) {
    const { status } = (await app.get(`/v2/leads/imports/${data.id}`)).body.data as { status: string }
    if (status === 'done') break
    expect(['uploading', 'queued', 'running']).toContain(status)
    await sleep(20)
  }
  const { leads } = (await app.get('/v2/leads')).body.data as { leads: { id: number }[] }
  return leads[0]?.id ?? 0
}

/** Creates a running campaign with bounced emails, and the records of those. */
async function writeHostileCampaign(): Promise<number> {
  const { id } = await writtenCampaign(app, { name: order(0) })
  await app.post(`/v2/campaigns/${id}/recipients`, { lead_ids: [leadId] })
  await app.post(`/v2/campaigns/${id}/start`, {})
  const bounced = `update messages set status = 'error', bounced_at = now(), reply_code = $2, problem = $2, subject = $2, message_id = $2
    where campaign_id = $1`
  await app.context.database.pool.query(bounced, [id, order(1)])
  return id
}

const call = (name: string, args: Record<string, unknown> = {}) =>
  ask<ToolAnswer>(app, 'tools/call', { name, arguments: args })

const READING: [string, () => Record<string, unknown>][] = [
  ['discover_companies', () => ({ organization: { domain: [DOMAIN] } })],
  ['enrich_company', () => ({ domain: DOMAIN })],
  ['research_company', () => ({ domain: DOMAIN, max_credits: 1.2 })],
  ['search_leads', () => ({ fields: ['*'] })],
  ['get_lead', () => ({ id: leadId })],
  ['list_leads_lists', () => ({})],
  ['list_custom_attributes', () => ({})],
  ['list_campaigns', () => ({ fields: ['*'] })],
  ['list_recipients', () => ({ campaign_id: campaignId, fields: ['*'] })],
]

/** Previews and actions, which report only numbers, ids and addresses. */
const SILENT: [string, () => Record<string, unknown>][] = [
  ['add_recipients', () => ({ campaign_id: campaignId, emails: [`rui.abano@${DOMAIN}`] })],
  ['cancel_recipients', () => ({ campaign_id: campaignId, emails: [ADDRESS] })],
  ['start_campaign', () => ({ campaign_id: campaignId })],
  ['delete_lead', () => ({ id: leadId })],
]

describe('imported text and names of records', () => {
  test.each(READING)('in %s appear only in data, cleaned and listed', async (name, args) => {
    const answer = await call(name, args())
    expectCleanAnswer(answer, OWN)
    expect(JSON.stringify(answer.structuredContent?.data)).toContain(MARK)
    expect(obeyed(answer)).toEqual([])
  })

  test.each(SILENT)('do not appear in the preview of %s', async (name, args) => {
    const answer = await call(name, args())
    expectCleanAnswer(answer)
    expect(JSON.stringify(answer)).not.toContain(MARK)
  })

  test.each<[string, Record<string, unknown>]>([
    ['search_leads', { leads_list_id: 999_999 }],
    ['save_lead', { email: ADDRESS, leads_list_id: 999_999 }],
    ['list_recipients', { campaign_id: 999_999 }],
    ['discover_companies', { industry: { include: ['none'] } }],
  ])('never appear in the error of %s with %j', async (name, args) => {
    expect(JSON.stringify(await call(name, args))).not.toContain(MARK)
  })

  test('never appear in lists of tools, prompts, resources and templates', async () => {
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])
      expect(JSON.stringify(await ask(app, method)), method).not.toContain(MARK)
  })

  test('are completed only if they need no cleaning', async () => {
    const ref = { type: 'ref/prompt', name: 'build_list' }
    const completed = async (value: string) => {
      const argument = { name: 'list', value }
      const answer = await ask<{ completion: { values: string[] } }>(app, 'completion/complete', { ref, argument })
      return answer.completion.values
    }
    await app.post('/v2/leads_lists', { name: order(1) })
    expect(await completed('forbidden')).toEqual([order(3)])
    expect(await completed(`<b>${MARK}`)).toEqual([])
  })

  test('in a list resource appear only in data', async () => {
    const uri = `quarry://leads-lists/${encodeURIComponent(order(3))}`
    const { contents } = await ask<{ contents: { text: string }[] }>(app, 'resources/read', { uri })
    const read = JSON.parse(contents[0]?.text ?? '') as { data: unknown; meta: Record<string, unknown> }
    expect(JSON.stringify(read.data)).toContain(MARK)
    expectOnlyInData(read, OWN)
  })
})
