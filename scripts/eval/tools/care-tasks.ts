import assert from 'node:assert/strict'
import type { RecordedTask } from './recorded-tasks.ts'

/** Tasks about campaigns from the first draft to the start, about webhooks, and about people's requests. */

type Row = Record<string, unknown>

export const CARE_TASKS: readonly RecordedTask[] = [
  {
    name: 'people added, the text previewed, the campaign started',
    maxCalls: 6,
    maxTokens: 1_960,
    async run({ call }) {
      const account = await call('get_account', { include: ['mailboxes'] })
      const { included } = account.data as { included: { mailboxes: Row[] } }
      const mailbox_ids = included.mailboxes.map(({ id }) => id)
      const steps = [{ subject: 'Lamps', body: 'Good morning.' }]
      const made = await call('draft_campaign', { name: 'Lamps', steps, mailbox_ids })
      const { id: campaign_id } = made.data as Row
      const emails = ['rui.prado1@maker1.example', 'rui.prado2@maker2.example']
      await call('add_recipients', { campaign_id, emails, confirm: true })
      const seen = await call('preview_message', { campaign_id, step: 0 })
      const { messages } = seen.data as { messages: Row[] }
      assert.deepEqual(
        messages.map(({ email, body }) => [email, body]),
        emails.map((email) => [email, 'Good morning.']),
      )
      const { meta } = await call('start_campaign', { campaign_id })
      const { recipients } = meta['effect'] as Row
      const started = await call('start_campaign', { campaign_id, expected_recipients: recipients, confirm: true })
      assert.equal((started.data as Row)['recipients_count'], 2)
    },
  },
  {
    name: 'a webhook for replies',
    maxCalls: 2,
    maxTokens: 330,
    async run({ call }) {
      const wanted = { event: 'message.replied', target_url: 'https://hooks.example.org/replies' }
      const { meta } = await call('set_webhook', wanted)
      assert.partialDeepStrictEqual(meta['effect'], wanted)
      const { data } = await call('set_webhook', { ...wanted, confirm: true })
      assert.equal(typeof (data as Row)['secret'], 'string')
    },
  },
  {
    name: 'a campaign from scratch to its start',
    maxCalls: 7,
    maxTokens: 3_100,
    async run({ call, fail }) {
      const steps = [
        { subject: 'Tiles for {{company|fallback:"you"}}', body: 'Good morning {{first_name}},\n\nshall we talk?' },
        { body: 'Did you see my mail about tiles?', wait_days: 4 },
      ]
      const schedule = { days: [1, 2, 3, 4, 5], from_time: '09:00', to_time: '17:00', time_zone: 'Europe/Lisbon' }
      // The first guess names a sender that does not exist, and a tag that some leads have no value for.
      const refused = await fail('draft_campaign', { name: 'Tiles', steps, ...schedule, mailbox_ids: [999] })
      const mailbox_ids = [Number(/Known: (\d+)/.exec(refused)?.[1])]
      const made = await call('draft_campaign', { name: 'Tiles', steps, ...schedule, mailbox_ids })
      const { id: campaign_id } = made.data as Row
      assert.match(JSON.stringify(made.meta['missing']), /first_name needs a fallback/)
      const mended = steps.map((step) => ({
        ...step,
        body: step.body.replace('first_name', 'first_name|fallback:"all"'),
      }))
      await call('draft_campaign', { campaign_id, steps: mended })
      await call('add_recipients', { campaign_id, emails: ['rui.prado3@maker3.example'], confirm: true })
      const seen = await call('preview_message', { campaign_id })
      assert.deepEqual(seen.meta['missing'], [])
      await call('start_campaign', { campaign_id })
      const started = await call('start_campaign', { campaign_id, expected_recipients: 1, confirm: true })
      assert.match(String((started.data as Row)['message']), /^2 emails scheduled/)
    },
  },
  {
    name: 'a privacy request',
    maxCalls: 2,
    maxTokens: 1_250,
    async run({ call }) {
      const email = 'ana.couto4@maker4.example'
      const { meta } = await call('forget_person', { email })
      assert.partialDeepStrictEqual(meta['effect'], { kept: { address: { first_name: 'Ana' } } })
      const { data } = await call('forget_person', { email, confirm: true })
      assert.partialDeepStrictEqual(data, { removed: { index: 'removed', unsubscribed: true } })
    },
  },
  {
    name: 'a company watched, and its changes',
    maxCalls: 2,
    maxTokens: 460,
    prepare: (_, world) => world.retitled('Rui', 'maker5.example'),
    async run({ call }) {
      const watched = await call('watch_companies', { domains: ['maker5.example'] })
      assert.partialDeepStrictEqual(watched.data, { watched: 1, added: 1 })
      const { data, meta } = await call('list_changes', { domain: 'maker5.example' })
      assert.partialDeepStrictEqual(data, [
        { type: 'title_changed', before: 'Software Engineer', after: 'Head of Software' },
      ])
      assert.equal(meta['watched'], true)
    },
  },
]
