import { openMailbox } from '../../net/imap/mailbox-reader.ts'
import { MailboxUnreadable } from '../../net/imap/mailbox-session.ts'
import type { LoginProblem } from '../../net/login-address.ts'
import type { MailboxReaderNeeds, MailboxServer } from '../../net/imap/mailbox-reader.ts'

/** Logs in to the server that receives answers, and out again. Null if all went well. */
export async function checkMailboxReading(
  needs: MailboxReaderNeeds,
  server: MailboxServer,
  signal: AbortSignal,
): Promise<LoginProblem | null> {
  try {
    const mailbox = await openMailbox(needs, server, signal)
    await mailbox.close()
    return null
  } catch (error) {
    if (error instanceof MailboxUnreadable) return error.problem
    throw error
  }
}
