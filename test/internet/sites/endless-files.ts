import { gzipSync } from 'node:zlib'
import { htmlPage, sendPage, type TestPage, type TestSite } from '../test-site.ts'

/** Sites whose other files are the trap: enormous sitemaps and robots.txt files. */

const LINES = 1_000_000
const BOMB_BYTES = 200_000_000
const PAGE = htmlPage('Endless', '<p>Write to info@endless.test</p>')

const locations = (host: string): Buffer => {
  const urls = Array.from({ length: LINES }, (_, index) => `<url><loc>https://${host}/team/${index}</loc></url>`)
  return Buffer.from(`<?xml version="1.0"?><urlset>${urls.join('\n')}</urlset>`)
}
const lines = (host: string): string =>
  Array.from({ length: LINES }, (_, index) => `https://${host}/about/people/${index}`).join('\n')
const rules = (rule: (index: number) => string): string =>
  `User-agent: *\n${Array.from({ length: 60_000 }, (_, index) => rule(index)).join('\n')}`

const FILES: Readonly<Record<string, (host: string) => Record<string, () => TestPage>>> = {
  sitemap: (host) => ({ '/sitemap.xml': () => ({ type: 'application/xml', body: locations(host) }) }),
  'sitemap-lines': (host) => ({ '/sitemap.xml': () => ({ type: 'text/plain', body: lines(host) }) }),
  'sitemap-packed': (host) => ({
    '/sitemap.xml': () => ({ type: 'application/gzip', body: gzipSync(locations(host)) }),
  }),
  'sitemap-bomb': () => ({
    '/sitemap.xml': () => ({ type: 'application/gzip', body: gzipSync(Buffer.alloc(BOMB_BYTES, '<loc>')) }),
  }),
  'sitemap-encoded': () => ({
    '/sitemap.xml': () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(BOMB_BYTES, 'a')) }),
  }),
  'sitemap-open': () => ({
    '/sitemap.xml': () => ({ type: 'application/xml', body: '<urlset>' + '<loc>'.repeat(400_000) }),
  }),
  robots: () => ({ '/robots.txt': () => ({ type: 'text/plain', body: rules((index) => `Disallow: /no${index}`) }) }),
  'robots-stars': () => ({
    '/robots.txt': () => ({ type: 'text/plain', body: rules((index) => `Disallow: /${'*a'.repeat(20)}${index}`) }),
  }),
  'robots-agents': () => ({
    '/robots.txt': () => ({ type: 'text/plain', body: rules((index) => `User-agent: quarrybot\nAllow: /${index}`) }),
  }),
  'robots-line': () => ({
    '/robots.txt': () => ({ type: 'text/plain', body: `User-agent: *\nDisallow: /${'a*'.repeat(3_000_000)}` }),
  }),
}

/** One site for each: `endless-sitemap.test` and so on. Their files are generated on request. */
export const endlessSites = (): TestSite[] =>
  Object.entries(FILES).map(([name, filesOf]) => {
    const host = `endless-${name}.test`
    const files = new Map(Object.entries(filesOf(host)))
    return {
      hosts: [host],
      pages: { '/': PAGE },
      handle: ({ path }, response) => {
        const file = files.get(path)
        if (file !== undefined) sendPage(response, file())
        return file !== undefined
      },
    }
  })
