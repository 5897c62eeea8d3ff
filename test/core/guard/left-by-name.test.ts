import { describe, expect, test } from 'vitest'
import { verifyRecipients } from '../../../src/core/guard/verify-recipients.ts'
import { HOUR_MS } from '../../../src/lib/process/clock.ts'
import { insertCampaign, insertMailbox } from '../../support/records/outbox-in-hand.ts'
import { seedChange } from '../../support/records/seed-change.ts'
import { sendingInHand } from '../../support/records/sending-in-hand.ts'

/** Pages that name people without addresses: who left is known by name, and by the domain of the address. */

const sending = sendingInHand({
  start: '2026-03-02T09:00:00Z', // a Monday
  tables: ['changes', 'addresses', 'recipient_domains'],
})
const { clock, pool, send, rowsOf } = sending

const NAMES = ['Ana Reis', 'Jörg Müller', 'Kit Moss', 'Lea Pont', 'Moe']

/** One recipient for each name: `r1@crowd.example` to `r5@crowd.example`. */
async function campaignTo(settings: string): Promise<number> {
  const mailboxId = await insertMailbox(pool(), { port: sending.server.port })
  const recipients = NAMES.length
  const id = await insertCampaign(pool(), { mailboxIds: [mailboxId], recipients, dueAt: clock.now() })
  await pool().query(`update campaigns set gate = 'gate', allow = '{unverified}', ${settings}`)
  for (const [at, name] of NAMES.entries())
    await pool().query(
      `update leads set first_name = split_part($2, ' ', 1), last_name = nullif(split_part($2, ' ', 2), '') where email = $1`,
      [`r${at + 1}@crowd.example`, name],
    )
  return id
}

const says = (type: string, person: string) =>
  seedChange(sending.app.context, { domain: 'crowd.example', type, person })

async function sent(): Promise<(string | undefined)[]> {
  await verifyRecipients(sending.app.context, AbortSignal.abort())
  await send()
  clock.advance(HOUR_MS)
  await send()
  return sending.server.mails.map((mail) => mail.to[0])
}

describe('who left by a page that names people without addresses', () => {
  test('gets nothing, in whatever spelling the page names them, unless the address has been seen since', async () => {
    const id = await campaignTo('send_to_former = false')
    for (const person of ['Ana Reis', 'Joerg Mueller', 'Kit Moss', 'Lea Pont']) await says('left', person)
    await says('returned', 'Kit Moss')
    await pool().query(
      `insert into addresses (domain, value, type, confidence, sources_count, visible, affiliation, found_on, last_seen_on)
        values ('crowd.example', 'r4@crowd.example', 'personal', 90, 1, true, 'current', '2026-02-01', '2026-03-02'),
          ('crowd.example', 'r1@crowd.example', 'personal', 90, 1, true, 'likely', '2026-02-01', '2026-02-01')`,
    )
    expect(await sent()).toEqual(['r3@crowd.example', 'r4@crowd.example', 'r5@crowd.example'])
    expect(await rowsOf('select email, stopped_by from campaign_recipients where stopped_by is not null')).toEqual([
      { email: 'r1@crowd.example', stopped_by: 'left_company' },
      { email: 'r2@crowd.example', stopped_by: 'left_company' },
    ])
    const check = await sending.app.get(`/v2/sequences/${id}/check`)
    expect(check.body.data).toMatchObject({ no_mail: [{ reason: 'left_company', recipients: 2 }] })
  })

  test('is counted when a campaign starts', async () => {
    const id = await campaignTo('send_to_former = false')
    await says('left', 'Ana Reis')
    await pool().query(`delete from messages; update campaign_recipients set state = 'waiting', mailbox_id = null`)
    await pool().query(`update campaigns set status = 'draft', started_at = null`)
    const started = await sending.app.post(`/v2/sequences/${id}/start`, {})
    expect(started.body.meta).toMatchObject({ left_company: 1 })
  })

  test('is written to by campaigns that write to people who left', async () => {
    await campaignTo('send_to_former = true')
    await says('left', 'Ana Reis')
    expect(await sent()).toContain('r1@crowd.example')
  })
})
