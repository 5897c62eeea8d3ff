import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { describe, expect, test } from 'vitest'
import { addOptout } from '../../src/core/optouts/opted-out.ts'
import { deliverDueWebhooks } from '../../src/core/webhooks/deliver-webhooks.ts'
import { createWebhookTurns } from '../../src/core/webhooks/delivery-order.ts'
import { readMailboxes } from '../../src/core/answers/mailbox-reading.ts'
import { sendDueMessages } from '../../src/core/campaigns/send-due-messages.ts'
import { planAllCampaigns } from '../../src/core/campaigns/campaign-planning.ts'
import { DAY_MS, MINUTE_MS, systemClock } from '../../src/lib/process/clock.ts'
import { startImapServer } from '../internet/imap-server.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { apiDoor, mcpDoor } from '../support/doors/campaign-doors.ts'
import type { CampaignDoor } from '../support/doors/campaign-doors.ts'
import { startHookTarget, verified } from '../support/doors/hook-target.ts'
import { handClock } from '../support/records/outbox-in-hand.ts'
import { deliveryReport } from '../support/mails/returned-mails.ts'
import { seedPeople } from '../support/records/seed.ts'
import { request } from '../support/doors/campaign-client.ts'

/** A campaign from the first search to the final figures, through one door and then through the other. */

const PEOPLE = [
  ['Ana', 'Vale', 'Owner'],
  ['Bea', 'Faro', 'Head of Sales'],
  ['Ines', 'Calder', 'Support Engineer'],
  ['Tom', 'Reis', 'Buyer'],
] as const
const [ANA, BEA, INES, TOM] = ['ana.vale', 'bea.faro', 'ines.calder', 'tom.reis'].map((name) => `${name}@maker.example`)
const OLD = 'old@maker.example'
const CLAIMED = 'claimed@maker.example'
const OWN = 'rui@lumen.example'
const EVENTS = ['message.sent', 'message.read', 'message.clicked', 'message.replied']

const DOORS: [string, (app: TestApp) => CampaignDoor | Promise<CampaignDoor>][] = [
  ['/v2', apiDoor],
  ['MCP', mcpDoor],
]

