import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { ImapServerOptions } from '../../internet/imap-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedMailbox, seedSent, standing } from '../../support/mails/sent-mail.ts'

let app: TestApp
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
})

const readAfter = async (ms: number): Promise<void> => {
  now = new Date(now.getTime() + ms)
  await readMailboxes(app.context)
}

const stop = (from: string, answered: string): string =>
  [`From: ${from}`, 'Subject: Re: Hello', `In-Reply-To: ${answered}`, '', 'Unsubscribe', ''].join('\r\n')

async function sentTo(mailbox: Awaited<ReturnType<typeof seedMailbox>>) {
  const email = `ines${++people}@maker.example`
  return { email, sent: await seedSent(app.context, mailbox, email) }
}

const change = (mailboxId: number, set: string) =>
  app.database.pool.query(`update mailboxes set ${set} where id = $1`, [mailboxId])

describe('a mailbox that could not be read for days', () => {
  test.each(['changed by its owner', 'changed behind its name'])(
    'is read from the last success on when its server has been %s',
    async (how) => {
      await using imap = await startImapServer()
      const mailbox = await seedMailbox(app.context, imap.port)
      await readAfter(MINUTE_MS)
      await change(mailbox.mailboxId, `imap_host = 'no.lumen.invalid'`)
      const { email, sent } = await sentTo(mailbox)
      await readAfter(DAY_MS)
      await using other = await startImapServer()
      other.deliver(stop(email, sent.headerId), { arrivedAt: now })
      for (let day = 0; day < 4; day++) await readAfter(DAY_MS)
      await change(mailbox.mailboxId, `imap_host = '127.0.0.1', imap_port = ${other.port}`)
      if (how === 'changed by its owner') await change(mailbox.mailboxId, 'imap_problem = null')
      else await app.context.store.mailboxReading.usable(mailbox.accountId, mailbox.mailboxId, now)
      await readAfter(MINUTE_MS)
      expect(await standing(app.context, sent)).toMatchObject({ unsubscribed: 'unsubscribed' })
      const { body } = await app.get(`/v2/email-accounts/${mailbox.mailboxId}`)
      expect(JSON.stringify(body)).toContain('"imap_problem":null')
      const { rows } = await app.database.pool.query('select imap_problem_since from mailboxes where id = $1', [
        mailbox.mailboxId,
      ])
      expect(rows).toEqual([{ imap_problem_since: null }])
    },
  )
})

const namesJunk =
  (name: () => string): NonNullable<ImapServerOptions['script']> =>
  (line, write, tag) => {
    if (!/^\S+ LIST\b/i.test(line)) return false
    write(`* LIST () "/" "INBOX"\r\n* LIST (\\Junk) "/" "${name()}"\r\n${tag} OK done\r\n`)
    return true
  }

describe('a server', () => {
  test('that names another folder for junk at each visit does not make its record grow', async () => {
    let visits = 0
    await using imap = await startImapServer({
      script: (line, write, tag) => {
        if (/^\S+ EXAMINE "?j/i.test(line)) {
          write(`* 0 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 2] ok\r\n${tag} OK [READ-ONLY] open\r\n`)
          return true
        }
        return namesJunk(() => `j${visits++}`)(line, write, tag)
      },
    })
    const mailbox = await seedMailbox(app.context, imap.port)
    const { email, sent } = await sentTo(mailbox)
    for (let visit = 0; visit < 24; visit++) await readAfter(MINUTE_MS)
    imap.deliver(stop(email, sent.headerId), { arrivedAt: now })
    await readAfter(MINUTE_MS)
    expect(await standing(app.context, sent)).toMatchObject({ unsubscribed: 'unsubscribed' })
    const { rows } = await app.database.pool.query<{ places: string }>(
      'select count(*) as places from mailboxes, jsonb_object_keys(imap_cursor) where id = $1',
      [mailbox.mailboxId],
    )
    expect(Number(rows[0]?.places)).toBeLessThanOrEqual(20)
  })

  test.each([
    ['that no database can store', 'x&AAA-'],
    ['of 100,000 letters', 'x'.repeat(100_000)],
  ])('whose folder for junk has a name %s has its inbox read', async (_, name) => {
    await using imap = await startImapServer({ script: namesJunk(() => name) })
    const mailbox = await seedMailbox(app.context, imap.port)
    const { email, sent } = await sentTo(mailbox)
    imap.deliver(stop(email, sent.headerId), { arrivedAt: now })
    await readAfter(MINUTE_MS)
    expect(await standing(app.context, sent)).toMatchObject({ unsubscribed: 'unsubscribed' })
    const { rows } = await app.database.pool.query('select imap_problem from mailboxes where id = $1', [
      mailbox.mailboxId,
    ])
    expect(rows).toEqual([{ imap_problem: null }])
  })
})
