import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, test } from 'vitest'
import { readMailboxes } from '../../src/core/answers/mailbox-reading.ts'
import { planAllCampaigns } from '../../src/core/campaigns/campaign-planning.ts'
import { sendDueMessages } from '../../src/core/campaigns/send-due-messages.ts'
import { MINUTE_MS } from '../../src/lib/process/clock.ts'
import { startImapServer } from '../internet/imap-server.ts'
import { startReceivingServer } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { request } from '../support/doors/campaign-client.ts'
import { machines, newSecretKey } from '../support/process/machines.ts'
import type { MachineKey } from '../support/process/machines.ts'
import { handClock } from '../support/records/outbox-in-hand.ts'

/** A campaign begun on one machine and sent by another, which has the first one's key in a different way. */

const OWN = 'rui@lumen.example'
const ANA = 'ana@maker.example'
const TOM = 'tom@maker.example'

const [key, next] = [newSecretKey(), newSecretKey()]
const SENDERS: [string, MachineKey][] = [
  ['the same key in its directory', { file: key }],
  ['the same key in the variable, another in its directory', { given: key, file: next }],
  ['a newer key before it', { given: `${next},${key}` }],
]

test.each(SENDERS)('a machine with %s sends, signs and reads what another one sealed', async (_, senderKey) => {
  await using house = await machines()
  await using database = await testDatabase()
  const clock = handClock('2026-03-02T09:00:00Z')
  await using smtp = await startReceivingServer({ clock, login: { username: OWN, password: 'secret' } })
  await using imap = await startImapServer()
  const start = async (machineKey: MachineKey) =>
    startApp({
      database,
      env: {
        ...(await house.add(machineKey)),
        QUARRY_ROLE: 'server',
        QUARRY_RATE_LIMIT_FACTOR: '0',
        QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
        QUARRY_ORIGIN: 'https://quarry.lumen.example',
      },
      replace: { clock },
    })
  await using first = await start({ given: key })
  await using second = await start(senderKey)

  const make = async <T>(path: string, body: object): Promise<T> => {
    const answer = await first.post(path, body)
    expect([path, answer.status, answer.body.errors]).toEqual([path, 201, undefined])
    return answer.body.data as T
  }
  const login = (kind: 'smtp' | 'imap', port: number) => ({
    [`${kind}_host`]: '127.0.0.1',
    [`${kind}_port`]: port,
    [`${kind}_security`]: 'none',
    [`${kind}_username`]: OWN,
    [`${kind}_password`]: 'secret',
  })
  const mailbox = await make<{ id: number }>('/v2/email-accounts', {
    email: OWN,
    ...login('smtp', smtp.port),
    ...login('imap', imap.port),
  })
  const dkim = (await first.post(`/v2/email-accounts/${mailbox.id}/dkim`, {})).body.data as {
    record: { name: string; value: string }
  }
  for (const email of [ANA, TOM]) await make('/v2/leads', { email, first_name: 'Ana' })
  const campaign = await make<{ id: number }>('/v2/sequences', { name: 'Tiles', email_account_ids: [mailbox.id] })
  const { follow_ups: steps } = (await first.get(`/v2/sequences/${campaign.id}/follow-ups`)).body.data as {
    follow_ups: { id: number }[]
  }
  const step = { subject: 'Tiles for your shop', body: 'Hello' }
  await request(first, 'PUT', `/v2/sequences/${campaign.id}/follow-ups/${steps[0]?.id}`, step)
  await make(`/v2/campaigns/${campaign.id}/recipients`, { emails: [ANA, TOM] })
  expect((await first.post(`/v2/campaigns/${campaign.id}/start`, {})).status).toBe(200)

  await planAllCampaigns(second.context)
  for (let minute = 0; minute < 10; minute += 1) {
    await sendDueMessages(second.context)
    clock.advance(MINUTE_MS)
  }
  expect(smtp.mails.flatMap(({ to }) => to).toSorted()).toEqual([ANA, TOM])
  const [mail = '', other = ''] = [ANA, TOM].map((email) => smtp.to(email).at(-1)?.raw ?? '')
  const resolver = async (name: string) => (name === dkim.record.name ? [[dkim.record.value]] : [])
  const { results } = await dkimVerify(mail, { resolver, curTime: clock.now() })
  expect(results.map(({ status }) => status.result)).toEqual(['pass'])

  // What comes back reaches either machine: an answer the one that reads, an unsubscribe link the one that is asked.
  const head = (name: string, raw: string): string =>
    new RegExp(`^${name}: *(.*)$`, 'im').exec(raw.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1]?.trim() ?? ''
  const answer = `From: Ana <${ANA}>\r\nIn-Reply-To: ${head('message-id', mail)}\r\nSubject: Re: Tiles\r\n\r\nYes!\r\n`
  imap.deliver(answer, { arrivedAt: clock.now() })
  await readMailboxes(second.context)
  const wayOut = new URL(/<(https?:[^>]+)>/.exec(head('list-unsubscribe', other))?.[1] ?? '').pathname
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(first.origin + wayOut, { method: 'POST', body })).status).toBe(200)
  for (const machine of [first, second]) {
    const { body: shown } = await machine.get(`/v2/campaigns/${campaign.id}/recipients`, { 'x-api-key': first.key })
    const { recipients } = shown.data as { recipients: { email: string; sending_status: string }[] }
    const standing = Object.fromEntries(recipients.map(({ email, sending_status }) => [email, sending_status]))
    expect(standing).toEqual({ [ANA]: 'replied', [TOM]: 'unsubscribed' })
  }
})
