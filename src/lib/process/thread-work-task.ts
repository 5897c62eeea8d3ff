import { useCompileCache } from './compile-cache.ts'
import { hasBegun } from './thread-time.ts'
import type { ThreadStart } from './thread-time.ts'

/** An order for a thread: the file of the task, its input, and where to record that it has begun. */
export interface ThreadOrder {
  file: string
  input: unknown
  start: ThreadStart
}

// A thread does not inherit the compile cache of the thread that started it.
useCompileCache()

/**
 * Runs in the thread. Loading the modules of a task takes longer than most work and does not depend on the input, so it counts
 * as before the beginning.
 */
export default async function threadWork({ file, input, start }: ThreadOrder): Promise<unknown> {
  const { default: work } = (await import(file)) as { default: (input: unknown) => unknown }
  hasBegun(start)
  return work(input)
}
