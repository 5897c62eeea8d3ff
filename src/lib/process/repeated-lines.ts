import type { LoggerOptions } from 'pino'
import { errorCode } from '../text/error-code.ts'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

export interface RepeatLimits {
  /** Lines of one kind written in a window; the others are only counted. */
  lines: number
  windowMs: number
}

const LIMITS: RepeatLimits = { lines: 10, windowMs: 30_000 }
/** Warnings and errors in pino's numbering; request lines are below it. */
const WARN = 40
/** Messages are fixed in the program and few; those of errors may contain anything. */
const MAX_KINDS = 500

/**
 * A pino hook that keeps a lasting fault (such as an unreachable database) from filling the disk: of warnings and errors with
 * the same message and error, some are written; after that, one line per window says how many there were (`repeated`).
 */
export function countRepeats({ lines, windowMs }: RepeatLimits = LIMITS): LogMethod {
  const seen = new Map<string, number>()
  return function (args, method, level) {
    const kind = level < WARN ? null : kindOf(level, args)
    if (kind === null || (seen.size >= MAX_KINDS && !seen.has(kind))) {
      method.apply(this, args)
      return
    }
    const count = (seen.get(kind) ?? 0) + 1
    seen.set(kind, count)
    if (count === 1)
      setTimeout(() => {
        const repeated = (seen.get(kind) ?? 0) - lines
        seen.delete(kind)
        if (repeated > 0) method.apply(this, [{ repeated }, messageOf(args)])
      }, windowMs).unref()
    if (count <= lines) method.apply(this, args)
  }
}

const messageOf = (args: readonly unknown[]): string => args.find((arg) => typeof arg === 'string') ?? ''

function kindOf(level: number, args: readonly unknown[]): string {
  const [first] = args
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : null
  const what = error instanceof Error ? `${error.name} ${errorCode(error) || error.message}` : ''
  return `${level} ${messageOf(args)} ${what}`.slice(0, 300)
}
