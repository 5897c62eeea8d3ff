import assert from 'node:assert/strict'
import type { TaskAgent } from './task-agent.ts'
import type { TaskWorld } from './task-world.ts'

/**
 * What people want from an agent, as the calls that lead there. Each call takes its arguments from earlier answers, so
 * that a path that breaks or grows is noticed. Tokens are those of all arguments and answers.
 */
export interface RecordedTask {
  name: string
  maxCalls: number
  maxTokens: number
  /** What must exist beforehand, and is not counted. */
  prepare?: (agent: TaskAgent, world: TaskWorld) => Promise<void>
  /** Throws if the goal is not reached. */
  run: (agent: TaskAgent) => Promise<void>
}

type Row = Record<string, unknown>

/** Returns the rows of an answer: `data` itself, or a list in it. */
const rowsOf = (data: unknown, at = ''): Row[] => (at === '' ? data : (data as Row)[at]) as Row[]
const first = <T>(list: readonly T[]): T => list[0] ?? assert.fail('Nothing was found.')

export const RECORDED_TASKS: readonly RecordedTask[] = [
  {
    name: 'a person at a domain not yet known',
    maxCalls: 2,
    maxTokens: 700,
    async run({ call }) {
      const found = await call('domain_search', { domain: 'lumenworks.test', job_titles: ['CTO'] })
      const { value } = first(rowsOf(found.data, 'emails'))
      const { data } = await call('verify_email', { email: value })
      assert.equal((data as Row)['status'], 'valid')
    },
  },
  {
    name: "a named person's address, checked",
    maxCalls: 1,
    maxTokens: 320,
    async run({ call }) {
      const { data } = await call('find_email', { domain: 'lumenworks.test', full_name: 'Jonas Halvorsen' })
      assert.partialDeepStrictEqual(data, {
        email: 'jonas.halvorsen@lumenworks.test',
        verification: { status: 'valid' },
      })
    },
  },
  {
    name: 'who works in the largest department',
    maxCalls: 2,
    maxTokens: 480,
    async run({ call }) {
      const { data } = await call('email_count', { domain: 'lumenworks.test' })
      const counts = Object.entries((data as { department: Record<string, number> }).department)
      const [department, count] = first(counts.sort(([, a], [, b]) => b - a))
      const found = await call('domain_search', { domain: 'lumenworks.test', department: [department] })
      assert.equal(rowsOf(found.data, 'emails').length, count)
    },
  },
  {
    name: 'discover, then search',
    maxCalls: 2,
    maxTokens: 600,
    async run({ call }) {
      const found = await call('discover_companies', { query: 'software companies in Porto' })
      assert.equal(found.meta['not_understood'], undefined)
      const { domain } = first(rowsOf(found.data))
      const people = await call('domain_search', { domain, department: ['sales'] })
      assert.equal(rowsOf(people.data, 'emails').length, 1)
    },
  },
  {
    name: 'a list of 20 companies with a contact each',
    maxCalls: 43,
    maxTokens: 11_500,
    async run({ call }) {
      const found = await call('discover_companies', { query: 'software companies in Portugal' })
      const list = await call('save_leads_list', { name: 'Portuguese makers' })
      const { id } = list.data as Row
      for (const { domain, organization } of rowsOf(found.data)) {
        const people = await call('domain_search', { domain, department: ['sales'], limit: 1 })
        const { value, first_name, last_name, position } = first(rowsOf(people.data, 'emails'))
        const lead = { email: value, first_name, last_name, position, company: organization, leads_list_id: id }
        await call('save_lead', lead)
      }
      const saved = await call('search_leads', { leads_list_id: id, limit: 1, fields: ['id'] })
      assert.equal(saved.meta['count'], 20)
    },
  },
  {
    name: 'a list of 50 addresses, checked',
    maxCalls: 2,
    maxTokens: 1_750,
    async run({ call }) {
      const emails = Array.from(
        { length: 50 },
        (_, index) => `${index % 2 === 0 ? 'u' : 'stranger'}${index}@lumenworks.test`,
      )
      const begun = await call('verify_emails', { emails })
      const { running, job_id } = begun.meta
      const { data } = running === true ? await call('verify_emails', { job_id }) : begun
      const statuses = rowsOf(data, 'results').map(({ status }) => status)
      assert.deepEqual(
        statuses,
        emails.map((_, index) => (index % 2 === 0 ? 'valid' : 'invalid')),
      )
    },
  },
  {
    name: 'a person enriched and saved',
    maxCalls: 2,
    maxTokens: 400,
    async run({ call }) {
      const email = 'elena.marchetti@lumenworks.test'
      const { data } = await call('enrich_person', { email, fields: ['name', 'employment', 'linkedin'] })
      const { name, employment } = data as Record<'name' | 'employment', Row>
      const saved = await call('save_lead', {
        email,
        first_name: name['givenName'],
        last_name: name['familyName'],
        position: employment['title'],
        company: employment['name'],
      })
      assert.partialDeepStrictEqual(saved.data, { first_name: 'Elena', position: 'Marketing Director' })
    },
  },
  {
    name: 'a campaign prepared, ready to start',
    maxCalls: 4,
    maxTokens: 820,
    async run({ call }) {
      const campaigns = await call('list_campaigns', { started: false })
      const { id: campaign_id } = first(rowsOf(campaigns.data, 'campaigns'))
      const leads = await call('search_leads', { company: 'Maker', limit: 50, fields: ['id', 'email'] })
      const lead_ids = rowsOf(leads.data, 'leads').map(({ id }) => id)
      const preview = await call('add_recipients', { campaign_id, lead_ids })
      assert.equal(preview.data, null)
      assert.equal((preview.meta['effect'] as Row)['adds_recipients'], lead_ids.length)
      const added = await call('add_recipients', { campaign_id, lead_ids, confirm: true })
      assert.notEqual(added.data, null)
    },
  },
  {
    name: 'the campaign started with consent',
    maxCalls: 3,
    maxTokens: 380,
    async run({ call }) {
      const campaigns = await call('list_campaigns', { started: false })
      const { id: campaign_id } = first(rowsOf(campaigns.data, 'campaigns'))
      const { meta } = await call('start_campaign', { campaign_id })
      const { recipients } = meta['effect'] as Row
      const started = await call('start_campaign', { campaign_id, expected_recipients: recipients, confirm: true })
      assert.equal((started.data as Row)['recipients_count'], recipients)
    },
  },
  {
    name: "the account's remaining credits",
    maxCalls: 1,
    maxTokens: 220,
    async run({ call }) {
      const { data } = await call('get_account')
      const { requests } = data as { requests: Record<string, { used: number; available: number }> }
      assert.ok(Object.values(requests).every(({ used, available }) => used <= available))
    },
  },
  {
    name: 'a company researched in one call',
    maxCalls: 1,
    maxTokens: 620,
    async run({ call }) {
      const { data } = await call('research_company', { domain: 'lumenworks.test' })
      const { profile, departments } = data as { profile: Row; departments: { people: Row[] }[] }
      assert.equal(profile['name'], 'Lumenworks')
      const people = departments.flatMap((department) => department.people)
      assert.equal(people.length, 5)
      assert.ok(people.every(({ verification }) => (verification as Row)['status'] === 'valid'))
    },
  },
  {
    name: 'recovery from common mistakes',
    maxCalls: 6,
    maxTokens: 950,
    async run({ call, fail }) {
      const industry = await fail('discover_companies', { industry: { include: ['Software Developement'] } })
      const [, nearest] = /Nearest accepted values: ([^;.]+)/.exec(industry) ?? []
      assert.equal(
        rowsOf(
          (
            await call('discover_companies', {
              industry: { include: [nearest] },
              headquarters_location: { include: [{ city: 'Faro', country: 'PT' }] },
            })
          ).data,
        ).length,
        5,
      )
      const unknown = await fail('domain_search', { url: 'lumenworks.test' })
      const accepted = /Accepted arguments: (\w+)/.exec(unknown)?.[1] ?? ''
      await call('domain_search', { [accepted]: 'lumenworks.test', limit: 1 })
      const field = await fail('search_leads', { limit: 1_000 })
      assert.match(field, /1 to 100/)
      await call('search_leads', { limit: 100, fields: ['id'] })
    },
  },
]
