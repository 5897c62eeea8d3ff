import type { Request } from 'express'

/**
 * Whether a request that may change something comes from one of our pages. Browsers say so in `Sec-Fetch-Site`; on plain http
 * beyond loopback they do not, and `Origin` decides.
 * @param publicOrigin the configured address of this installation.
 */
export function comesFromUs(request: Request, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = request.headers
  return origin !== undefined && (origin === publicOrigin || origin === `${request.protocol}://${host ?? ''}`)
}

/** Whether a GET may cost credits: not if another site links here, and not if a browser merely prefetches. */
export const maySpend = ({ headers }: Request): boolean =>
  headers['sec-fetch-site'] !== 'cross-site' && headers['sec-purpose'] === undefined && headers['purpose'] === undefined
