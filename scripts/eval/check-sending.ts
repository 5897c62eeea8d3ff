/**
 * `npm run eval:sending`: a campaign with 2,000 recipients and two steps, sent by three workers that are killed one
 * after another (SIGKILL) at 50 random moments, to a real SMTP server on loopback. It reports who got what. With
 * `--auth oauth` mailboxes log in with tokens that live for three seconds, and sending with them is compared with
 * sending with passwords.
 */
import { parseArgs } from 'node:util'
import { startAuthorizationServer } from '../../test/internet/authorization-server.ts'
import type { AuthorizationServer } from '../../test/internet/authorization-shape.ts'
import { killWorkers } from '../../test/support/records/kill-workers.ts'
import { report } from '../support/report.ts'
import { openSendingHouse } from '../support/sending-house.ts'
import { compareLogins, tokenForMicroseconds, tokenLogin } from './sending/mailbox-logins.ts'

const { values } = parseArgs({
  options: {
    recipients: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '50' },
    workers: { type: 'string', default: '3' },
    auth: { type: 'string', default: 'none' },
  },
})
const TOKEN_SECONDS = 3
const TOKEN_BARS = [
  { figure: 'refreshes', min: 1 },
  { figure: 'refreshesAtOnce', max: 1 },
  { figure: 'throughputRatio', min: 0.97 },
  { figure: 'processorRatio', min: 0.97 },
  { figure: 'tokenForMicroseconds', max: 20 },
]
const run = {
  recipients: Number(values.recipients),
  kills: Number(values.kills),
  workers: Number(values.workers),
  mailboxes: 3,
  thinkingMs: 250,
  patienceMs: 600_000,
}

await using house = await openSendingHouse()
const { context, settings } = house
const { pool } = context.database
await using provider = await startAuthorizationServer({ lifeSeconds: TOKEN_SECONDS })
const login = values.auth === 'oauth' ? tokenLogin(context, provider) : undefined
const result = await killWorkers(pool, settings, { ...run, ...(login && { login }) })
const { messages } = await listedInDoubt()
const ofTokens = login === undefined ? {} : await tokenFigures(provider)
const figures = { ...run, ...result, listed: messages, ...ofTokens }
report({
  title: `What arrived: ${run.workers} workers, killed ${run.kills} times while they sent`,
  rows: [['figure', 'value'], ...Object.entries(figures)],
  figures,
  bars: [
    { figure: 'twice', max: 0 },
    { figure: 'lost', max: 0 },
    { figure: 'unaccounted', max: 0 },
    { figure: 'killsWhileSending', min: run.kills },
    { figure: 'listed', min: result.uncertain, max: result.uncertain },
    ...(login === undefined ? [] : TOKEN_BARS),
  ],
})

/** How often a mailbox was refreshed, and the most at once; then tokens of an hour compared with passwords. */
async function tokenFigures(provider: AuthorizationServer) {
  const ofMailboxes = [...provider.refreshes].filter(([email]) => email !== '').map(([, count]) => count)
  const refreshes = ofMailboxes.reduce((sum, { total }) => sum + total, 0)
  const refreshesAtOnce = Math.max(0, ...ofMailboxes.map(({ peak }) => peak))
  provider.lifeSeconds = 3_600
  const { password, token, ratio, processorRatio } = await compareLogins(context, provider, {
    recipients: Math.min(run.recipients, 300),
    rounds: 7,
  })
  return {
    refreshes,
    refreshesAtOnce,
    tokenForMicroseconds: await tokenForMicroseconds(context),
    mailsASecondWithPasswords: password,
    mailsASecondWithTokens: token,
    throughputRatio: Math.round(ratio * 1_000) / 1_000,
    processorRatio: Math.round(processorRatio * 1_000) / 1_000,
  }
}

/** As `GET /v2/sequences/:id/messages?status=uncertain` shows them. */
async function listedInDoubt(): Promise<{ messages: number }> {
  const { rows } = await context.database.pool.query<{ id: number }>('select id from campaigns')
  const page = { status: 'uncertain', limit: 1, offset: 0 } as const
  const { total } = await context.store.messageLog.list(1, rows[0]?.id ?? 0, page)
  return { messages: total }
}
