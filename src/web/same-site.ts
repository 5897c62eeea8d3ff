import type { Request } from 'express'

/**
 * Whether a request that may change something comes from a page of ours. Browsers say so in `Sec-Fetch-Site`; on plain http
 * beyond loopback they do not, and `Origin` decides.
 * @param publicOrigin where this installation says it is reached.
 */
export function comesFromUs(request: Request, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = request.headers
  return origin !== undefined && (origin === publicOrigin || origin === `${request.protocol}://${host ?? ''}`)
}

/** Whether a GET may cost something: not when another site leads here, and not when a browser only guesses. */
export const maySpend = ({ headers }: Request): boolean =>
  headers['sec-fetch-site'] !== 'cross-site' && headers['sec-purpose'] === undefined && headers['purpose'] === undefined
