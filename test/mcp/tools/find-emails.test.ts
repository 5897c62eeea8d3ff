import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedFileLink } from '../../../src/core/data/signed-file-link.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startPeopleTown } from '../../support/mails/people-town.ts'
import type { PeopleTown } from '../../support/mails/people-town.ts'
import { modernClient } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

type Row = Record<string, unknown>
type Client = Awaited<ReturnType<typeof modernClient>>

let town: PeopleTown
let app: TestApp
let client: Client
let reader: Client
beforeAll(async () => {
  town = await startPeopleTown(4)
  app = await startApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_VERIFY_WAIT_MS: '50' } })
  await town.seed(app.context)
  const headers = { 'X-API-KEY': app.key }
  client = await modernClient(`${app.origin}/mcp`, { pin: '2026-07-28' }, headers)
  reader = await modernClient(`${app.origin}/mcp?readonly=true`, { pin: '2026-07-28' }, headers)
})
afterAll(async () => {
  await client.close()
  await reader.close()
  await app[Symbol.asyncDispose]()
  await town[Symbol.asyncDispose]()
})

async function call(args: Record<string, unknown>, by = client): Promise<ToolAnswer<{ rows: Row[] }>> {
  return (await by.callTool({ name: 'find_emails', arguments: args })) as unknown as ToolAnswer<{ rows: Row[] }>
}

async function ended(args: Record<string, unknown>): Promise<ToolAnswer<{ rows: Row[] }>> {
  let answer = await call(args)
  const job = answer.structuredContent?.meta['job_id']
  while (answer.structuredContent?.meta['running'] === true) answer = await call({ job_id: job })
  return answer
}

