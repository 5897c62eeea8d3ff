import assert from 'node:assert/strict'
import type { RecordedTask } from './recorded-tasks.ts'

/** Tasks about many people at once: verified, found, changed, exported, compared, and kept within a price. */

type Row = Record<string, unknown>

/** `u` and a number has a mailbox, `gone` and a number does not. */
const mailboxes = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${n % 5 === 4 ? 'gone' : 'u'}${from + n}@lumenworks.test`)

/** Unknown people at the makers. */
const strangers = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    full_name: `Eva ${SURNAMES[(from + n) % SURNAMES.length]}`,
    domain: `maker${(from + n) % 20}.example`,
  }))
const SURNAMES = ['Serra', 'Vaz', 'Pinto', 'Lobo', 'Reis', 'Neves', 'Melo', 'Faria', 'Prata', 'Gil', 'Sousa']

const idIn = (data: unknown, list: string, name: string): unknown =>
  ((data as Row)[list] as Row[]).find((row) => row['name'] === name)?.['id']

export const MANY_TASKS: readonly RecordedTask[] = [
  {
    name: '250 addresses checked, the counts reported',
    maxCalls: 2,
    maxTokens: 3_500,
    async run({ call }) {
      const { meta } = await call('verify_emails', { emails: mailboxes(1_000, 250), limit: 0, max_credits: 125 })
      assert.partialDeepStrictEqual(meta, { status: 'done', summary: { valid: 200, invalid: 50, not_checked: 0 } })
    },
  },
  {
    name: '40 people found and saved to a list',
    maxCalls: 2,
    maxTokens: 3_700,
    async run({ call }) {
      const people = strangers(0, 40)
      const found = await call('find_emails', {
        people,
        leads_list_name: 'Makers to meet',
        max_credits: 40,
        fields: ['ref', 'email'],
      })
      assert.partialDeepStrictEqual(found.meta, { status: 'done', summary: { found: 40 } })
      const saved = await call('search_leads', { leads_list_id: found.meta['leads_list_id'], limit: 1, fields: ['id'] })
      assert.equal(saved.meta['count'], 40)
    },
  },
  {
    name: 'a list without duplicates, moved and tagged',
    maxCalls: 6,
    maxTokens: 1_060,
    async prepare({ call }) {
      const twice = mailboxes(2_000, 30).flatMap((email) => [email, email.replace('@', '+fair@')])
      await call('save_leads', { people: twice, leads_list_name: 'Fair' })
    },
    async run({ call }) {
      const lists = await call('list_leads_lists', { limit: 5 })
      const leads_list_id = idIn(lists.data, 'leads_lists', 'Fair')
      const merge = { action: 'merge_duplicates', leads_list_id }
      const { meta } = await call('change_leads', merge)
      const expected_count = (meta['effect'] as Row)['leads_count']
      assert.equal(expected_count, 30)
      await call('change_leads', { ...merge, expected_count, confirm: true })
      // As many stay as go, so no further look is needed.
      const custom_attributes = [{ slug: 'Met at', value: 'Porto' }]
      const tag = { action: 'tag', leads_list_id, custom_attributes, expected_count, confirm: true }
      assert.equal(((await call('change_leads', tag)).data as Row)['leads_count'], 30)
      const move = { action: 'move', leads_list_id, target_list_name: 'Fair, met', expected_count, confirm: true }
      const moved = await call('change_leads', move)
      const target = (moved.data as Row)['target_list_id']
      const kept = await call('search_leads', { leads_list_id: target, limit: 1, fields: ['email', 'met_at'] })
      assert.equal(kept.meta['count'], 30)
      assert.partialDeepStrictEqual(kept.data, { leads: [{ met_at: 'Porto' }] })
    },
  },
  {
    name: 'a list exported as a file',
    maxCalls: 1,
    maxTokens: 180,
    async run({ call }) {
      const { data } = await call('export_rows', { query: 'Maker' })
      const file = await (await fetch(String((data as Row)['url']))).text()
      assert.equal(file.trimEnd().split('\n').length, Number((data as Row)['total']) + 1)
    },
  },
  {
    name: 'companies similar to one, with reasons',
    maxCalls: 1,
    maxTokens: 450,
    async run({ call }) {
      const { data } = await call('discover_companies', { similar_to: { domain: 'maker0.example' }, limit: 5 })
      const rows = data as unknown as Row[]
      assert.ok(rows.length > 0)
      assert.ok(rows.every(({ score, because }) => Number(score) >= 30 && (because as unknown[]).length > 0))
    },
  },
  {
    name: 'the price first, then no more than 50 credits',
    maxCalls: 8,
    maxTokens: 2_400,
    async prepare({ call }) {
      await call('save_leads', { people: mailboxes(3_000, 120), leads_list_name: 'To check' })
    },
    async run({ call }) {
      const before = await call('get_account')
      const lists = await call('list_leads_lists', { limit: 5 })
      const leads_list_id = idIn(lists.data, 'leads_lists', 'To check')
      const people = strangers(100, 10)
      const find = await call('find_emails', { people, max_credits: 0 })
      const check = await call('verify_emails', { leads_list_id, max_credits: 0 })
      const price = ({ meta }: typeof find): number => Number((meta['estimate'] as Row)['at_most'])
      assert.deepEqual([price(find), price(check)], [10, 60])
      await call('find_emails', { people, max_credits: 10, fields: ['email'] })
      const checked = await call('verify_emails', { leads_list_id, max_credits: 40, limit: 0 })
      assert.partialDeepStrictEqual(checked.meta, { status: 'stopped', stopped_reason: 'max_credits', done: 80 })
      const after = await call('get_account')
      const used = ({ data }: typeof find): number =>
        (data as { requests: { credits: { used: number } } }).requests.credits.used
      assert.ok(used(after) - used(before) <= 50)
    },
  },
]
