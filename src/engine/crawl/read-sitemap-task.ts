import { promisingPages } from './sitemap-pages.ts'
import type { SitemapPages } from './sitemap-pages.ts'

/** Reads a large sitemap in its own thread. */
export default function readSitemapTask({ body, site }: { body: Uint8Array; site: string }): SitemapPages {
  return promisingPages(Buffer.from(body.buffer, body.byteOffset, body.byteLength), site)
}
