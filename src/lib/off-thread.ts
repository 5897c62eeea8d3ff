import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import { createTurns } from './turns.ts'

/**
 * Work that may take long on hostile or large input, done by worker threads: the thread that answers goes on meanwhile.
 * A thread that exceeds its time or memory is killed, whatever it is busy with, and replaced when there is more to do.
 */
export interface OffThread {
  /**
   * Runs the task in a thread when it is its turn. Input and output are copied (structured clone), so they are plain data.
   * @throws OffThreadError when the task was ended; what the task itself threw, as a plain Error.
   */
  run: <Input, Output>(task: ThreadTask<Input, Output>, input: Input, options?: RunOptions) => Promise<Output>
  /** Ends all threads; what runs or waits is refused with `stopped`. */
  close: () => Promise<void>
}

export interface RunOptions {
  /** Nobody waits for the outcome any more: the task leaves the queue, or its thread is killed. */
  signal?: AbortSignal
}

/** A task by the file whose default export does it, `(input) => output`; made by `threadTask`. */
export interface ThreadTask<Input, Output> {
  file: URL
  timeMs: number
  /** Carries the types; there is no such value. */
  readonly shape?: (input: Input) => Output
}

/** `too_slow`: over its time. `too_big`: over the memory of a thread. `stopped`: aborted, or the process ends. */
export type OffThreadEnd = 'too_slow' | 'too_big' | 'stopped'

/** The task was ended from outside: there is no outcome. */
export class OffThreadError extends Error {
  readonly reason: OffThreadEnd

  constructor(reason: OffThreadEnd, options?: ErrorOptions) {
    super(WORDS[reason], options)
    this.name = 'OffThreadError'
    this.reason = reason
  }
}

const WORDS: Record<OffThreadEnd, string> = {
  too_slow: 'It took longer than it may.',
  too_big: 'It took more memory than it may.',
  stopped: 'It was stopped before it was done.',
}

/**
 * @param file of a name that ends in `-task.ts`: `new URL('./read-page-task.ts', import.meta.url)`
 * @param timeMs wall time in the thread, the start of a new thread (half a second) included
 */
export function threadTask<Work extends (input: never) => unknown>(
  file: URL,
  { timeMs }: { timeMs: number },
): ThreadTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> {
  return { file, timeMs }
}

export interface OffThreadOptions {
  threads?: number
  /** Of one thread, MB of JavaScript heap. */
  memoryMb?: number
}

/** Two at least, so that no kind of work keeps out the others. */
const THREADS = Math.max(2, availableParallelism())
const MEMORY_MB = 384
/** Short-lived garbage: a larger one is only kept longer. */
const YOUNG_MB = 32
const IDLE_MS = 30_000
/** Threads yield to the one that answers. Elsewhere than on Linux this would slow down the whole process. */
const NICE = process.platform === 'linux' ? 5 : 0

/** No thread is started before there is work; idle ones end after half a minute. */
export function createOffThread({ threads = THREADS, memoryMb = MEMORY_MB }: OffThreadOptions = {}): OffThread {
  const turns = createTurns({ total: threads, perLane: Math.max(1, threads - 1) })
  const closing = new AbortController()
  let pool: Promise<Piscina> | null = null
  return {
    run: async (task, input, { signal } = {}) => {
      const left = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
      const release = await turns.take(task.file.href, left)
      if (release === null) throw new OffThreadError('stopped')
      try {
        pool ??= startPool(threads, memoryMb)
        return await runIn(await pool, task, input, left)
      } finally {
        release()
      }
    },
    close: async () => {
      closing.abort()
      await (await pool)?.destroy()
    },
  }
}

async function runIn<Input, Output>(
  pool: Piscina<Input, Output>,
  { file, timeMs }: ThreadTask<Input, Output>,
  input: Input,
  left: AbortSignal,
): Promise<Output> {
  const late = AbortSignal.timeout(timeMs)
  try {
    return await pool.run(input, { filename: file.href, signal: AbortSignal.any([left, late]) })
  } catch (error) {
    if (left.aborted) throw new OffThreadError('stopped', { cause: error })
    if (late.aborted) throw new OffThreadError('too_slow', { cause: error })
    if (isOutOfMemory(error)) throw new OffThreadError('too_big', { cause: error })
    throw error
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

async function startPool(threads: number, memoryMb: number): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina')
  const pool = new Pool({
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  // A thread that dies between two tasks took nothing along; without a listener the process would end.
  pool.on('error', () => undefined)
  return pool
}
