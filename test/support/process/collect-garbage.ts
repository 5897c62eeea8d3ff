import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Runs a full garbage collection, even if the process was started without the flag for it. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
