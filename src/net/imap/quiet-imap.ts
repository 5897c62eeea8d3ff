import { setImmediate as nextTurn } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'

/** Lines of a server parsed in a row: one or two milliseconds. */
const AT_ONCE = 20

type Handler = (this: ImapFlow, line: unknown) => Promise<unknown>

function lineHandler(): Handler {
  const handler: unknown = Reflect.get(ImapFlow.prototype, 'handleResponse')
  if (typeof handler !== 'function') throw new Error('This version of imapflow is not supported: its reader has moved.')
  return handler as Handler
}

const handleLine = lineHandler()

/**
 * The library, ignoring unsolicited responses that can cost without limit: ranges of vanished emails (RFC 7162 3.2.10, for
 * clients that requested it), written out one by one, and the current number of emails, up to which ranges of search results
 * (RFC 9051 7.3.4) are written out.
 */
export class QuietImapFlow extends ImapFlow {
  #lines = 0

  async untaggedVanished(): Promise<void> {
    return Promise.resolve()
  }

  async untaggedExists(): Promise<void> {
    return Promise.resolve()
  }

  /** Yields from time to time: the library, which restarts counting with each line, handles thousands in a row. */
  async handleResponse(line: unknown): Promise<unknown> {
    this.#lines += 1
    if (this.#lines % AT_ONCE === 0) await nextTurn()
    return handleLine.call(this, line)
  }
}
