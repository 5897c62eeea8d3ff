import type { Context } from '../../../src/context.ts'
import { smtpPasswordContext } from '../../../src/core/mailboxes/mailbox-secrets.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import type { AuthorizationServer } from '../../../test/internet/authorization-shape.ts'
import { startReceivingServer } from '../../../test/internet/receiving-server.ts'
import type { MailboxLogin } from '../../../test/support/process/kill-workers.ts'
import { grantMailbox, putProvider } from '../../../test/support/records/granted-mailbox.ts'
import { insertCampaign, insertMailbox } from '../../../test/support/records/outbox-in-hand.ts'

/** The two ways in which mailboxes log in, for measuring one beside the other. */

const PASSWORD = 'a password of nobody'

/** Tokens of a provider on loopback; servers ask it at each mail whether a token still lives. */
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

/**
 * Sends as many mails from a mailbox with a password as from one with tokens, in turns.
 * @returns mails a second of each, of the middle round.
 */
export async function compareLogins(
  context: Context,
  provider: AuthorizationServer,
  { recipients, rounds }: Rounds,
): Promise<{ password: number; token: number; ratio: number }> {
  const taken = { password: [] as number[], token: [] as number[] }
  for (let round = 0; round <= rounds; round += 1)
    for (const kind of round % 2 === 0 ? (['password', 'token'] as const) : (['token', 'password'] as const)) {
      const email = `${kind}${round}@lumen.example`
      const login = kind === 'password' ? passwordLogin(context, email) : tokenLogin(context, provider)
      const seconds = await secondsFor(context, login, { email, recipients })
      // The first round warms up.
      if (round > 0) taken[kind].push(seconds)
    }
  const speed = (kind: keyof typeof taken): number => recipients / middle(taken[kind])
  const pairs = taken.password.map((seconds, at) => seconds / (taken.token[at] ?? Infinity))
  return { password: Math.round(speed('password')), token: Math.round(speed('token')), ratio: middle(pairs) }
}

async function secondsFor(
  context: Context,
  login: MailboxLogin,
  { email, recipients }: { email: string; recipients: number },
): Promise<number> {
  const { pool } = context.database
  await using server = await startReceivingServer(login.server)
  const id = await insertMailbox(pool, { port: server.port, email, dailyLimit: 100_000 })
  await login.give({ id, email, port: server.port })
  const campaign = await insertCampaign(pool, { mailboxIds: [id], recipients, dueAt: new Date(Date.now() - 60_000) })
  const startedAt = performance.now()
  while ((await sendDueMessages(context)) > 0) continue
  const seconds = (performance.now() - startedAt) / 1_000
  if (server.mails.length !== recipients) throw new Error(`${server.mails.length} of ${recipients} mails were sent.`)
  await pool.query('delete from campaigns where id = $1', [campaign])
  return seconds
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
