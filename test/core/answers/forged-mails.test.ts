import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { FORGERIES, HONEST } from '../../support/mails/forged-mails.ts'
import { deliveryReport } from '../../support/mails/returned-mails.ts'
import { seedMailbox, seedSent, standing } from '../../support/mails/sent-mail.ts'
import type { SeededMailbox, SentTo } from '../../support/mails/sent-mail.ts'

let app: TestApp
let imap: TestImapServer
let mailbox: SeededMailbox
let now = new Date('2026-03-02T09:00:00Z')
let people = 0

beforeAll(async () => {
  app = await startApp({
    env: { QUARRY_ROLE: 'server', QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8', QUARRY_RATE_LIMIT_FACTOR: '0' },
    replace: { clock: { now: () => now } },
  })
})
afterAll(() => app[Symbol.asyncDispose]())

beforeEach(async () => {
  await app.database.pool.query('update mailboxes set imap_host = null')
  imap = await startImapServer()
  mailbox = await seedMailbox(app.context, imap.port)
  return () => imap.stop()
})

const UNTOUCHED = {
  state: 'scheduled',
  stopped_by: null,
  recipient: 'sent',
  lead: 'sent',
  followUp: 'scheduled',
  unsubscribed: null,
  noted: [],
}

/** Sends a message, and lets an email come in. */
async function receive(write: (target: { recipient: string; headerId: string }) => string): Promise<SentTo> {
  const recipient = `ines${++people}@maker.example`
  const sent = await seedSent(app.context, mailbox, recipient)
  imap.deliver(write({ recipient, headerId: sent.headerId }), { arrivedAt: now })
  now = new Date(now.getTime() + MINUTE_MS)
  await readMailboxes(app.context)
  return sent
}

const doubtful = async () => {
  const { body } = await app.get(`/v2/email-accounts/${mailbox.mailboxId}/doubtful-mails`)
  return body.data as { doubt: string; message: { id: number } }[]
}

describe('nothing follows from', () => {
  test.each(Object.entries(FORGERIES))('%s, and it is shown', async (_, forge) => {
    let expected: string | null = null
    const sent = await receive((target) => {
      const { raw, doubt } = forge(target)
      expected = doubt
      return raw
    })
    expect(await standing(app.context, sent)).toEqual(UNTOUCHED)
    const shown = (await doubtful()).map(({ doubt, message }) => [doubt, message.id])
    expect(shown).toEqual(expected === null ? [] : [[expected, sent.messageId]])
  })
})

describe('the expectations are derived from', () => {
  test.each(Object.entries(HONEST))('%s', async (_, write) => {
    const sent = await receive(write)
    expect(await standing(app.context, sent)).toMatchObject({ state: 'stopped', stopped_by: 'replied' })
    expect(await doubtful()).toEqual([])
  })

  test('a report with the Message-ID and the recipient', async () => {
    const sent = await receive(({ recipient, headerId }) => deliveryReport({ recipient, messageId: headerId }))
    expect(await standing(app.context, sent)).toMatchObject({ state: 'stopped', stopped_by: 'bounced' })
  })
})

describe('emails that may be forged', () => {
  test('are shown once, newest first, and only so many are kept', async () => {
    const raw = FORGERIES['a reply of a stranger']
    const sent = await receive((target) => raw?.(target).raw ?? '')
    await app.database.pool.query(`update mailboxes set imap_cursor = '{}', read_at = null`)
    await readMailboxes(app.context)
    expect(await doubtful()).toHaveLength(1)
    const flood = Array.from({ length: 600 }, (_, index) => `<f${index}@elsewhere.example>`)
    const message = await app.context.store.mailEvents.message(mailbox.accountId, sent.messageId)
    for (const headerId of flood)
      if (message !== null)
        await app.context.store.doubtfulMails.add(
          mailbox.mailboxId,
          message,
          { meaning: 'replied', doubt: 'other_sender', headerId },
          now,
        )
    const { body } = await app.get(`/v2/email-accounts/${mailbox.mailboxId}/doubtful-mails?limit=1`)
    expect(body.meta).toMatchObject({ total: 500, limit: 1, offset: 0 })
    expect(body.data).toMatchObject([{ header_id: '<f599@elsewhere.example>', doubt: 'other_sender' }])
  })

  test('of another account are not shown', async () => {
    expect((await app.get('/v2/email-accounts/999999/doubtful-mails')).status).toBe(404)
  })
})
