import { SECOND_MS } from '../../lib/process/clock.ts'

/** Lists depend only on key, URL and headers, so a client may cache its own for five minutes. */
export const LISTED = { ttlMs: 300 * SECOND_MS, cacheScope: 'private' } as const

/** A magnifying glass on stone. A data URL needs no network, and clients refuse relative URLs. */
const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><rect width='24' height='24' rx='5' fill='#3b4a54'/>" +
  "<g fill='none' stroke='#fff' stroke-width='2.4' stroke-linecap='round'><circle cx='10.5' cy='10.5' r='5'/>" +
  "<path d='m14.5 14.5 4 4'/></g></svg>"

/** The server's own name, in addition to its version. */
export const IDENTITY = {
  name: 'quarry',
  title: 'Quarry',
  icons: [{ src: `data:image/svg+xml,${encodeURIComponent(ICON)}`, mimeType: 'image/svg+xml', sizes: ['any'] }],
}
