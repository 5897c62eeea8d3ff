import type { TestAnswer, TestApp } from '../app.ts'

/** Sends any request to an app, with its key. */
export async function request(
  app: Pick<TestApp, 'origin' | 'key'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<TestAnswer> {
  const response = await fetch(app.origin + path, {
    method,
    headers: { 'x-api-key': app.key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as TestAnswer['body']),
  }
}

export interface MailboxSettings {
  email?: string
  dailyLimit?: number
  gapSeconds?: number
  accountId?: number
}

let made = 0

/** Creates a mailbox only in the database: nothing is ever sent from it. */
export async function seedMailbox(app: Pick<TestApp, 'context'>, settings: MailboxSettings = {}): Promise<number> {
  const { email = `box${(made += 1)}@rui.example`, dailyLimit = 200, gapSeconds = 60, accountId = 1 } = settings
  const { rows } = await app.context.database.pool.query<{ id: number }>(
    `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security, daily_limit, gap_seconds)
     select $1, u.id, $2, 'mail.rui.example', 25, 'none', $3, $4 from users u where u.account_id = $1 limit 1 returning id`,
    [accountId, email, dailyLimit, gapSeconds],
  )
  return rows[0]?.id ?? 0
}

export interface CampaignRecord {
  id: number
  status: string
  recipients_count: number
  schedule: { start_at: string | null; time_start: string; time_end: string; days: number[] }
  settings: Record<string, unknown>
  email_account_ids: number[]
  follow_ups: { unique_steps_count: number; steps: number[] }
}

/** Creates a draft that is ready to start except for its recipients. */
export async function writtenCampaign(
  app: Pick<TestApp, 'origin' | 'key' | 'context' | 'get' | 'post'>,
  { steps = 1, waitDays = 3, ...writing }: { steps?: number; waitDays?: number } & Record<string, unknown> = {},
): Promise<CampaignRecord> {
  const mailboxes = writing['email_account_ids'] ?? [await seedMailbox(app)]
  const made = await app.post('/v2/sequences', {
    name: 'Porto makers outreach',
    email_account_ids: mailboxes,
    ...writing,
  })
  const sequence = made.body.data as CampaignRecord
  const { body } = await app.get(`/v2/sequences/${sequence.id}/follow-ups`)
  const opening = (body.data as { follow_ups: { id: number }[] }).follow_ups[0]?.id
  const content = { subject: 'Tiles for your shop', body: 'Good morning, shall we talk?' }
  await request(app, 'PUT', `/v2/sequences/${sequence.id}/follow-ups/${opening}`, content)
  for (let step = 1; step < steps; step++)
    await app.post(`/v2/sequences/${sequence.id}/steps`, { wait_days: waitDays, body: `Reminder ${step}.` })
  return (await app.get(`/v2/sequences/${sequence.id}`)).body.data as CampaignRecord
}
