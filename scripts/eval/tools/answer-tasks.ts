import assert from 'node:assert/strict'
import type { RecordedTask } from './recorded-tasks.ts'

/** Tasks about people's answers. They come last because the people are unknown to the tasks before. */

type Row = Record<string, unknown>

export const ANSWER_TASKS: readonly RecordedTask[] = [
  {
    name: 'who replied and how; those who said no get nothing more',
    maxCalls: 4,
    maxTokens: 1_320,
    prepare: (_, { answered }) => answered(),
    async run({ call }) {
      const replies = await call('list_replies')
      const rows = replies.data as Row[]
      assert.deepEqual(replies.meta['by_class'], { interested: 1, not_interested: 2, remove_me: 1 })
      assert.match(String(rows.find((row) => row['class'] === 'interested')?.['text_untrusted']), /^Yes, .+ Tuesday\?$/)
      const refusing = rows.filter((row) => /^(?:not_interested|remove_me)$/.test(String(row['class'])))
      const emails = refusing.map(({ email }) => email)
      // An answer ends the campaign that it answers; the person who declined is planned in another one, too.
      const { data } = await call('list_campaigns', { started: true })
      const { campaigns } = data as { campaigns: Row[] }
      const campaign_id = campaigns.find(({ name }) => name === 'Tiles for shops')?.['id']
      const asked = await call('cancel_recipients', { campaign_id, emails })
      assert.partialDeepStrictEqual(asked.meta['effect'], { cancels_messages: 2 })
      const done = await call('cancel_recipients', { campaign_id, emails, confirm: true })
      assert.equal((done.data as Row)['messages_canceled'], 2)
    },
  },
  {
    name: 'one reply answered, once and exactly as shown',
    maxCalls: 5,
    maxTokens: 1_300,
    async run({ call }) {
      const { data } = await call('list_replies', { class: 'interested' })
      const { conversation_id, text_untrusted: asked } = (data as Row[])[0] ?? {}
      const text = 'Tuesday at ten suits me well.\n\nShall I call the number on your page?'
      const shown = await call('reply', { conversation_id, text })
      assert.partialDeepStrictEqual(shown.meta, { confirmed: false, effect: { status: 'draft', text } })
      assert.partialDeepStrictEqual((await call('reply', { conversation_id, text, confirm: true })).meta, {
        confirmed: true,
      })
      // A client that lost the answer repeats the call, and nothing is sent again.
      assert.equal((await call('reply', { conversation_id, text, confirm: true })).meta['confirmed'], false)
      const whole = await call('list_replies', { conversation_id })
      const [came, ...went] = (whole.data as Row[]).toSorted(
        (a, b) => Number(a['direction'] === 'out') - Number(b['direction'] === 'out'),
      )
      assert.equal(came?.['text_untrusted'], asked)
      assert.equal(went.filter((mail) => String(mail['text_untrusted']).startsWith('Tuesday at ten')).length, 1)
      assert.deepEqual(whole.meta['untrusted_fields'], ['email', 'subject', 'text_untrusted'])
    },
  },
]
