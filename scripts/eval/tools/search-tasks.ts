import assert from 'node:assert/strict'
import type { RecordedTask } from './recorded-tasks.ts'

/** Tasks about people whose names are not known yet. */

type Row = Record<string, unknown>

const emailsIn = (data: unknown): Row[] => (data as { emails: Row[] }).emails

export const SEARCH_TASKS: readonly RecordedTask[] = [
  {
    name: "five fintechs, each one's head of engineering, checked",
    maxCalls: 7,
    maxTokens: 2_050,
    prepare: (_, { searched }) => searched(),
    async run({ call }) {
      const found = await call('discover_companies', { query: 'five fintechs in Spain' })
      const companies = found.data as Row[]
      assert.equal(companies.length, 5)
      const emails: unknown[] = []
      for (const { domain } of companies) {
        const { data } = await call('domain_search', { domain, job_titles: ['Head of Engineering'] })
        assert.equal(emailsIn(data).length, 1)
        emails.push(emailsIn(data)[0]?.['value'])
      }
      const { meta } = await call('verify_emails', { emails, limit: 0 })
      assert.partialDeepStrictEqual(meta, { status: 'done', summary: { valid: 5 } })
    },
  },
  {
    name: 'whom to contact about security',
    maxCalls: 3,
    maxTokens: 880,
    async run({ call }) {
      const { data } = await call('domain_search', { domain: 'guarded.test', job_titles: ['Head of Security'] })
      assert.deepEqual(
        emailsIn(data).map(({ value }) => value),
        ['security@guarded.test'],
      )
    },
  },
]
