/**
 * `npm run bench:campaign`: a campaign of 100,000 recipients, planned and sent by a complete Quarry to a mail server on
 * loopback. It measures when the first email is sent, whether planning keeps its pace, how long resuming takes, and
 * whether mailboxes without a gap alternate.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { startReceivingServer } from '../../test/internet/receiving-server.ts'
import { openBenchHouse } from '../support/bench-house.ts'
import { report } from '../support/report.ts'

const { values } = parseArgs({ options: { recipients: { type: 'string', default: '100000' } } })
const RECIPIENTS = Number(values.recipients)
const MAILBOXES = 12
const MANY_SESSIONS = 2_400
const PATIENCE_MS = 600_000

await using house = await openBenchHouse()
const sink = await startReceivingServer()
const pool = new Pool({ connectionString: house.connectionString })
try {
  await main()
} finally {
  await pool.end()
  await sink.stop()
}

async function main(): Promise<void> {
  const quarry = await house.startQuarry({ QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8' })
  const post = async (path: string): Promise<number> => {
    const startedAt = performance.now()
    const headers = { 'x-api-key': quarry.key, 'content-type': 'application/json' }
    const answer = await fetch(quarry.origin + path, { method: 'POST', headers, body: '{}' })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    await answer.body?.cancel()
    return seconds(startedAt)
  }
  await addMailboxes()

  const large = await writeCampaign(RECIPIENTS, 1)
  const startedAt = performance.now()
  const start = await post(`/v2/sequences/${large}/start`)
  const [firstMail, tenths] = await Promise.all([firstMailAfter(startedAt), planningRates(large, startedAt)])
  const pause = await post(`/v2/sequences/${large}/pause`)
  const resume = await post(`/v2/sequences/${large}/resume`)
  const resumedAt = performance.now()
  const replanned = await untilNone(() => one('select count(*) as n from campaigns where replanned_to is not null'))
  const again = replanned ? seconds(resumedAt) : NaN
  const archive = await post(`/v2/sequences/${large}/archive`)

  sink.mails.length = 0
  await post(`/v2/sequences/${await writeCampaign(MANY_SESSIONS, 0)}/start`)
  const firstHalf = await mailsOfHalf()
  const [first, last] = [tenths[0] ?? NaN, tenths.at(-1) ?? NaN]
  const rounded = (value: number): number => Math.round(value * 100) / 100
  report({
    title: `A campaign of ${RECIPIENTS.toLocaleString('en')} recipients from ${MAILBOXES} mailboxes`,
    rows: [
      ['figure', 'value'],
      ['start answers after, s', rounded(start)],
      ['first email after, s', rounded(firstMail)],
      ...tenths.map((rate, index) => [`planned per second, tenth ${index + 1}`, Math.round(rate)]),
      ['pause answers after, s', rounded(pause)],
      ['resume answers after, s', rounded(resume)],
      ['all planned again after, s', rounded(again)],
      ['archive answers after, s', rounded(archive)],
      ['no gap, first half: fewest emails from a mailbox', Math.min(...firstHalf)],
      ['no gap, first half: most emails from a mailbox', Math.max(...firstHalf)],
    ],
    figures: {
      recipients: RECIPIENTS,
      start_s: rounded(start),
      first_mail_s: rounded(firstMail),
      first_tenth_per_s: Math.round(first),
      last_tenth_per_s: Math.round(last),
      last_tenth_of_first: rounded(last / first),
      resume_s: rounded(resume),
      planned_again_s: rounded(again),
      archive_s: rounded(archive),
      least_of_most_mailbox: rounded(Math.min(...firstHalf) / Math.max(...firstHalf)),
    },
    bars: [
      { figure: 'first_mail_s', max: 5 },
      { figure: 'last_tenth_of_first', min: 0.9 },
      { figure: 'resume_s', max: 1 },
      { figure: 'archive_s', max: 1 },
      { figure: 'least_of_most_mailbox', min: 0.5 },
    ],
  })
}

function seconds(since: number): number {
  return (performance.now() - since) / 1_000
}

async function addMailboxes(): Promise<void> {
  await pool.query(
    `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security, daily_limit)
      select 1, u.id, 'box' || n || '@lumen.example', '127.0.0.1', $1, 'none', $2
      from users u, generate_series(1, $3) n where u.account_id = 1`,
    [sink.port, RECIPIENTS, MAILBOXES],
  )
}

/** Creates a draft with two steps and a window open all day, to invented people who are leads. */
async function writeCampaign(recipients: number, gapSeconds: number): Promise<number> {
  await pool.query('update mailboxes set gap_seconds = $1, next_send_at = null', [gapSeconds])
  const { rows } = await pool.query<{ id: string }>(
    `insert into campaigns (account_id, user_id, name, schedule_days, schedule_time_start, schedule_time_end, recipients_count)
      select 1, id, 'Lamps', '{0,1,2,3,4,5,6}', 0, 86399, $1 from users where account_id = 1 returning id`,
    [recipients],
  )
  const id = Number(rows[0]?.id)
  await pool.query('insert into campaign_mailboxes select 1, $1, id from mailboxes', [id])
  await pool.query(
    `insert into campaign_steps (account_id, campaign_id, step, wait_days, subject, body)
      values (1, $1, 0, 0, 'Lamps for you', 'Good morning, shall we talk?'), (1, $1, 1, 3, null, 'And today?')`,
    [id],
  )
  await pool.query(
    `insert into leads (account_id, email) select 1, 'r' || n || '@crowd.example' from generate_series(1, $1) n
      on conflict do nothing`,
    [recipients],
  )
  await pool.query(
    `insert into campaign_recipients (account_id, campaign_id, email, lead_id)
      select 1, $1, email, id from leads where account_id = 1 order by id limit $2`,
    [id, recipients],
  )
  return id
}

