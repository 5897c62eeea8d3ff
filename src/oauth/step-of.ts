import type { ServerResponse } from 'node:http'

/** The id that every answer contains. */
export const requestIdIn = (response: Pick<ServerResponse, 'getHeader'>): string | null => {
  const id = response.getHeader('X-Request-Id')
  return typeof id === 'string' ? id : null
}
