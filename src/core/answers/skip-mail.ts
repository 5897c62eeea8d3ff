import type { ReadableMailbox } from '../../db/mailboxes/mailbox-reading-store.ts'
import type { AnswerNeeds } from './answer-needs.ts'

/**
 * SQLSTATE codes that blame the values of a statement: data exceptions, exceeded limits, a missing or forbidden value. Trying
 * again would end the same, whereas lost connections, deadlocks and duplicates pass.
 */
const OF_VALUES = /^(?:22[\dA-Z]{3}|54[\dA-Z]{3}|23502|23514)$/

/**
 * Takes one email; skips one that fails because of what it says. The position in a folder moves past an email only once it has been
 * taken, so a single one that always fails would keep everything after it from being read, and anybody can send one.
 */
export async function orSkip<T>(
  { log }: Pick<AnswerNeeds, 'log'>,
  { accountId, mailboxId }: Pick<ReadableMailbox, 'accountId' | 'mailboxId'>,
  take: () => Promise<T>,
): Promise<T | null> {
  try {
    return await take()
  } catch (error) {
    if (!isOfContent(error)) throw error
    log.error({ err: error, accountId, mailboxId }, 'An email was skipped because of its contents.')
    return null
  }
}

const isOfContent = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && OF_VALUES.test(String(error.code)))
