import { AppError } from '../../errors.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'

/** Per key: how many requests run at once, how many more may wait for their turn, and how long. */
const MAX_RUNNING = 16
const MAX_WAITING = 64
const MAX_WAIT_MS = 5 * SECOND_MS

interface Line {
  running: number
  waiting: (() => void)[]
}

/** Keeps one key from occupying the whole server. */
export interface InProgressLimit {
  /**
   * Waits for a turn and returns a function that ends it. Throws AppError `rate_limit_exceeded` when too many wait or the wait
   * is too long.
   */
  enter: (key: string) => Promise<() => void>
}

export function inProgressLimit(maxWaitMs = MAX_WAIT_MS): InProgressLimit {
  const lines = new Map<string, Line>()
  const leave = (key: string, line: Line) => {
    const next = line.waiting.shift()
    if (next !== undefined) return next()
    line.running -= 1
    if (line.running === 0) lines.delete(key)
  }
  return {
    async enter(key) {
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      lines.set(key, line)
      if (line.running < MAX_RUNNING) line.running += 1
      else await turn(line, maxWaitMs)
      return () => leave(key, line)
    },
  }
}

function turn(line: Line, maxWaitMs: number): Promise<void> {
  if (line.waiting.length >= MAX_WAITING) throw tooMany()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      line.waiting.splice(line.waiting.indexOf(called), 1)
      reject(tooMany())
    }, maxWaitMs)
    const called = () => {
      clearTimeout(timer)
      resolve()
    }
    line.waiting.push(called)
  })
}

const tooMany = (): AppError =>
  new AppError('rate_limit_exceeded', `Too many requests in progress: at most ${MAX_RUNNING} at once.`, {
    retryAfterSeconds: 1,
    status: 429,
  })
