import { questionTables } from '../../engine/discover/question-tables.ts'

/**
 * Reads the tables of the query parser while nobody waits for them, until the signal: requests that have come meanwhile are
 * taken between two steps.
 */
export function readQuestionTables(stopping: AbortSignal): void {
  const steps = questionTables()
  const step = (): void => {
    if (!stopping.aborted && steps.next().done !== true) setImmediate(step)
  }
  setImmediate(step)
}