describe('find_emails', () => {
  test('finds many at once, continues by job id and saves the people found', async () => {
    const people = town.people(12)
    const begun = await call({ people, leads_list_name: 'By a model' })
    expect(begun.structuredContent?.meta).toMatchObject({ running: true, retry_after_seconds: 10, total: 12 })
    const { structuredContent, content } = await ended({ job_id: begun.structuredContent?.meta['job_id'] })
    const { data, meta } = structuredContent ?? {}
    expect(data?.rows.map(({ status }) => status)).toEqual(
      people.map(({ last_name }) => (last_name === 'Ewe' ? 'found' : 'not_found')),
    )
    const shown = ['ref', 'status', 'email', 'score', 'verification', 'lead_id', 'reason']
    expect(Object.keys(data?.rows[0] ?? {})).toEqual(shown)
    expect(data?.rows[0]).toMatchObject({ ref: '1', verification: { status: 'valid' }, lead_id: expect.any(Number) })
    expect(meta).toMatchObject({
      status: 'done',
      summary: { found: 9, not_found: 3, not_checked: 0 },
      next_offset: null,
    })
    expect(content[0]?.text).toMatch(/^9 found of 12 looked up, 12 in all\.\n/)
    const missed = await call({ job_id: meta?.['job_id'], status: ['not_found'], fields: ['ref', 'last_name'] })
    expect(missed.structuredContent?.data.rows).toEqual(['4', '8', '12'].map((ref) => ({ ref, last_name: 'Quill' })))
    expect(missed.structuredContent?.meta).toMatchObject({ results: 3, untrusted_fields: ['last_name'] })
  })

  test('returns the price of a large list instead of starting it, and stops at a limit', async () => {
    const people = town.people(30)
    const told = await call({ people })
    expect(told.structuredContent).toMatchObject({
      data: null,
      meta: { performed: false, estimate: { at_most: 30, unit: 'address found' } },
    })
    const { structuredContent, content } = await ended({ people: town.people(60).slice(40), max_credits: 4 })
    expect(structuredContent?.meta).toMatchObject({ status: 'stopped', stopped_reason: 'max_credits' })
    expect(content[0]?.text).toMatch(/^4 of 20 people found; \d+ not looked up: max_credits is reached\.\n/)
  })

  test('names each wrong row, and says once what to do', async () => {
    const { isError, content } = await call({ people: [{ last_name: 'Ewe' }, { last_name: 'Quill' }] })
    const lines = content[0]?.text.split('\n') ?? []
    expect([isError, lines.length, lines.filter((line) => line.endsWith(')')).length]).toEqual([true, 2, 1])
  })

  test('only reads in a read-only view, which lacks the writing argument', async () => {
    const toolOf = async (by: Client) => {
      const tool = (await by.listTools()).tools.find(({ name }) => name === 'find_emails')
      const { properties = {} } = tool?.inputSchema ?? {}
      return { hint: tool?.annotations?.readOnlyHint, text: tool?.description, has: 'leads_list_name' in properties }
    }
    expect(await toolOf(client)).toMatchObject({
      hint: false,
      text: expect.stringContaining('leads_list_name'),
      has: true,
    })
    const seen = await toolOf(reader)
    expect(seen).toMatchObject({ hint: true, has: false })
    expect(seen.text).not.toContain('leads_list_name')
    const people = town.people(2)
    const refused = await call({ people, leads_list_name: 'Mine' }, reader)
    expect([refused.isError, refused.content[0]?.text]).toEqual([
      true,
      expect.stringMatching(/^forbidden: Read-only mode \(X-MCP-Readonly or readonly\) hides leads_list_name\. /),
    ])
    expect((await call({ people, leads_list_name: null }, reader)).isError).toBeUndefined()
  })

  test('has save_leads store the people of a job, and rows as they were found, with a tag', async () => {
    await app.post('/v2/leads_custom_attributes', { label: 'Fair' })
    const people = town.people(24).slice(12)
    const job = (await ended({ people })).structuredContent
    const save = async (args: Record<string, unknown>) =>
      (await client.callTool({ name: 'save_leads', arguments: args })) as unknown as ToolAnswer<Record<string, unknown>>
    const custom_attributes = [{ slug: 'fair', value: 'Spring' }]
    const args = { job_id: job?.meta['job_id'], leads_list_name: 'From a job', custom_attributes }
    const saved = await save(args)
    expect(saved.content[0]?.text).toMatch(/^9 leads created, 0 updated, 0 skipped\.\n/)
    const leads_list_ids = saved.structuredContent?.meta['leads_list_ids'] as number[]
    const { body } = await app.get(`/v2/leads?leads_list_id=${leads_list_ids[0]}`)
    const { leads } = body.data as { leads: Row[] }
    expect(leads.map(({ fair, last_name, source }) => [fair, last_name, source])).toEqual(
      leads.map(() => ['Spring', 'Ewe', 'Finder']),
    )
    expect(await save(args)).toMatchObject({ structuredContent: { data: { created: 0, updated: 9, skipped: [] } } })
    const rows = job?.data.rows.map((row) => ({ ...row, status: null })).slice(0, 2)
    expect(await save({ people: [...(rows ?? []), 'x', 'new@birch.example'] })).toMatchObject({
      structuredContent: { data: { created: 1, updated: 2, skipped: [{ email: 'x', row: 3, reason: 'invalid' }] } },
    })
    for (const [wrong, sentence] of [
      [{}, 'wrong_params: Send either people or job_id.'],
      [{ job_id: 999_999 }, 'not_found: There is no job with id 999999.'],
      [{ people: ['a@b.example'], leads_list_id: 999_999 }, 'validation_failed: leads_list_id 999999 does not exist.'],
      [
        { people: ['a@b.example'], custom_attributes: [{ slug: 'n', value: 'x' }] },
        'validation_failed: label must have 2 to',
      ],
    ] as const) {
      const { isError, content } = await save(wrong)
      expect([isError, content[0]?.text.slice(0, sentence.length)]).toEqual([true, sentence])
    }
  })

  test('has export_rows make a file of a job or of leads, with an expiring link', async () => {
    const job = (await ended({ people: town.people(4) })).structuredContent
    const make = async (args: Record<string, unknown>) =>
      (await client.callTool({ name: 'export_rows', arguments: args })) as unknown as ToolAnswer<
        Record<string, unknown>
      >
    const made = await make({ job_id: job?.meta['job_id'] })
    expect(made.content[0]?.text).toMatch(/^4 rows as csv, for 15 minutes\.\n/)
    const { url, id } = (made.structuredContent?.data ?? {}) as { url: string; id: number }
    const uri = `quarry://exports/${id}`
    expect(made.content[1]).toMatchObject({ type: 'resource_link', uri, name: `export-${id}.csv` })
    const link = app.origin + new URL(url).pathname + new URL(url).search
    const file = await fetch(link)
    expect([file.status, file.headers.get('cache-control'), file.headers.get('content-disposition')]).toEqual([
      200,
      'no-store',
      `attachment; filename="job-${String(job?.meta['job_id'])}.csv"`,
    ])
    expect((await file.text()).split('\n').map((line) => line.split(',')[1])).toEqual([
      'status',
      'found',
      'found',
      'found',
      'not_found',
      undefined,
    ])
    const again = await make({ export_id: id, format: null })
    expect(again.structuredContent?.data).toMatchObject({ id, total: 4, format: 'csv' })
    for (const format of ['jsonl', 'xlsx']) {
      const leads = (await make({ query: 'ewe', format })).structuredContent?.data as { url: string; total: number }
      const bytes = await (await fetch(app.origin + new URL(leads.url).pathname + new URL(leads.url).search)).text()
      expect(leads.total).toBeGreaterThan(0)
      expect(format === 'xlsx' ? bytes.slice(0, 2) : bytes.split('\n').length - 1).toBe(
        format === 'xlsx' ? 'PK' : leads.total,
      )
    }
    const clock = { now: () => new Date(Date.now() - 3_600_000) }
    const late = new URL(signedFileLink({ ...app.context, clock }, { accountId: 1, id }).url)
    const over = await fetch(app.origin + late.pathname + late.search)
    expect([over.status, await over.text()]).toEqual([410, expect.stringMatching(/^This link has expired\./)])
    const forged = link.replace(/until=\d+/, `until=${Math.floor(Date.now() / 1_000) + 9_999}`)
    expect((await fetch(forged)).status).toBe(404)
    expect((await fetch(link.replace(`/${id}?`, `/${id + 1}?`))).status).toBe(404)
    for (const args of [
      {},
      { query: 'a', job_id: 1 },
      { job_id: 999_999 },
      { export_id: 999_999 },
      { leads_list_id: 99_999 },
    ])
      expect((await make(args)).isError, JSON.stringify(args)).toBe(true)
  })

  test.each([
    [{}, 'wrong_params: Send either people or job_id.'],
    [{ people: [{ full_name: 'Ann Birch', domain: 'a.example' }] }, 'wrong_params: people needs at least 2 items.'],
    [{ people: [{ full_name: 'Ann Birch' }, { domain: 'a.example' }] }, 'wrong_params: Row 1: Send domain or company.'],
    [{ job_id: 1, leads_list_name: 'Late' }, 'wrong_params: leads_list_name can only be sent with people'],
    [{ job_id: 999_999 }, 'not_found: There is no such job'],
  ])('%#: refuses what it cannot do', async (args, sentence) => {
    const { isError, content } = await call(args)
    expect([isError, content[0]?.text.slice(0, sentence.length)]).toEqual([true, sentence])
  })
})
