import { getSystemErrorMap } from 'node:util'

/** The database cannot be used. The message is one sentence for the operator: what is wrong and what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/** The database server cannot start, or had to stop, because it cannot write. */
export class DiskFull extends StorageError {
  constructor(dir: string) {
    super(`The disk that holds ${dir} is full: free some space and start again.`)
  }
}

/** One sentence for anything thrown, for a log line or the end of a `StorageError`: of a file error, what the system calls it. */
export function errorText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { errno, path, syscall = '' } = thrown as NodeJS.ErrnoException
  const isOfFile = path !== undefined && errno !== undefined && !syscall.startsWith('spawn')
  const problem = isOfFile ? getSystemErrorMap().get(errno) : undefined
  return problem?.[1] ?? thrown.message
}
