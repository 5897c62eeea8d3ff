import { openMailbox } from '../../net/imap/mailbox-reader.ts'
import { MailboxUnreadable } from '../../net/imap/mailbox-session.ts'
import type { MailboxReaderNeeds, MailboxServer } from '../../net/imap/mailbox-reader.ts'
import type { LoginProblem } from '../../net/login-address.ts'

/** Stores a sent email in the folder for sent mail (RFC 6154). Null if all went well, or if there is no such folder. */
export async function addToSent(
  needs: MailboxReaderNeeds,
  { server, raw }: { server: MailboxServer; raw: Buffer },
  signal: AbortSignal,
): Promise<LoginProblem | null> {
  try {
    const mailbox = await openMailbox(needs, server, signal)
    try {
      await mailbox.addSent(raw)
    } finally {
      await mailbox.close()
    }
    return null
  } catch (error) {
    if (error instanceof MailboxUnreadable) return error.problem
    throw error
  }
}
