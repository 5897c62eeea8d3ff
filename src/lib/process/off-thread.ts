import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import type { Piscina } from 'piscina'
import { threadStart, untilBegun, usedMs } from './thread-time.ts'
import type { ThreadStart } from './thread-time.ts'
import type { ThreadOrder } from './thread-work-task.ts'
import { createTurns } from './turns.ts'

/**
 * Work that may take long on hostile or large input, done by worker threads: the thread that answers continues meanwhile.
 * A thread that exceeds its time or memory is killed, whatever it is busy with, and replaced when there is more to do.
 */
export interface OffThread {
  /**
   * Runs the task in a thread when it is its turn. Input and output are copied (structured clone), so they are plain data;
   * what `handOver` names moves.
   * @throws OffThreadError when the task was ended; what the task itself threw, as a plain Error.
   */
  run: <Input, Output>(task: ThreadTask<Input, Output>, input: Input, options?: RunOptions) => Promise<Output>
  /** Ends all threads; what runs or waits is refused with `stopped`. */
  close: () => Promise<void>
}

export interface RunOptions {
  /** Nobody waits for the outcome any more: the task leaves the queue, or its thread is killed. */
  signal?: AbortSignal
  /** Bytes within the input whose memory moves into the thread instead of being copied: large ones are empty here then. */
  handOver?: Uint8Array
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
  too_slow: 'It took too long.',
  too_big: 'It took too much memory.',
  stopped: 'It was stopped before it finished.',
}

/**
 * @param file of a name that ends in `-task.ts`: `new URL('./read-page-task.ts', import.meta.url)`
 * @param timeMs processor time of the work itself; on a busy machine it takes longer by the clock, a minute at most
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
/** Three times V8's semi-space of 8 MB: a quarter of what the answering thread has; a larger one only keeps garbage longer. */
const YOUNG_MB = 24
const IDLE_MS = 30_000
/** Starting a thread and loading the modules of its task; half a second where nobody else works. */
const START_MS = 60_000
/** How much longer than its processor time work may take by the clock. */
const KEPT_WAITING_MS = 60_000
/** Threads yield to the one that answers. Elsewhere than on Linux this would slow down the whole process. */
const NICE = process.platform === 'linux' ? 5 : 0

/** No thread is started before there is work; idle ones end after half a minute. */
export function createOffThread({ threads = THREADS, memoryMb = MEMORY_MB }: OffThreadOptions = {}): OffThread {
  const turns = createTurns({ total: threads, perParty: Math.max(1, threads - 1) })
  const closing = new AbortController()
  let pool: Promise<Piscina> | null = null
  return {
    run: async (task, input, { signal, handOver } = {}) => {
      const left = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
      const release = await turns.take(task.file.href, left)
      if (release === null) throw new OffThreadError('stopped')
      try {
        pool ??= startPool(threads, memoryMb)
        return await runIn(await pool, { task, input, handOver }, left)
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

interface Errand<Input, Output> {
  task: ThreadTask<Input, Output>
  input: Input
  handOver: Uint8Array | undefined
}

/** Small buffers are pieces of memory that many share (Node's pool); those are copied. */
const movable = (bytes: Uint8Array | undefined): ArrayBuffer[] =>
  bytes?.buffer instanceof ArrayBuffer && bytes.buffer.byteLength > Buffer.poolSize ? [bytes.buffer] : []

async function runIn<Input, Output>(
  pool: Piscina<ThreadOrder, Output>,
  { task: { file, timeMs }, input, handOver }: Errand<Input, Output>,
  left: AbortSignal,
): Promise<Output> {
  const start = threadStart()
  using late = deadlineOf(pool, start, timeMs)
  try {
    const signal = AbortSignal.any([left, late.signal])
    return await pool.run({ file: file.href, input, start }, { signal, transferList: movable(handOver) })
  } catch (error) {
    if (left.aborted) throw new OffThreadError('stopped', { cause: error })
    if (late.signal.aborted) throw new OffThreadError('too_slow', { cause: error })
    if (isOutOfMemory(error)) throw new OffThreadError('too_big', { cause: error })
    throw error
  }
}

/**
 * Ends when the thread has not begun after a minute, or has worked for so long. One that other processes keep from the
 * processor has not: what it reads is as honest as ever, and would be lost.
 */
function deadlineOf(
  pool: Pick<Piscina, 'threads'>,
  start: ThreadStart,
  timeMs: number,
): Disposable & { signal: AbortSignal } {
  const late = new AbortController()
  let isOver = false
  let waitedMs = 0
  let timer = setTimeout(() => late.abort(), START_MS)
  const lookIn = (leftMs: number): void => {
    if (!isOver) timer = setTimeout(() => void look(leftMs), leftMs)
  }
  const look = async (since: number): Promise<void> => {
    waitedMs += since
    const leftMs = waitedMs < timeMs + KEPT_WAITING_MS ? timeMs - ((await usedMs(pool.threads, start)) ?? timeMs) : 0
    if (leftMs <= 0) late.abort()
    else lookIn(leftMs)
  }
  void untilBegun(start, START_MS).then(() => {
    clearTimeout(timer)
    lookIn(timeMs)
  })
  return {
    signal: late.signal,
    [Symbol.dispose]: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * What the command line says of heaps, V8 takes for those of threads too, over the limits they are given: a thread could take
 * as much as the whole process, and one that fills its memory at that speed ends the process. The heap there is keeps what it has.
 */
function forgetHeapOptions(): void {
  for (const option of ['min-semi-space-size', 'max-semi-space-size', 'max-old-space-size'])
    setFlagsFromString(`--${option}=0`)
}

async function startPool(threads: number, memoryMb: number): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina')
  forgetHeapOptions()
  const pool = new Pool({
    filename: new URL('./thread-work-task.ts', import.meta.url).href,
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
