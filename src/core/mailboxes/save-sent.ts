import type { Part } from '../../context.ts'
import type { Mailbox } from '../../db/mailboxes/mailboxes-store.ts'
import { addToSent } from '../../engine/send/sent-folder.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { withDeadline } from '../../lib/process/with-deadline.ts'
import type { GrantNeeds } from '../grants/grant-needs.ts'
import { useToken } from '../grants/use-token.ts'
import { imapPasswordContext } from './mailbox-secrets.ts'

/** What saving an email in the sent folder needs. */
export type SentNeeds = GrantNeeds & Part<'dns' | 'log' | 'mailboxGuard' | 'secrets' | 'stopping', 'mailboxes'>

const SAVE_MS = 20 * SECOND_MS

/** Saves a copy of a sent email if its mailbox wants one. A failure to save is no reason to send it again. */
export async function saveSent(
  context: SentNeeds,
  place: { accountId: number; mailboxId: number },
  raw: Buffer,
): Promise<void> {
  const mailbox = await context.store.mailboxes.find(place.accountId, place.mailboxId)
  if (mailbox === null || !mailbox.save_sent || mailbox.imap_host === null) return
  try {
    const problem = await withDeadline(SAVE_MS, context.stopping.signal, (signal) =>
      save(context, { ...place, mailbox, host: mailbox.imap_host ?? '', raw }, signal),
    )
    if (problem !== null) context.log.warn({ ...place, problem }, 'A sent message could not be saved to its folder.')
  } catch (error) {
    context.log.warn({ err: error, ...place }, 'A sent message could not be saved to its folder.')
  }
}

interface Saving {
  accountId: number
  mailboxId: number
  mailbox: Mailbox
  host: string
  raw: Buffer
}

async function save(context: SentNeeds, saving: Saving, signal: AbortSignal): Promise<string | null> {
  const { accountId, mailboxId, mailbox, host, raw } = saving
  const username = mailbox.imap_username ?? mailbox.email
  const put = (auth: Parameters<typeof addToSent>[1]['server']['auth']) =>
    addToSent(
      { dns: context.dns, guard: context.mailboxGuard },
      {
        server: { host, port: mailbox.imap_port ?? 993, security: mailbox.imap_security ?? 'tls', auth },
        raw: withLines(raw),
      },
      signal,
    )
  if (mailbox.auth === 'oauth2') {
    const used = await useToken(
      context,
      { accountId, mailboxId },
      {
        hosts: [host],
        attempt: ({ token }) => put({ kind: 'token', username, token }),
        isRefused: (problem) => problem === 'token_refused',
      },
    )
    return used.outcome === 'done' ? used.result : used.problem
  }
  const sealed = mailbox.imap_password_sealed
  if (sealed === null) return null
  return put({
    kind: 'password',
    username,
    password: context.secrets.open(sealed, imapPasswordContext(accountId, mailboxId)),
  })
}

/** With CRLF line ends, as it was sent (RFC 5321 2.3.8) and as stored emails must have them (RFC 9051 6.3.12). */
const withLines = (raw: Buffer): Buffer => Buffer.from(raw.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1')
