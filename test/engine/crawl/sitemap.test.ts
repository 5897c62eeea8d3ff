import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSitemap } from '../../../src/engine/crawl/sitemap.ts'

const urlset = (...locations: string[]): string =>
  `<?xml version="1.0"?><urlset>${locations.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`

describe('a sitemap', () => {
  test('returns its pages, with references resolved and blanks removed', () => {
    const text = urlset(
      'https://acme.example/a?x=1&amp;y=2',
      '\n https://acme.example/b ',
      '<![CDATA[https://acme.example/c]]>',
    )
    expect(parseSitemap(Buffer.from(text)).pages).toEqual([
      'https://acme.example/a?x=1&y=2',
      'https://acme.example/b',
      'https://acme.example/c',
    ])
  })

  test('may be gzipped, whatever its name and headers say', () => {
    expect(parseSitemap(gzipSync(urlset('https://acme.example/a'))).pages).toEqual(['https://acme.example/a'])
  })

  test('may be a plain list', () => {
    expect(parseSitemap(Buffer.from('https://acme.example/a\nhttps://acme.example/b\n')).pages).toEqual([
      'https://acme.example/a',
      'https://acme.example/b',
    ])
  })

  test('that is an index returns sitemaps, those of pages and people first', () => {
    const children = ['product', 'post', 'page'].map((kind) => `https://acme.example/${kind}-sitemap.xml`)
    const index = `<sitemapindex>${children.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`
    expect(parseSitemap(Buffer.from(index))).toEqual({ pages: [], sitemaps: children.toReversed() })
  })

  test('that is a decompression bomb, truncated or nonsense returns nothing', () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
    for (const bytes of [
      bomb,
      gzipSync(urlset('https://acme.example/a')).subarray(0, 30),
      Buffer.from('<loc>'),
      Buffer.alloc(0),
    ]) {
      expect(parseSitemap(bytes)).toEqual({ pages: [], sitemaps: [] })
    }
  })

  test('never throws', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('<loc>', '</loc>', '<![CDATA[', ']]>', '<sitemapindex>', '&amp;', 'http://x'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(parseSitemap(Buffer.from(pieces.join(''))).pages).toBeInstanceOf(Array)
      }),
    )
  })
})
