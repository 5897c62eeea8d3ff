import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { createContext } from '../../../src/context.ts'
import type { Context } from '../../../src/context.ts'
import { createFirstKey } from '../../../src/core/accounts/issue-keys.ts'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { startAuthorizationServer } from '../../../test/internet/authorization-server.ts'
import type { AuthorizationServer } from '../../../test/internet/authorization-shape.ts'
import { insertGrantedMailbox, putProvider } from '../../../test/support/records/granted-mailbox.ts'
import { insertCampaign } from '../../../test/support/records/outbox-in-hand.ts'
import { startOauthMailServers } from './oauth-mail-servers.ts'
import type { OauthMailServers, TokenMechanisms } from './oauth-mail-servers.ts'

/** A mailbox with tokens at real servers: it sends, reads answers, outlives its tokens, and stops when it is refused. */

export interface RealRound {
  sent: number
  read: number
  /** Emails sent after all tokens had expired, and the refreshes needed. */
  afterExpiry: number
  refreshes: number
  /** Emails sent after the consent had ended, and the mailbox's state and sentence then. */
  afterRefusal: number
  state: string
  problem: string | null
}

const MAILS = 100
const AFTER_EXPIRY = 5
const PATIENCE_MS = 120_000
const EMAIL = 'ines@real.example'

export async function realRound(mechanisms: TokenMechanisms): Promise<RealRound> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-real-'))
  // Mail servers run as their own users.
  await chmod(folder, 0o755)
  const settings = {
    QUARRY_DATA_DIR: join(folder, 'quarry'),
    QUARRY_ROLE: 'server',
    QUARRY_CRAWL: 'off',
    QUARRY_SECRET_KEY: Buffer.alloc(32, 's').toString('base64'),
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  await using provider = await startAuthorizationServer()
  const context = await createContext(readConfig(settings), { log: pino({ level: 'silent' }) })
  try {
    await using servers = await startOauthMailServers(join(folder, 'mail'), provider.urls.introspect, mechanisms)
    await context.queue.start()
    await createFirstKey(context)
    return await playRound(context, provider, servers)
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function playRound(
  context: Context,
  provider: AuthorizationServer,
  servers: OauthMailServers,
): Promise<RealRound> {
  const { pool } = context.database
  const ports = { smtp: servers.ports.submission, imap: servers.ports.imap }
  await putProvider(context, provider, ports, servers.host)
  const id = await insertGrantedMailbox(context, provider, { email: EMAIL, ports, host: servers.host })
  const begin = (recipients: number) =>
    insertCampaign(pool, { mailboxIds: [id], recipients, dueAt: new Date(Date.now() - 60_000) })
  await begin(MAILS)
  const sent = await sendAll(context)
  const campaign = await begin(AFTER_EXPIRY)
  provider.book.expireAll()
  context.mailSubmitter.close()
  const afterExpiry = await sendAll(context)
  const refreshes = provider.refreshes.get(EMAIL)?.total ?? 0
  await answerAll(context, servers, campaign)
  const read = await readAll(context)
  provider.book.endConsent(EMAIL)
  context.mailSubmitter.close()
  await begin(AFTER_EXPIRY)
  const afterRefusal = await sendAll(context)
  await pool.query('update mailboxes set read_at = null')
  await readMailboxes(context)
  const { rows } = await pool.query<{ state: string; problem: string | null }>(
    'select state, problem from mailbox_grants',
  )
  const { state = '', problem = null } = rows[0] ?? {}
  return { sent, read, afterExpiry, refreshes, afterRefusal, state, problem }
}

async function sendAll(context: Context): Promise<number> {
  let all = 0
  for (let sent = 1; sent > 0; all += sent) sent = await sendDueMessages(context)
  return all
}

/** Answers from every recipient except those of one campaign, delivered to the mail server of the mailbox. */
async function answerAll(
  { database, mailSubmitter }: Context,
  { host, ports }: OauthMailServers,
  except: number,
): Promise<void> {
  const { rows } = await database.pool.query<{ email: string; header: string }>(
    `select r.email, m.message_id as header from messages m join campaign_recipients r on r.id = m.recipient_id
      where m.status = 'sent' and m.campaign_id <> $1`,
    [except],
  )
  const login = { host, port: ports.smtp, security: 'none', auth: { kind: 'none' }, session: 'answers' } as const
  for (const [at, { email, header }] of rows.entries()) {
    const lines = [
      `From: <${email}>`,
      `To: <${EMAIL}>`,
      'Subject: Re: Lamps',
      `Message-ID: <answer${at}@crowd.example>`,
    ]
    const raw = [...lines, `In-Reply-To: ${header}`, '', 'Let us talk.', ''].join('\r\n')
    const { outcome } = await mailSubmitter.submit(login, { from: email, to: EMAIL }, Buffer.from(raw))
    if (outcome !== 'accepted') throw new Error(`An answer was not taken: ${outcome}.`)
  }
}

/** Reads until all are there, or the time is over. */
async function readAll(context: Context): Promise<number> {
  const { pool } = context.database
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(500)) {
    await pool.query('update mailboxes set read_at = null')
    await readMailboxes(context)
    const { rows } = await pool.query<{ count: number }>(
      'select count(*) as count from messages where replied_at is not null',
    )
    const count = rows[0]?.count ?? 0
    if (count >= MAILS || performance.now() > end) return count
  }
}
