import { isRecord } from '../../../lib/text/json-record.ts'
import { ownValue } from '../../../lib/text/own-value.ts'

/** A position in JSON: keys, list indexes, and all items of a list. */
type PathStep = { key: string } | { at: number } | 'all'
export type JsonPath = readonly PathStep[]

const MAX_LENGTH = 300
const MAX_STEPS = 10
/** The most values of one path. */
const MAX_VALUES = 50

const STEP =
  /\.?(?:\[(?<at>\d{1,6})\]|(?<all>\[\*\])|\[?(?<quote>["'])(?<quoted>(?:(?!\k<quote>).)+)\k<quote>\]?|(?<key>[^.[\]"']+))/y

/**
 * A path as people write it: `offices[0].city`, `labels[*].name`, `data."odd.key"`; null if it is not a path. No expressions.
 * @param text at most 300 characters and 10 steps
 */
export function parseJsonPath(text: string): JsonPath | null {
  if (text === '' || text.length > MAX_LENGTH) return null
  const steps: PathStep[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < text.length) {
    const found = STEP.exec(text)?.groups
    if (found === undefined || steps.length === MAX_STEPS) return null
    if (found['at'] !== undefined) steps.push({ at: Number(found['at']) })
    else if (found['all'] !== undefined) steps.push('all')
    else steps.push({ key: (found['quoted'] ?? found['key'] ?? '').trim() })
  }
  return steps
}

/** Everything at a path, in order; empty if there is no such place. */
export function valuesAt(value: unknown, path: JsonPath): unknown[] {
  let found: unknown[] = [value]
  for (const step of path) found = found.flatMap((one) => stepInto(one, step)).slice(0, MAX_VALUES)
  return found
}

function stepInto(value: unknown, step: PathStep): unknown[] {
  if (step === 'all') return Array.isArray(value) ? (value as unknown[]) : []
  if ('at' in step) return Array.isArray(value) && step.at < value.length ? [(value as unknown[])[step.at]] : []
  return isRecord(value) && Object.hasOwn(value, step.key) ? [ownValue(value, step.key)] : []
}
