import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import type { Piscina } from 'piscina'
import { threadStart, untilBegun, usedMs } from './thread-time.ts'
import type { ThreadStart } from './thread-time.ts'
import type { ThreadOrder } from './thread-work-task.ts'
import { createTurns } from './turns.ts'
import type { Turns } from './turns.ts'
import { errorCode } from '../text/error-code.ts'

/**
 * Runs work that may take long on hostile or large input in worker threads, while the main thread keeps answering. A thread
 * that exceeds its time or memory is killed, whatever it is doing, and replaced when there is more work.
 */
export interface OffThread {
  /**
   * Runs the task in a thread when its turn comes. Input and output are copied (structured clone), so they must be plain data;
   * `handOver` is moved instead.
   * @throws OffThreadError when the task was ended; errors of the task itself as a plain Error.
   */
  run: <Input, Output>(task: ThreadTask<Input, Output>, input: Input, options?: RunOptions) => Promise<Output>
  /** Ends all threads; tasks that run or wait are rejected with `stopped`. */
  close: () => Promise<void>
}

export interface RunOptions {
  /** The outcome is no longer needed: the task leaves the queue, or its thread is killed. */
  signal?: AbortSignal
  /** Who waits for it. Of the tasks of a kind that name somebody, nobody has all threads, and senders take turns. */
  sender?: string
  /** Bytes within the input whose memory moves into the thread instead of being copied; large ones are empty here afterwards. */
  handOver?: Uint8Array
}

/** A task, named by the file whose default export does it, `(input) => output`; made by `threadTask`. */
export interface ThreadTask<Input, Output> {
  file: URL
  timeMs: number
  /** Carries the types; never set. */
  readonly shape?: (input: Input) => Output
}

/** `too_slow`: exceeded its time. `too_big`: exceeded the memory of a thread. `stopped`: aborted, or the process is ending. */
export type OffThreadEnd = 'too_slow' | 'too_big' | 'stopped'

/** The task was ended from outside and has no outcome. */
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
 * @param file with a name that ends in `-task.ts`: `new URL('./read-page-task.ts', import.meta.url)`
 * @param timeMs processor time for the work itself; on a busy machine it may take up to a minute longer by the clock
 */
export function threadTask<Work extends (input: never) => unknown>(
  file: URL,
  { timeMs }: { timeMs: number },
): ThreadTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> {
  return { file, timeMs }
}

export interface OffThreadOptions {
  threads?: number
  /** Per thread, MB of JavaScript heap. */
  memoryMb?: number
}

/** At least three, so that one kind of work cannot block the others, nor one sender the others of its kind. */
const THREADS = Math.max(2, availableParallelism()) + 1
const MEMORY_MB = 384
/** V8 uses three times its semi-space, here 8 MB: a quarter of the main thread's. A larger one only keeps garbage longer. */
const YOUNG_MB = 24
const IDLE_MS = 30_000
/** Time to start a thread and load the modules of its task; half a second on an idle machine. */
const START_MS = 60_000
/** How much longer than its processor time the work may take by the clock. */
const KEPT_WAITING_MS = 60_000
/** Worker threads yield to the main thread. On systems other than Linux this would slow down the whole process. */
const NICE = process.platform === 'linux' ? 5 : 0

/** Starts no thread before there is work; idle threads end after half a minute. */
export function createOffThread({ threads = THREADS, memoryMb = MEMORY_MB }: OffThreadOptions = {}): OffThread {
  const perKind = Math.max(1, threads - 1)
  const kinds = createTurns({ total: threads, perParty: perKind })
  const sendersOf = new Map<string, Turns>()
  const closing = new AbortController()
  let pool: Promise<Piscina> | null = null
  return {
    run: async (task, input, { signal, sender, handOver } = {}) => {
      const left = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
      const release = await turnOf(task.file.href, sender, left)
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

  function sendersIn(kind: string): Turns {
    const senders = sendersOf.get(kind) ?? createTurns({ total: perKind, perParty: Math.max(1, perKind - 1) })
    sendersOf.set(kind, senders)
    return senders
  }

  /** Senders wait for each other before they wait for a thread. */
  async function turnOf(kind: string, sender: string | undefined, left: AbortSignal): Promise<(() => void) | null> {
    const leave = sender === undefined ? () => undefined : await sendersIn(kind).take(sender, left)
    const release = leave && (await kinds.take(kind, left))
    if (leave === null || release === null) return leave?.() ?? null
    return () => {
      release()
      leave()
    }
  }
}

interface Errand<Input, Output> {
  task: ThreadTask<Input, Output>
  input: Input
  handOver: Uint8Array | undefined
}

/** Small buffers are slices of shared memory (Node's pool) and are copied. */
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
 * Ends when the thread has not begun after a minute, or has used up its time. A thread kept off the processor by other
 * processes has not used its time: its input may be honest, and its work would be lost.
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

const isOutOfMemory = (error: unknown): boolean => errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * V8 applies heap options of the command line to threads as well, over the limits set for them: a thread could use as much
 * memory as the whole process, and one that fills its memory that fast ends the process. The existing heap keeps its settings.
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
  // A thread that dies between two tasks has lost nothing; without a listener the process would end.
  pool.on('error', () => undefined)
  return pool
}
