import { useCompileCache } from './compile-cache.ts'
import { hasBegun } from './thread-time.ts'
import type { ThreadStart } from './thread-time.ts'

/** What a thread is asked to do: the task of a file, and where it says that it has begun. */
export interface ThreadOrder {
  file: string
  input: unknown
  start: ThreadStart
}

// A thread does not share the cache of the one that started it.
useCompileCache()

/** Runs in the thread. Loading the modules of a task takes longer than most of its work, and says nothing of its input. */
export default async function threadWork({ file, input, start }: ThreadOrder): Promise<unknown> {
  const { default: work } = (await import(file)) as { default: (input: unknown) => unknown }
  hasBegun(start)
  return work(input)
}
