import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A full collection, wherever the process was started without its flag. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
