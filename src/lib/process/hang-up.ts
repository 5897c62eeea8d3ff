import type { ServerResponse } from 'node:http'

/** Aborted when the client leaves before its answer is sent, even if it left before this call. */
export function hangUpOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const leave = (): void => {
    if (!response.writableFinished) gone.abort()
  }
  if (response.closed) leave()
  else response.once('close', leave)
  return gone.signal
}
