import { problemSaid } from '../../../core/mailboxes/connection-problem.ts'
import type { MailboxProblem } from '../../../core/mailboxes/connection-problem.ts'
import { AppError } from '../../../errors.ts'
import type { Words } from '../../words/words.ts'

/** The field to look at; every other problem is one of the host. */
const PARTS: Partial<Record<MailboxProblem, 'password' | 'security'>> = {
  login_refused: 'password',
  wrong_password: 'password',
  passwords_off: 'password',
  no_login: 'security',
  no_tls: 'security',
  plain_text: 'security',
}

/** Shows what keeps a server from being used in the reader's words, at the field that decides it. */
export async function saidAtField<T>({ mailboxes }: Words, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const said = error instanceof AppError ? problemSaid(error.errors[0].details) : null
    if (!(error instanceof AppError) || said === null) throw error
    const { protocol, problem } = said
    const sentence = mailboxes.problems[problem](mailboxes.protocols[protocol])
    throw new AppError(error.id, sentence, { field: `${protocol}_${PARTS[problem] ?? 'host'}`, status: error.status })
  }
}
