import { setTimeout as sleep } from 'node:timers/promises'
import { readMailboxes } from '../../src/core/answers/mailbox-reading.ts'
import { MINUTE_MS } from '../../src/lib/process/clock.ts'
import { connectMailbox, OWN, UNLISTED } from './demo-world.ts'
import type { DemoWorld } from './demo-world.ts'

/** The scenes that write emails and get answers. */

export interface DemoCampaign {
  id: number
  email: string
  /** Of the email that was received. */
  messageId: string
}

const WAIT_MS = 40_000
const LOOK_MS = 100
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const LAST_SECOND = 86_399

/** Saves a lead, starts a campaign, and waits until its first email has been received. */
export async function mailScene(world: DemoWorld, email: string): Promise<DemoCampaign> {
  const { ask, outgoing } = world
  const post = async <T>(path: string, body: object): Promise<T> => (await ask<{ data: T }>('POST', path, body)).data
  const lead = { email, first_name: UNLISTED.first, last_name: UNLISTED.last, company: 'Lumenworks' }
  const { id: leadId } = await post<{ id: number }>('/v2/leads', lead)
  console.log(`Lead ${leadId} is saved: ${UNLISTED.first} ${UNLISTED.last}, ${email}.`)

  const id = await writtenCampaign(world)
  await post(`/v2/campaigns/${id}/recipients`, { lead_ids: [leadId] })
  const { message } = await post<{ message: string }>(`/v2/campaigns/${id}/start`, {})
  console.log(`Campaign ${id} is started: ${message}`)
  await until(() => outgoing.to(email).length > 0)
  const raw = outgoing.to(email)[0]?.raw ?? ''
  console.log(`\nReceived by the mail server of ${email}:\n`)
  for (const name of ['From', 'To', 'Subject', 'List-Unsubscribe-Post']) console.log(`  ${name}: ${header(raw, name)}`)
  console.log(`\n  ${/^Hello .*$/m.exec(raw)?.[0].trim() ?? ''}`)
  return { id, email, messageId: header(raw, 'Message-ID') }
}

/** Two emails, from the demo's own mailbox. */
async function writtenCampaign(world: DemoWorld): Promise<number> {
  const { ask } = world
  const post = async (path: string, body: object) => (await ask<{ data: { id: number } }>('POST', path, body)).data.id
  const mailbox = await connectMailbox(world)
  const schedule = { schedule_time_start: 0, schedule_time_end: LAST_SECOND, schedule_days: EVERY_DAY }
  const id = await post('/v2/sequences', { name: 'Lamps', email_account_ids: [mailbox], ...schedule })
  const steps = `/v2/sequences/${id}/follow-ups`
  const { data } = await ask<{ data: { follow_ups: { id: number }[] } }>('GET', steps)
  const body = 'Hello {{first_name|fallback:"there"}}, shall we talk about lamps?'
  await ask('PUT', `${steps}/${data.follow_ups[0]?.id}`, { subject: 'Lamps that last', body })
  await post(steps, { wait_days: 3, body: 'Did you see my email?' })
  return id
}

/** Puts her answer into the mailbox and shows what follows from it. */
export async function answerScene(
  { ask, context, incoming, outgoing }: DemoWorld,
  { id, email, messageId }: DemoCampaign,
): Promise<void> {
  const scheduled = async () =>
    (await ask<{ data: { messages: unknown[] } }>('GET', `/v2/sequences/${id}/messages?status=scheduled`)).data.messages
      .length
  console.log(`Before: ${outgoing.to(email).length} email sent, ${await scheduled()} scheduled in three days.`)
  const answer = `From: ${UNLISTED.first} <${email}>\r\nTo: ${OWN}\r\nIn-Reply-To: ${messageId}\r\nSubject: Re: Lamps that last\r\n\r\nYes, call me.\r\n`
  incoming.deliver(answer)
  console.log(`She answers: "Yes, call me."`)
  const status = async () => {
    const path = `/v2/campaigns/${id}/recipients`
    const { data } = await ask<{ data: { recipients: { email: string; sending_status: string }[] } }>('GET', path)
    return data.recipients.find((recipient) => recipient.email === email)?.sending_status
  }
  // A server looks once a minute, and may just have looked, so the demo moves the time on instead of waiting.
  let laterMs = 0
  const clock = { now: () => new Date(Date.now() + laterMs) }
  await until(async () => {
    laterMs += MINUTE_MS
    await readMailboxes({ ...context, clock })
    return (await status()) === 'replied'
  })
  console.log(
    `After: ${outgoing.to(email).length} email sent, ${await scheduled()} scheduled; ${email} is marked as ${await status()}.`,
  )
}

/** Returns a header unfolded (RFC 5322 2.2.3). */
function header(raw: string, name: string): string {
  const head = raw.slice(0, raw.search(/\r?\n\r?\n/)).replaceAll(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + WAIT_MS
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error('No mail was received.')
    await sleep(LOOK_MS)
  }
}
