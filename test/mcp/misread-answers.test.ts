import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyKey } from '../../src/engine/classify/company-name.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedConversation } from '../support/mails/kept-conversation.ts'
import { seedCompany } from '../support/records/seed-company.ts'
import { seedPeople } from '../support/records/seed.ts'
import { toolCaller } from '../support/doors/mcp-client.ts'

/** Answers and refusals that an agent at work took for something else, or that led it to a call which cannot succeed. */

let app: TestApp
let caller: Awaited<ReturnType<typeof toolCaller>>
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  caller = await toolCaller(app)
  for (const [index, name] of ['Alder Planning GmbH', 'Birch Planning AG'].entries()) {
    const domain = `planning${index}.example`
    await seedCompany(app.context, { domain, name, industry: 'Software Development', country: 'DE' })
    await app.database.pool.query(
      `insert into company_names (name_key, domain, name, kind) values ($1, $2, $3, 'organization')`,
      [companyKey(name), domain, name],
    )
  }
})
afterAll(async () => {
  await caller.close()
  await app[Symbol.asyncDispose]()
})

const ask = async (tool: string, args: Record<string, unknown> = {}) => {
  const { content, structuredContent } = await caller.call(tool, args)
  return { line: content[0]?.text.split('\n')[0] ?? '', ...structuredContent }
}

describe('a company that is not known by the name sent', () => {
  const company = 'Nobody & Sons'
  test.each([
    ['domain_search', { company }],
    ['email_count', { company }],
    ['research_company', { company }],
    ['find_email', { company, full_name: 'Ines Calder' }],
  ])('is not mistaken for one without addresses: %s', async (tool, args) => {
    expect((await ask(tool, args)).line).toBe(
      'No company is known by this name: send its domain, or find it with query in discover_companies.',
    )
  })

  test('nor one whose people were too dear for one without people', async () => {
    await seedPeople(app.context, 'planning1.example', [['Nils', 'Ohm', 'Head of Sales']])
    expect((await ask('research_company', { domain: 'planning1.example', max_credits: 0.5 })).line).toBe(
      'Left out: people (max_credits). 1 address is known.',
    )
  })

  test('is marked in the count of the tool, and only there', async () => {
    expect((await ask('email_count', { company })).meta).toMatchObject({ unknown_company: true })
    expect((await ask('email_count', { company: 'alder planning' })).meta).not.toHaveProperty('unknown_company')
    const { body } = await app.get(`/v2/email-count?company=${encodeURIComponent(company)}`)
    expect(body.meta).toEqual({ params: { domain: null, company, type: null } })
  })
})

describe('a page of companies', () => {
  test('is said to be crawled only if the rows show it', async () => {
    const query = 'software companies in Germany'
    expect((await ask('discover_companies', { query })).line).toBe('Showing 2 of 2 companies, 0 of them crawled.')
    expect((await ask('discover_companies', { query, fields: ['domain'] })).line).toBe('Showing 2 of 2 companies.')
  })

  test('that is empty says which filter or name may be the cause', async () => {
    const headcount = ['1-10']
    const industry = { include: ['Software Development'] }
    expect((await ask('discover_companies', { industry, headcount })).line).toBe(
      'Showing 0 of 0 companies. headcount leaves none: change or omit it.',
    )
    expect((await ask('discover_companies', { organization: { name: 'Alder' } })).line).toBe(
      'Showing 0 of 0 companies. organization matches whole names only; query finds parts of names.',
    )
    expect((await ask('discover_companies', { similar_to: 'Nobody & Sons' })).line).toBe(
      'Showing 0 of 0 companies. If similar_to is not known by this name, send its domain.',
    )
    expect((await ask('discover_companies', { query: 'CFO of Nobodyworks' })).line).toMatch(
      /^Showing 0 of 0 companies\. No company is known by this name: /,
    )
    expect((await ask('discover_companies', { query: 'CTOs' })).line).toMatch(
      /^Showing 0 of 0 companies\. Nothing in query could be used as a filter: /,
    )
  })

  test('similar to a company is found by its name without the legal form', async () => {
    const { data } = await ask('discover_companies', { query: 'companies like Alder Planning' })
    expect((data as { domain: string }[]).map(({ domain }) => domain)).toEqual(['planning1.example'])
  })
})

describe('changes', () => {
  beforeAll(async () => {
    await app.database.pool.query(
      `insert into changes (domain, change_key, type, person_key, person_name, address, field, before, after, evidence,
          happened_from, happened_to, confidence, detected_at)
        select 'planning0.example', 'joined' || n, 'joined', 'p' || n, 'Person ' || n, null, 'position', null, 'Planner',
          '[]', '2026-08-02', '2026-09-14', 0.9, now() from generate_series(1, 3) n`,
    )
  })

  test('are continued by a cursor, and no offset is offered', async () => {
    const domain = 'planning0.example'
    const first = await ask('list_changes', { domain, limit: 2 })
    const { next_cursor: cursor } = first.meta as { next_cursor: number }
    expect(first.line).toContain(`Showing 2 changes; next_cursor ${cursor}.`)
    expect(first.meta).not.toHaveProperty('next_offset')
    const last = await ask('list_changes', { domain, limit: 2, cursor })
    expect([last.line, (last.data as unknown[]).length]).toEqual([expect.stringMatching(/^Showing 1 changes\. /), 1])
  })

  test('at a company that is not watched are said to be chance findings', async () => {
    const { line } = await ask('list_changes', { domain: 'planning1.example' })
    expect(line).toBe('Showing 0 changes. The company is not watched: only what was noticed by chance is listed.')
    await ask('watch_companies', { domains: ['planning1.example'] })
    expect((await ask('list_changes', { domain: 'planning1.example' })).line).toBe('Showing 0 changes.')
  })
})

