import { openMailbox } from '../../net/imap/mailbox-reader.ts'
import { MailboxUnreadable } from '../../net/imap/mailbox-session.ts'
import type { MailboxReaderNeeds, MailboxServer } from '../../net/imap/mailbox-reader.ts'
import type { LoginProblem } from '../../net/login-address.ts'

/** Puts an email that was sent into the folder of sent mail (RFC 6154). Null when all went well, also where there is no such folder. */
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
