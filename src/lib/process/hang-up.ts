import type { ServerResponse } from 'node:http'

/** Aborted when the client has gone before its answer was sent, also when that was before this was asked. */
export function hangUpOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const leave = (): void => {
    if (!response.writableFinished) gone.abort()
  }
  if (response.closed) leave()
  else response.once('close', leave)
  return gone.signal
}