test('a leads list that does not exist is not an empty one', async () => {
  expect((await ask('search_leads', { leads_list_id: 99 })).line).toBe(
    'not_found: There is no leads list with id 99. (list_leads_lists shows the lists.)',
  )
})

describe('a refusal leads to a call that can succeed', () => {
  test.each([
    ['search_leads', { leads_list_name: 'Fair' }, 'Send leads_list_id: list_leads_lists shows the lists.'],
    ['start_campaign', { campaign_name: 'Fair' }, 'Send campaign_id: list_campaigns shows the campaigns.'],
    ['add_recipients', { campaign_id: 1, leads_list_id: 2 }, 'Send lead_ids: search_leads shows those of a list.'],
    ['export_rows', { leads_list_id: 99 }, 'list_leads_lists shows the lists.'],
    ['save_leads', { job_id: 99 }, 'get_account with include jobs shows those of the last day.'],
  ])('%s %j', async (tool, args, step) => {
    expect((await ask(tool, args)).line).toContain(`(${step})`)
  })

  test('of a row that another argument than its own would not mend', async () => {
    const people = [{ full_name: 'Ines Calder' }, { full_name: 'Ada Holm', domain: 'birch.example' }]
    expect((await ask('find_emails', { people })).line).toContain('Row 1: Send domain or company. (')
    expect((await ask('find_emails', { people: [{ name: 'Ines Calder' }, ...people] })).line).toContain(
      'people[0] takes first_name, last_name, full_name, domain, company, ref, but not name.',
    )
  })

  test('unless nothing can: a person who wants no more mail gets no reply', async () => {
    const { id } = await seedConversation(app.context, {
      email: 'ada@maker.example',
      text: 'Stop.',
      mailClass: 'remove_me',
    })
    expect((await ask('reply', { conversation_id: id, text: 'Sorry!' })).line).toBe(
      'validation_failed: This person asked not to receive any more mail. (Do not repeat the call unchanged.)',
    )
  })
})

test('a handle or a name under the name that other tools give it is accepted', async () => {
  const linkedin_url = 'https://www.linkedin.com/in/nobody-known'
  expect((await ask('enrich_person', { linkedin_url })).line).toMatch(/^not_found: /)
  expect((await ask('find_email', { name: 'Ines Calder', domain: 'nobody.example' })).line).toMatch(
    /^No address was found/,
  )
})

test('a pasted list of people is read line by line', async () => {
  const people = 'Ada Holm <ada@birch.example>\nbo@birch.example; cy@birch.example\nno address'
  expect(await ask('save_leads', { people })).toMatchObject({
    line: '3 leads created, 0 updated, 1 skipped.',
    data: { skipped: [{ row: 4, reason: 'invalid' }] },
  })
})

describe('a draft', () => {
  test('takes a pasted list of recipients', async () => {
    const { data } = await ask('draft_campaign', { name: 'Pasted', steps: [{ subject: 'Hello', body: 'Hello' }] })
    const emails = 'Ada Holm <ada@birch.example>\nbo@birch.example; cy@birch.example'
    const { line } = await ask('add_recipients', { campaign_id: (data as { id: number }).id, emails, confirm: true })
    expect(line).toBe('3 recipients added, 0 skipped.')
  })

  test('names every merge tag without a fallback at once, and those in single braces', async () => {
    const steps = [
      { subject: 'Hello {{first_name}}', body: 'Hi {{first_name}}, how is {{company}}? {position} {"a":1}' },
    ]
    const { meta } = await ask('draft_campaign', { name: 'Fair', steps })
    const { missing, warnings } = meta as { missing: { details: string }[]; warnings: string[] }
    expect(missing.map(({ details }) => details)).toEqual(
      expect.arrayContaining(['The merge tag first_name needs a fallback.', 'The merge tag company needs a fallback.']),
    )
    expect(warnings.filter((warning) => warning.includes('braces'))).toEqual([
      'Step 0 has {position} in single braces, which is sent as it is: merge tags have two.',
    ])
  })
})

test('people asked for are taken out of a question, whatever is around them', async () => {
  await seedPeople(app.context, 'planning0.example', [['Lena', 'Brandt', 'CTO']])
  for (const query of [
    'all the CTOs of software companies in Germany',
    'every CTO at software companies in Germany',
    'software companies in Germany, with their CTOs',
    'software companies in Germany and a CTO',
  ]) {
    const { line, meta } = await ask('discover_companies', { query })
    expect([query, line, meta]).toMatchObject([
      query,
      expect.stringContaining('domain_search takes meta.people.'),
      { people: { department: 'it', seniority: 'executive' } },
    ])
  }
})
