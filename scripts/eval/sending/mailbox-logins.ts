import type { Context } from '../../../src/context.ts'
import { smtpPasswordContext } from '../../../src/core/mailboxes/mailbox-secrets.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { tokenFor } from '../../../src/core/grants/token-for.ts'
import type { AuthorizationServer } from '../../../test/internet/authorization-shape.ts'
import { startReceivingServer } from '../../../test/internet/receiving-server.ts'
import type { MailboxLogin } from '../../../test/support/records/kill-workers.ts'
import { grantMailbox, putProvider } from '../../../test/support/records/granted-mailbox.ts'
import { insertCampaign, insertMailbox } from '../../../test/support/records/outbox-in-hand.ts'

/** The two ways in which mailboxes log in, to be compared. */

const PASSWORD = 'a password of nobody'

/** Tokens of a provider on loopback; servers ask it at each email whether a token is still valid. */
export const tokenLogin = (context: Context, provider: AuthorizationServer): MailboxLogin => ({
  server: { tokens: { mechanisms: ['XOAUTH2'], judge: provider.book.judge, eachMail: true } },
  give: async ({ id, email, port }) => {
    await putProvider(context, provider, { smtp: port })
    await grantMailbox(context, provider, { id, email })
  },
})

const passwordLogin = ({ database, secrets }: Context, email: string): MailboxLogin => ({
  server: { login: { username: email, password: PASSWORD } },
  give: async ({ id }) => {
    await database.pool.query('update mailboxes set smtp_username = email, smtp_password_sealed = $2 where id = $1', [
      id,
      secrets.seal(PASSWORD, smtpPasswordContext(1, id)),
    ])
  },
})

interface Rounds {
  recipients: number
  rounds: number
}

/** What one round took; the processor time is that of this process, which is both ends. */
interface Took {
  seconds: number
  processorSeconds: number
}

export interface LoginSpeeds {
  /** Emails per second, in the median round. */
  password: number
  token: number
  /** Tokens relative to passwords, in the median pair; other load on the machine affects it. */
  ratio: number
  /** The same by processor time, which other load hardly affects. */
  processorRatio: number
}

/** Sends as many emails from a mailbox with a password as from one with tokens, alternately. */
export async function compareLogins(
  context: Context,
  provider: AuthorizationServer,
  { recipients, rounds }: Rounds,
): Promise<LoginSpeeds> {
  const taken = { password: [] as Took[], token: [] as Took[] }
  for (let round = 0; round <= rounds; round += 1)
    for (const kind of round % 2 === 0 ? (['password', 'token'] as const) : (['token', 'password'] as const)) {
      const email = `${kind}${round}@lumen.example`
      const login = kind === 'password' ? passwordLogin(context, email) : tokenLogin(context, provider)
      const took = await timeOf(context, login, { email, recipients })
      // The first round warms up.
      if (round > 0) taken[kind].push(took)
    }
  const speed = (kind: keyof typeof taken): number =>
    Math.round(recipients / middle(taken[kind].map(({ seconds }) => seconds)))
  const ratioOf = (of: keyof Took): number =>
    middle(taken.password.map((took, at) => took[of] / (taken.token[at]?.[of] ?? Infinity)))
  return {
    password: speed('password'),
    token: speed('token'),
    ratio: ratioOf('seconds'),
    processorRatio: ratioOf('processorSeconds'),
  }
}

async function timeOf(
  context: Context,
  login: MailboxLogin,
  { email, recipients }: { email: string; recipients: number },
): Promise<Took> {
  const { pool } = context.database
  await using server = await startReceivingServer(login.server)
  const id = await insertMailbox(pool, { port: server.port, email, dailyLimit: 100_000 })
  await login.give({ id, email, port: server.port })
  const campaign = await insertCampaign(pool, { mailboxIds: [id], recipients, dueAt: new Date(Date.now() - 60_000) })
  const startedAt = performance.now()
  const before = process.cpuUsage()
  while ((await sendDueMessages(context)) > 0) continue
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(before)
  if (server.mails.length !== recipients) throw new Error(`${server.mails.length} of ${recipients} mails were sent.`)
  await pool.query('delete from campaigns where id = $1', [campaign])
  return { seconds, processorSeconds: (user + system) / 1_000_000 }
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const ASKED = 100_000

/**
 * Returns the cost of getting a cached token: that of the last mailbox with a consent. Call it while all of its tokens
 * are valid.
 */
export async function tokenForMicroseconds(context: Context): Promise<number> {
  const { rows } = await context.database.pool.query<{ id: number }>(
    `select e.id from mailboxes e join mailbox_grants g on g.account_id = e.account_id and g.mailbox_id = e.id
      where g.state = 'active' order by e.id desc limit 1`,
  )
  const place = { accountId: 1, mailboxId: rows[0]?.id ?? 0 }
  const { outcome } = await tokenFor(context, place)
  if (outcome !== 'token') throw new Error(`There is no token: ${outcome}.`)
  const startedAt = process.cpuUsage()
  for (let asked = 0; asked < ASKED; asked += 1) await tokenFor(context, place)
  const { user, system } = process.cpuUsage(startedAt)
  return Math.round((100 * (user + system)) / ASKED) / 100
}
