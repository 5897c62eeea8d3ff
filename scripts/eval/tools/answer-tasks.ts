import assert from 'node:assert/strict'
import type { RecordedTask } from '../recorded-tasks.ts'

/** Tasks on what people wrote back. They come last: people answer in them whom the tasks before do not know. */

type Row = Record<string, unknown>

export const ANSWER_TASKS: readonly RecordedTask[] = [
  {
    name: 'who answered, what, and who said no gets nothing more',
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
      // An answer ends the campaign that it answers; who said no is planned in another one, too.
      const { data } = await call('list_campaigns', { started: true })
      const { campaigns } = data as { campaigns: Row[] }
      const campaign_id = campaigns.find(({ name }) => name === 'Tiles for shops')?.['id']
      const asked = await call('cancel_recipients', { campaign_id, emails })
      assert.partialDeepStrictEqual(asked.meta['effect'], { cancels_messages: 2 })
      const done = await call('cancel_recipients', { campaign_id, emails, confirm: true })
      assert.equal((done.data as Row)['messages_canceled'], 2)
    },
  },
]
