import { useCompileCache } from './compile-cache.ts'

/** What a thread is asked to do: the task of a file, and where it says that it has begun. */
export interface ThreadOrder {
  file: string
  input: unknown
  /** One number of shared memory: 0 until the file is loaded, then 1. */
  begun: Int32Array
}

// A thread does not share the cache of the one that started it.
useCompileCache()

/** Runs in the thread. Loading the modules of a task takes longer than most of its work, and says nothing of its input. */
export default async function threadWork({ file, input, begun }: ThreadOrder): Promise<unknown> {
  const { default: work } = (await import(file)) as { default: (input: unknown) => unknown }
  Atomics.store(begun, 0, 1)
  Atomics.notify(begun, 0)
  return work(input)
}