describe.each(DOORS)('a campaign through %s', (doorName, open) => {
  test('goes from a search to emails, and from replies to the figures', async () => {
    const clock = handClock('2026-03-02T08:00:00Z')
    await using smtp = await startReceivingServer({ clock, login: { username: OWN, password: 'secret' } })
    await using imap = await startImapServer()
    await using hooks = await startHookTarget()
    await using app = await startApp({
      env: {
        QUARRY_ROLE: 'server',
        QUARRY_RATE_LIMIT_FACTOR: '0',
        QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
        QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true',
        QUARRY_ORIGIN: 'https://quarry.lumen.example',
      },
      replace: { clock },
    })
    await using door = await open(app)
    const { context } = app
    const make = async <T>(path: string, body: object): Promise<T> => {
      const answer = await app.post(path, body)
      expect([path, answer.status, answer.body.errors]).toEqual([path, 201, undefined])
      return answer.body.data as T
    }
    const show = async <T>(path: string): Promise<T> => (await app.get(path)).body.data as T

    // People are found, saved and sorted.
    await seedPeople(context, 'maker.example', PEOPLE)
    const found = await door.search('maker.example')
    expect(found.toSorted()).toEqual([ANA, BEA, INES, TOM])
    const list = await door.makeList('Porto makers')
    const slug = await door.makeAttribute('Favourite tile')
    for (const email of found)
      await door.saveLead({
        email,
        first_name: email.split('.')[0],
        leads_list_id: list,
        custom_attributes: { [slug]: 'azulejo' },
      })
    expect(await show(`/v2/leads_lists/${list}`)).toMatchObject({ leads_count: 4 })

    // A mailbox that signs, a campaign of two steps, addresses it may not write to, and webhooks to notify.
    const login = {
      smtp_host: '127.0.0.1',
      smtp_port: smtp.port,
      smtp_security: 'none',
      smtp_username: OWN,
      smtp_password: 'secret',
    }
    const reading = {
      imap_host: '127.0.0.1',
      imap_port: imap.port,
      imap_security: 'none',
      imap_username: OWN,
      imap_password: 'secret',
    }
    const mailbox = await make<{ id: number }>('/v2/email-accounts', {
      email: OWN,
      first_name: 'Rui',
      ...login,
      ...reading,
    })
    const dkim = (await app.post(`/v2/email-accounts/${mailbox.id}/dkim`, {})).body.data as {
      record: { name: string; value: string }
    }
    const campaign = await make<{ id: number }>('/v2/sequences', {
      name: 'Tiles',
      email_account_ids: [mailbox.id],
      tracked: true,
      tracked_links: true,
    })
    const { follow_ups: steps } = await show<{ follow_ups: { id: number }[] }>(
      `/v2/sequences/${campaign.id}/follow-ups`,
    )
    const body = `Hello {{first_name|fallback:"there"}},\n\nyou like {{${slug}|fallback:"tiles"}}? https://lumen.example/tiles?a=1&b=2`
    await request(app, 'PUT', `/v2/sequences/${campaign.id}/follow-ups/${steps[0]?.id}`, {
      subject: 'Tiles for your shop',
      body,
    })
    await make(`/v2/sequences/${campaign.id}/follow-ups`, { wait_days: 3, body: 'Did you see my mail?' })
    await addOptout(context, CLAIMED, null)
    await app.database.pool.query(`insert into unsubscribes values (1, $1, 'bounced')`, [OLD])
    const secrets = new Map<string, string>()
    for (const event of EVENTS)
      secrets.set(event, (await make<{ secret: string }>('/v2/webhooks', { target_url: hooks.url, event })).secret)

    // Recipients are added and previewed, and the campaign starts.
    expect(await door.addRecipients(campaign.id, [...found, OLD, CLAIMED])).toEqual({
      recipients_added: 4,
      skipped_recipients: [
        { email: OLD, reason: 'bounced' },
        { email: CLAIMED, reason: 'claimed' },
      ],
    })
    expect(await door.addRecipients(campaign.id, [INES ?? ''])).toEqual({
      recipients_added: 0,
      skipped_recipients: [{ email: INES, reason: 'duplicate' }],
    })
    const preview = JSON.stringify(await door.preview(campaign.id, INES ?? ''))
    expect(preview).toContain(doorName === 'MCP' ? OWN : 'you like azulejo?')
    expect(smtp.mails).toEqual([])
    expect(await door.start(campaign.id)).toEqual({
      message: '8 emails scheduled for sending. Sending begins on 2026-03-02 at 09:00 UTC.',
      recipients_count: 4,
    })
    await planAllCampaigns(context)
    const sendFor = async (minutes: number): Promise<void> => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await sendDueMessages(context)
        clock.advance(MINUTE_MS)
      }
    }
    await sendFor(30)
    expect(smtp.mails).toEqual([])
    clock.set('2026-03-02T09:00:00Z')
    await sendFor(15)

    // What arrived is signed and personal, and has an unsubscribe link.
    expect(smtp.mails.flatMap(({ to }) => to).toSorted()).toEqual([ANA, BEA, INES, TOM])
    for (const { raw } of smtp.mails) {
      expect(raw).toContain('you like azulejo?')
      expect(header(raw, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      const resolver = async (name: string) => (name === dkim.record.name ? [[dkim.record.value]] : [])
      const { results } = await dkimVerify(raw, { resolver, curTime: clock.now() })
      expect(results.map(({ status }) => status.result)).toEqual(['pass'])
      expect(results[0]?.signingHeaders?.keys).toMatch(/list-unsubscribe-post/i)
    }
    const mailTo = (email = ''): string => smtp.to(email).at(-1)?.raw ?? ''
    const idOf = (email = ''): string => header(mailTo(email), 'message-id')

    // What comes back.
    const html = decodedHtml(mailTo(ANA))
    expect((await follow(app, /src="([^"]+)"/.exec(html)?.[1])).status).toBe(200)
    const clicked = await follow(app, /href="([^"]+\/t\/c\/[^"]+)"/.exec(html)?.[1])
    expect([clicked.status, clicked.headers.get('location')]).toEqual([302, 'https://lumen.example/tiles?a=1&b=2'])
    const arrivedAt = clock.now()
    imap.deliver(
      `From: Ines <${INES}>\r\nIn-Reply-To: ${idOf(INES)}\r\nSubject: Re: Tiles for your shop\r\n\r\nYes!\r\n`,
      { arrivedAt },
    )
    imap.deliver(deliveryReport({ recipient: BEA ?? '', messageId: idOf(BEA) }), { arrivedAt })
    await readMailboxes(context)
    const wayOut = /<(https?:[^>]+)>/.exec(header(mailTo(TOM), 'list-unsubscribe'))?.[1]
    expect(
      (await follow(app, wayOut, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }))
        .status,
    ).toBe(200)

    // Three days later only one recipient is written to, in the same thread.
    clock.set(new Date(clock.now().getTime() + 3 * DAY_MS))
    await sendFor(15)
    expect(smtp.mails).toHaveLength(5)
    const [first = '', second = ''] = smtp.to(ANA ?? '').map(({ raw }) => raw)
    expect(header(second, 'in-reply-to')).toBe(header(first, 'message-id'))
    expect(header(second, 'references')).toBe(header(first, 'message-id'))
    expect(header(second, 'subject')).toBe('Re: Tiles for your shop')
    await planAllCampaigns(context)

    // What webhooks received, the state of each recipient, and the totals. Receivers use the real time, and refuse
    // signatures from another.
    await deliverDueWebhooks({ ...context, clock: systemClock }, new AbortController().signal, createWebhookTurns())
    for (const call of hooks.calls) expect(verified(call, secrets.get(call.payload.type) ?? '')).toEqual(call.payload)
    const heard = hooks.calls.map(({ payload }) => payload.type).toSorted()
    expect(heard).toEqual([
      'message.clicked',
      'message.read',
      'message.replied',
      ...Array<string>(5).fill('message.sent'),
    ])
    const { recipients } = await show<{ recipients: { email: string; sending_status: string }[] }>(
      `/v2/campaigns/${campaign.id}/recipients`,
    )
    const standing = {
      [ANA ?? '']: 'clicked',
      [BEA ?? '']: 'bounced',
      [INES ?? '']: 'replied',
      [TOM ?? '']: 'unsubscribed',
    }
    expect(Object.fromEntries(recipients.map(({ email, sending_status }) => [email, sending_status]))).toEqual(standing)
    const leads = await show<{ leads: { email: string; sending_status: string }[] }>('/v2/leads')
    expect(Object.fromEntries(leads.leads.map(({ email, sending_status }) => [email, sending_status]))).toEqual(
      standing,
    )
    const optOuts = await show<{ email: string; reason: string }[]>('/v2/unsubscribes')
    expect(optOuts.map(({ email, reason }) => `${email} ${reason}`).toSorted()).toEqual([
      `${BEA} bounced`,
      `${OLD} bounced`,
      `${TOM} unsubscribed`,
    ])
    expect(await show(`/v2/sequences/${campaign.id}/stats`)).toMatchObject({
      recipients_count: 4,
      sent: 4,
      delivered: 3,
      opened: 1,
      clicked: 1,
      replied: 1,
      bounced: 1,
      unsubscribed_recipients: 1,
      reply_rate: 0.25,
      follow_ups: [
        { step: 0, messages_sent: 4, replied: 1, bounced: 1 },
        { step: 1, messages_sent: 1, replied: 0, bounced: 0 },
      ],
    })
    expect(await show(`/v2/sequences/${campaign.id}`)).toMatchObject({ status: 'completed' })
  })
})

/** Returns a header unfolded (RFC 5322 2.2.3). */
function header(raw: string, name: string): string {
  const head = raw.slice(0, raw.search(/\r?\n\r?\n/)).replace(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
}

/** Returns the HTML part, decoded from quoted-printable. */
function decodedHtml(raw: string): string {
  const part = raw.slice(raw.search(/content-type: text\/html/i))
  const bytes = part
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return bytes.replaceAll('&amp;', '&')
}

/** Emails contain the public address of the installation; here it listens elsewhere. */
const follow = (app: TestApp, url = '', init: RequestInit = {}): Promise<Response> =>
  fetch(app.origin + new URL(url).pathname, { redirect: 'manual', ...init })