async function one(text: string, parameters: unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ n: string }>(text, parameters)
  return Number(rows[0]?.n)
}

/** Returns false if the time runs out first. */
async function untilNone(count: () => Promise<number>): Promise<boolean> {
  for (const startedAt = performance.now(); performance.now() - startedAt < PATIENCE_MS; await sleep(200))
    if ((await count()) === 0) return true
  return false
}

async function firstMailAfter(startedAt: number): Promise<number> {
  await untilNone(() => Promise.resolve(sink.mails.length === 0 ? 1 : 0))
  return sink.mails.length === 0 ? NaN : seconds(startedAt)
}

/** Returns the recipients planned per second, for each tenth of them; the first begins with the answer to the start. */
async function planningRates(id: number, startedAt: number): Promise<number[]> {
  const seen: { planned: number; at: number }[] = []
  const ended = await untilNone(async () => {
    const text = `select count(*) as n from campaign_recipients
      where account_id = 1 and campaign_id = $1 and state = 'waiting'`
    const waiting = await one(text, [id])
    seen.push({ planned: RECIPIENTS - waiting, at: seconds(startedAt) })
    return waiting
  })
  if (!ended) return []
  const timeOf = (planned: number): number => {
    const after = seen.findIndex((point) => point.planned >= planned)
    const [before, next] = [seen[after - 1] ?? { planned: 0, at: 0 }, seen[after] ?? { planned, at: NaN }]
    const share = (planned - before.planned) / Math.max(1, next.planned - before.planned)
    return before.at + share * (next.at - before.at)
  }
  const tenth = RECIPIENTS / 10
  return Array.from({ length: 10 }, (_, index) => tenth / (timeOf((index + 1) * tenth) - timeOf(index * tenth)))
}

/** Returns what each mailbox has sent when half of the emails have been sent. */
async function mailsOfHalf(): Promise<number[]> {
  await untilNone(() => Promise.resolve(sink.mails.length < MANY_SESSIONS / 2 ? 1 : 0))
  const counts = new Map(Array.from({ length: MAILBOXES }, (_, index) => [`box${index + 1}@lumen.example`, 0]))
  for (const { from } of sink.mails.slice(0, MANY_SESSIONS / 2)) counts.set(from, (counts.get(from) ?? 0) + 1)
  return [...counts.values()]
}
