import type { Call } from '../../context.ts'
import type { Mailbox, MailboxChange } from '../../db/mailboxes/mailboxes-store.ts'
import { AppError } from '../../errors.ts'
import type { MailboxWriting } from './mailbox-input.ts'
import { imapPasswordContext, smtpPasswordContext } from './mailbox-secrets.ts'
import { checkConnection } from './try-servers.ts'
import type { Connection } from './try-servers.ts'
import { missingParameter } from '../../lib/input/input-fields.ts'

/** How a mailbox's servers are reached: defaults, secrets, and trying them. */

const SMTP_PORTS = { tls: 465, starttls: 587, none: 25 } as const
const IMAP_PORTS = { tls: 993, starttls: 143, none: 143 } as const

type Protocol = 'smtp' | 'imap'

/**
 * The resulting connection: the existing one, overridden by what was sent.
 * @throws AppError validation_failed if a password would go to a server that it was not entered for.
 */
export function connectionOf(
  { secrets, principal }: Pick<Call, 'secrets' | 'principal'>,
  mailbox: { id: number; email: string },
  given: MailboxWriting,
  current: Mailbox | null,
): Connection {
  const { accountId } = principal
  const isReader = (given.purpose ?? current?.purpose) === 'reports'
  const smtp = isReader ? NOTHING_SENT : smtpOf(mailbox.email, given, current)
  const smtpMoved = current !== null && differs(smtp, current)
  if (!isReader) checkPassword('smtp', given.smtp_password, current?.smtp_password_sealed ?? null, smtpMoved)
  const imap = imapOf(mailbox.email, given, current)
  if (isReader && imap.imap_host === null) throw AppError.forParameters([missingParameter('imap_host')])
  const imapMoved = current !== null && differs(imap, current)
  // A new mailbox reads with the password that it sends with, unless it has a separate one.
  const imapPassword = given.imap_password === undefined && current === null ? given.smtp_password : given.imap_password
  if (imap.imap_host !== null) checkPassword('imap', imapPassword, current?.imap_password_sealed ?? null, imapMoved)
  return {
    auth: current?.auth ?? 'password',
    ...smtp,
    smtp_password_sealed: sealed(isReader ? null : given.smtp_password, current?.smtp_password_sealed, (password) =>
      secrets.seal(password, smtpPasswordContext(accountId, mailbox.id)),
    ),
    ...imap,
    imap_password_sealed: sealed(imapPassword, current?.imap_password_sealed, (password) =>
      secrets.seal(password, imapPasswordContext(accountId, mailbox.id)),
    ),
  }
}

/** For a mailbox that is only read. */
const NOTHING_SENT = { smtp_host: null, smtp_port: null, smtp_security: null, smtp_username: null }

function smtpOf(email: string, given: MailboxWriting, current: Mailbox | null) {
  const host = given.smtp_host === undefined ? current?.smtp_host : given.smtp_host
  if (host === undefined || host === null) throw AppError.forParameters([missingParameter('smtp_host')])
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

/** The current user name, even if there is none; for a new server, the address. */
const usual = (current: Mailbox | null, protocol: Protocol, email: string): string | null =>
  (current?.[`${protocol}_host`] ?? null) === null ? email : (current?.[`${protocol}_username`] ?? null)

const differs = (next: Partial<Mailbox>, current: Mailbox): boolean =>
  Object.entries(next).some(([key, value]) => current[key as keyof Mailbox] !== value)

/** Somebody who may change a mailbox must not learn its password by pointing it at a server of theirs. */
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

/** @throws AppError validation_failed with what the servers said, in Quarry's words. */
export async function demandConnection(call: Call, id: number, connection: Connection): Promise<void> {
  const { problem } = await checkConnection(call, id, connection)
  if (problem !== null) throw new AppError('validation_failed', problem)
}

/** Whether a change affects how servers are reached. */
export const touchesConnection = (change: MailboxChange, current: Mailbox): boolean =>
  Object.entries(change).some(([key, value]) => /^(?:smtp|imap)_/.test(key) && current[key as keyof Mailbox] !== value)
