import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startAuthorizationServer } from '../../../test/internet/authorization-server.ts'
import { insertGrantedMailbox, putProvider } from '../../../test/support/records/granted-mailbox.ts'
import { insertCampaign } from '../../../test/support/records/outbox-in-hand.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { installedServers, startOauthMailServers } from '../mailboxes/oauth-mail-servers.ts'
import type { OauthMailServers, Unlisted } from '../mailboxes/oauth-mail-servers.ts'
import { openSendingHands } from './sending-hands.ts'
import type { SendingHands } from './sending-hands.ts'

/**
 * The brake at a real Postfix, which refuses every eighth recipient at RCPT, or accepts the email and delivers a report
 * to the mailbox, where Dovecot shows it. Only Quarry's clock is advanced by hand.
 */

const DEAD_SHARE = 0.12
const RECIPIENTS = 400
const FIRST = 25
const NAMES = ['ines', 'rui']
const STEP_MS = 30 * SECOND_MS
const LONGEST_STEPS = 1_000
const QUIET_WITHIN_MS = 30_000
const POLL_MS = 50

interface Course {
  way: Unlisted
  /** Emails sent until the campaign paused itself; null if it did not. */
  sends: number | null
  first: number
  /** How many of the dead addresses Quarry knows to be dead. */
  known: number
  dead: number
  reason: string
}

async function course(way: Unlisted): Promise<Course> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-brake-'))
  // Mail servers run as their own users.
  await chmod(folder, 0o755)
  try {
    await using provider = await startAuthorizationServer({ lifeSeconds: (30 * DAY_MS) / SECOND_MS })
    await using servers = await startOauthMailServers(
      join(folder, 'mail'),
      provider.urls.introspect,
      'oauthbearer',
      way,
    )
    await using hands = await openSendingHands({ start: new Date().toISOString() })
    const [context] = hands.workers
    if (context === undefined) throw new Error('Nobody works.')
    const { host, domain } = servers
    const ports = { smtp: servers.ports.submission, imap: servers.ports.imap }
    await putProvider(context, provider, ports, host)
    const mailboxIds: number[] = []
    for (const name of NAMES)
      mailboxIds.push(await insertGrantedMailbox(context, provider, { email: `${name}@${domain}`, ports, host }))
    await hands.pool.query('update mailboxes set gap_seconds = 60')
    await insertCampaign(hands.pool, { mailboxIds, recipients: RECIPIENTS, dueAt: hands.clock.now() })
    await doom(hands)
    await play(hands, servers)
    return { way, ...(await outcomeOf(hands)) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Puts each recipient at a separate company, and lets the name say whether they exist. */
async function doom({ pool }: SendingHands): Promise<void> {
  const random = seededRandom(12)
  const { rows } = await pool.query<{ id: number }>('select id from campaign_recipients order by id')
  const gone = rows.filter(() => random() < DEAD_SHARE).map(({ id }) => id)
  await pool.query(
    `update campaign_recipients
      set email = case when id = any ($1) then 'gone' else 'here' end || id || '@company' || id || '.example'`,
    [gone],
  )
  await pool.query('update campaigns set brake = true')
}

async function play({ clock, pool, workers, send }: SendingHands, servers: OauthMailServers): Promise<void> {
  for (let steps = 0; steps < LONGEST_STEPS; steps += 1) {
    if ((await send()) > 0) await untilQuiet(servers)
    if (steps % (MINUTE_MS / STEP_MS) === 0 && workers[0] !== undefined) await readMailboxes(workers[0])
    const { rows } = await pool.query<{ status: string }>('select status from campaigns')
    if (rows[0]?.status !== 'active') return
    clock.advance(STEP_MS)
  }
}

/** Waits until Postfix has delivered or returned everything that it accepted. */
async function untilQuiet({ log }: OauthMailServers): Promise<void> {
  for (const until = Date.now() + QUIET_WITHIN_MS; Date.now() < until; await sleep(POLL_MS)) {
    const lines = log()
    if (lines.split('message-id=').length === lines.split(': removed').length) return
  }
  throw new Error(`Postfix does not come to rest:\n${log().slice(-2_000)}`)
}

async function outcomeOf({ pool }: SendingHands): Promise<Omit<Course, 'way'>> {
  const { rows: sent } = await pool.query<{ email: string; kind: string | null }>(
    `select r.email, m.failure_kind as kind from messages m join campaign_recipients r on r.id = m.recipient_id
      where m.leased_at is not null order by m.leased_at, m.id`,
  )
  const { rows } = await pool.query<{ status: string; reason: string | null }>(
    'select status, pause_reason as reason from campaigns',
  )
  const dead = sent.filter(({ email }) => email.startsWith('gone'))
  return {
    sends: rows[0]?.status === 'paused' ? sent.length : null,
    first: sent.slice(0, FIRST).filter(({ email }) => email.startsWith('gone')).length,
    known: dead.filter(({ kind }) => kind === 'address').length,
    dead: dead.length,
    reason: rows[0]?.reason ?? '',
  }
}

/**
 * Runs a list of which 12 % is dead, in both ways; where the machine has no such servers it runs nothing, and says so
 * clearly.
 */
export async function realBrake() {
  const installed = installedServers()
  if (installed === null) {
    console.log(
      '\n!!! THE REAL BRAKE IS NOT PART OF THIS RUN: that needs root, Postfix and Dovecot (apt-get install postfix dovecot-imapd).',
    )
    return { rows: [['real brake', 'not played', '', '', '']], figures: { real_brake: 0 }, bars: [] }
  }
  const courses = [await course('refused'), await course('sent back')]
  return {
    rows: [
      [`${installed}: 12 % dead`, 'eemails until it paused', 'bounces in the first 25', 'bounces known of', 'why'],
      ...courses.map(({ way, sends, first, known, dead, reason }) => [
        way,
        sends ?? 'never',
        first,
        `${known} of ${dead}`,
        reason,
      ]),
    ],
    figures: {
      real_brake: 1,
      real_brake_paused: courses.filter(({ sends }) => sends !== null).length,
      real_brake_longest: Math.max(...courses.map(({ sends }) => sends ?? Number.MAX_SAFE_INTEGER)),
      real_brake_most_first_bounces: Math.max(...courses.map(({ first }) => first)),
      real_brake_unknown_bounces: courses.reduce((sum, { known, dead }) => sum + dead - known, 0),
    },
    bars: [
      { figure: 'real_brake_paused', min: 2 },
      { figure: 'real_brake_longest', max: 150 },
      { figure: 'real_brake_most_first_bounces', max: 3 },
      { figure: 'real_brake_unknown_bounces', max: 0 },
    ],
  }
}
