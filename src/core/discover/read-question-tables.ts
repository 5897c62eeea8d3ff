import { questionTables } from '../../engine/discover/question-tables.ts'

/**
 * Reads the tables of the query parser in the background, until the signal aborts: requests that arrive in the meantime are
 * handled between two steps.
 */
export function readQuestionTables(stopping: AbortSignal): void {
  const steps = questionTables()
  const step = (): void => {
    if (!stopping.aborted && steps.next().done !== true) setImmediate(step)
  }
  setImmediate(step)
}
