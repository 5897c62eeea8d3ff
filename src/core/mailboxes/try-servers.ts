import type { GrantNeeds } from '../grants/grant-needs.ts'
import type { Call } from '../../context.ts'
import type { Mailbox } from '../../db/mailboxes/mailboxes-store.ts'
import { checkMailboxReading } from '../../engine/send/mailbox-check.ts'
import { useToken } from '../grants/use-token.ts'
import { problemSentence } from './connection-problem.ts'
import { imapPasswordContext, passwordAuth, smtpPasswordContext } from './mailbox-secrets.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

/** Tries a mailbox's servers: with its passwords, with its token, or with a token just received. */

/** Longest check of both servers; a person is waiting. */
const CHECK_MS = 25_000

export type Connection = Pick<
  Mailbox,
  | 'auth'
  | 'smtp_host'
  | 'smtp_port'
  | 'smtp_security'
  | 'smtp_username'
  | 'smtp_password_sealed'
  | 'imap_host'
  | 'imap_port'
  | 'imap_security'
  | 'imap_username'
  | 'imap_password_sealed'
>

type LoginAuth = Parameters<Call['mailSubmitter']['check']>[0]['auth']
type LoginProblem = Parameters<typeof problemSentence>[1]

/** What a check found: one sentence, or null if all went well. */
export interface ConnectionCheck {
  smtp: string | null
  /** Null if answers are not read. */
  imap: { problem: string | null } | null
  /** The first problem of the two. */
  problem: string | null
}

interface Tried {
  smtp: LoginProblem | null
  imap: { problem: LoginProblem | null } | null
}

/** Tries both servers; no mail is sent. */
export async function checkConnection(call: Call, id: number, connection: Connection): Promise<ConnectionCheck> {
  const { principal, secrets } = call
  const { accountId } = principal
  const { smtp_password_sealed: smtpSealed, imap_password_sealed: imapSealed } = connection
  if (connection.auth === 'oauth2') return checkGranted(call, id, connection)
  const open = (sealed: Buffer | null, context: string) => (sealed === null ? null : secrets.open(sealed, context))
  const { smtp_username: smtpUser, imap_username: imapUser, imap_host: imapHost } = connection
  const lacksPassword = imapHost !== null && (imapUser === null || imapSealed === null)
  const tried = await tryServers(call, lacksPassword ? { ...connection, imap_host: null } : connection, {
    smtp: passwordAuth(smtpUser, open(smtpSealed, smtpPasswordContext(accountId, id))),
    imap: passwordAuth(imapUser, open(imapSealed, imapPasswordContext(accountId, id))),
  })
  const said = checkOf(tried)
  if (!lacksPassword) return said
  const problem = 'Send imap_password: reading a mailbox requires user name and password.'
  return { ...said, imap: { problem }, problem: said.smtp ?? problem }
}

async function checkGranted(
  call: GrantNeeds & Pick<Call, 'dns' | 'mailSubmitter' | 'mailboxGuard' | 'principal' | 'signal'>,
  id: number,
  connection: Connection,
): Promise<ConnectionCheck> {
  const { smtp_host: smtpHost, imap_host: imapHost } = connection
  const used = await useToken(
    call,
    { accountId: call.principal.accountId, mailboxId: id },
    {
      hosts: [smtpHost, imapHost].filter((host) => host !== null),
      attempt: ({ token }) => tryWithToken(call, connection, token),
      isRefused: ({ smtp, imap }) => smtp === 'token_refused' || imap?.problem === 'token_refused',
    },
  )
  if (used.outcome === 'done') return checkOf(used.result)
  const { problem } = used
  return { smtp: problem, imap: imapHost === null ? null : { problem }, problem }
}

/** Tries both servers with a token that is not stored yet. */
export async function checkWithToken(
  call: Pick<Call, 'dns' | 'mailSubmitter' | 'mailboxGuard' | 'signal'>,
  connection: Connection,
  token: string,
): Promise<ConnectionCheck> {
  return checkOf(await tryWithToken(call, connection, token))
}

const tryWithToken = (
  call: Pick<Call, 'dns' | 'mailSubmitter' | 'mailboxGuard' | 'signal'>,
  connection: Connection,
  token: string,
): Promise<Tried> => {
  const auth = (username: string | null): LoginAuth => ({ kind: 'token', username: username ?? '', token })
  return tryServers(call, connection, { smtp: auth(connection.smtp_username), imap: auth(connection.imap_username) })
}

async function tryServers(
  call: Pick<Call, 'dns' | 'mailSubmitter' | 'mailboxGuard' | 'signal'>,
  connection: Connection,
  auth: { smtp: LoginAuth; imap: LoginAuth },
): Promise<Tried> {
  const [smtp, imap] = await Promise.all([
    trySending(call, connection, auth.smtp),
    tryReading(call, connection, auth.imap),
  ])
  return { smtp, imap }
}

async function trySending(
  { mailSubmitter }: Pick<Call, 'mailSubmitter'>,
  connection: Connection,
  auth: LoginAuth,
): Promise<Tried['smtp']> {
  const { smtp_host: host, smtp_port: port, smtp_security: security } = connection
  return host === null || port === null || security === null
    ? null
    : mailSubmitter.check({ host, port, security, auth })
}

async function tryReading(
  call: Pick<Call, 'dns' | 'mailboxGuard' | 'signal'>,
  connection: Connection,
  auth: LoginAuth,
): Promise<Tried['imap']> {
  const { imap_host: host, imap_port: port, imap_security: security } = connection
  if (host === null || port === null || security === null) return null
  if (auth.kind === 'none') return { problem: 'login_refused' }
  const needs = { dns: call.dns, guard: call.mailboxGuard }
  using limit = timeLimit(CHECK_MS, call.signal)
  return { problem: await checkMailboxReading(needs, { host, port, security, auth }, limit.signal) }
}

function checkOf({ smtp, imap }: Tried): ConnectionCheck {
  const refusal = smtp === null ? null : problemSentence('smtp', smtp)
  const unread = imap === null || imap.problem === null ? null : problemSentence('imap', imap.problem)
  return { smtp: refusal, imap: imap === null ? null : { problem: unread }, problem: refusal ?? unread }
}
