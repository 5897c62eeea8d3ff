import type { Call } from '../../context.ts'
import type { Mailbox, MailboxChange } from '../../db/mailboxes/mailboxes-store.ts'
import { checkMailboxReading } from '../../engine/send/mailbox-check.ts'
import { AppError } from '../../errors.ts'
import type { MailboxWriting } from './mailbox-input.ts'
import { imapPasswordContext, passwordAuth, smtpPasswordContext } from './mailbox-secrets.ts'
import { problemSentence } from './connection-problem.ts'

/** How a mailbox's servers are reached: defaults, secrets, and trying them out. */

const SMTP_PORTS = { tls: 465, starttls: 587, none: 25 } as const
const IMAP_PORTS = { tls: 993, starttls: 143, none: 143 } as const
/** A check of both servers together; a person waits. */
const CHECK_MS = 25_000

type Connection = Pick<
  Mailbox,
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

type Protocol = 'smtp' | 'imap'

/**
 * The connection as it will be, with what was sent over what there is.
 * @throws AppError validation_failed when a password would go to a place that it was not entered for.
 */
export function connectionOf(
  { secrets, principal }: Pick<Call, 'secrets' | 'principal'>,
  mailbox: { id: number; email: string },
  given: MailboxWriting,
  current: Mailbox | null,
): Connection {
  const { accountId } = principal
  const smtp = smtpOf(mailbox.email, given, current)
  const smtpMoved = current !== null && differs(smtp, current)
  checkPassword('smtp', given.smtp_password, current?.smtp_password_sealed ?? null, smtpMoved)
  const imap = imapOf(mailbox.email, given, current)
  const imapMoved = current !== null && differs(imap, current)
  // A new mailbox reads with the password that it sends with, unless it has its own.
  const imapPassword = given.imap_password === undefined && current === null ? given.smtp_password : given.imap_password
  if (imap.imap_host !== null) checkPassword('imap', imapPassword, current?.imap_password_sealed ?? null, imapMoved)
  return {
    ...smtp,
    smtp_password_sealed: sealed(given.smtp_password, current?.smtp_password_sealed, (password) =>
      secrets.seal(password, smtpPasswordContext(accountId, mailbox.id)),
    ),
    ...imap,
    imap_password_sealed: sealed(imapPassword, current?.imap_password_sealed, (password) =>
      secrets.seal(password, imapPasswordContext(accountId, mailbox.id)),
    ),
  }
}

function smtpOf(email: string, given: MailboxWriting, current: Mailbox | null) {
  const host = given.smtp_host === undefined ? current?.smtp_host : given.smtp_host
  if (host === undefined || host === null) throw new AppError('wrong_params', 'The smtp_host parameter is missing.')
  const security = given.smtp_security ?? current?.smtp_security ?? 'tls'
  return {
    smtp_host: host,
    smtp_port:
      given.smtp_port ?? (given.smtp_security === undefined ? current?.smtp_port : undefined) ?? SMTP_PORTS[security],
    smtp_security: security,
    smtp_username: given.smtp_username === undefined ? usual(current, 'smtp', email) : given.smtp_username,
  }
}

function imapOf(email: string, given: MailboxWriting, current: Mailbox | null) {
  const host = given.imap_host === undefined ? (current?.imap_host ?? null) : given.imap_host
  if (host === null) return { imap_host: null, imap_port: null, imap_security: null, imap_username: null }
  const security = given.imap_security ?? current?.imap_security ?? 'tls'
  return {
    imap_host: host,
    imap_port:
      given.imap_port ?? (given.imap_security === undefined ? current?.imap_port : undefined) ?? IMAP_PORTS[security],
    imap_security: security,
    imap_username: given.imap_username === undefined ? usual(current, 'imap', email) : given.imap_username,
  }
}

/** The user that stands there, also where it is none; the address for a server that is new. */
const usual = (current: Mailbox | null, protocol: Protocol, email: string): string | null =>
  (current?.[`${protocol}_host`] ?? null) === null ? email : (current?.[`${protocol}_username`] ?? null)

const differs = (next: Partial<Mailbox>, current: Mailbox): boolean =>
  Object.entries(next).some(([key, value]) => current[key as keyof Mailbox] !== value)

/** Whoever may change a mailbox must not learn its password by pointing it at a server of theirs. */
function checkPassword(
  protocol: Protocol,
  given: string | null | undefined,
  stored: Buffer | null,
  moved: boolean,
): void {
  if (given !== undefined || stored === null || !moved) return
  throw new AppError(
    'validation_failed',
    `Send ${protocol}_password too: the stored one is used only with the host, port, security and user it was entered for.`,
  )
}

function sealed(
  given: string | null | undefined,
  current: Buffer | null | undefined,
  seal: (password: string) => Buffer,
): Buffer | null {
  if (given === undefined) return current ?? null
  return given === null ? null : seal(given)
}

/** What a check found: one sentence, or null where all went well. */
export interface ConnectionCheck {
  smtp: string | null
  /** Null where answers are not read. */
  imap: { problem: string | null } | null
  /** The first of the two. */
  problem: string | null
}

/** Tries both servers; no mail is sent. */
export async function checkConnection(call: Call, id: number, connection: Connection): Promise<ConnectionCheck> {
  const { principal, secrets, mailSubmitter } = call
  const password =
    connection.smtp_password_sealed === null
      ? null
      : secrets.open(connection.smtp_password_sealed, smtpPasswordContext(principal.accountId, id))
  const [smtp, imap] = await Promise.all([
    mailSubmitter.check({
      host: connection.smtp_host,
      port: connection.smtp_port,
      security: connection.smtp_security,
      auth: passwordAuth(connection.smtp_username, password),
    }),
    checkReading(call, id, connection),
  ])
  const refusal = smtp === null ? null : problemSentence('smtp', smtp)
  return { smtp: refusal, imap, problem: refusal ?? imap?.problem ?? null }
}

async function checkReading(call: Call, id: number, connection: Connection): Promise<ConnectionCheck['imap']> {
  const { imap_host: host, imap_port: port, imap_security: security, imap_username: username } = connection
  if (host === null || port === null || security === null) return null
  const { imap_password_sealed: stored } = connection
  if (username === null || stored === null)
    return { problem: 'Send imap_password: reading a mailbox requires user name and password.' }
  const password = call.secrets.open(stored, imapPasswordContext(call.principal.accountId, id))
  const needs = { dns: call.dns, guard: call.mailboxGuard }
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(CHECK_MS)])
  const problem = await checkMailboxReading(
    needs,
    { host, port, security, auth: { kind: 'password', username, password } },
    signal,
  )
  return { problem: problem === null ? null : problemSentence('imap', problem) }
}

/** @throws AppError validation_failed with what the servers said, in Quarry's words. */
export async function demandConnection(call: Call, id: number, connection: Connection): Promise<void> {
  const { problem } = await checkConnection(call, id, connection)
  if (problem !== null) throw new AppError('validation_failed', problem)
}

/** Whether a change touches how servers are reached. */
export const touchesConnection = (change: MailboxChange, current: Mailbox): boolean =>
  Object.entries(change).some(([key, value]) => /^(?:smtp|imap)_/.test(key) && current[key as keyof Mailbox] !== value)
