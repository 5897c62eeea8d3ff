import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { htmlPage, redirectTo } from '../test-site.ts'
import type { TestPage, TestSite } from '../test-site.ts'

/** Some twenty kinds of site, each with its logo in another place, or with none that may be used. */

/** A picture with content: a disc on a background. */
const drawing = (width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
  `<rect width="100%" height="100%" fill="#204060"/><circle cx="50%" cy="50%" r="${Math.min(width, height) / 3}" fill="#f0b020"/></svg>`

const png = (width: number, height: number): Promise<Buffer> =>
  sharp(Buffer.from(drawing(width, height)))
    .png()
    .toBuffer()

const image = (type: string, body: Buffer | string): TestPage => ({ type: `image/${type}`, body })

/** A page with its head, and its body with a header. */
const page = (head: string, header = '', body = ''): string =>
  `<!doctype html><html><head><title>Made</title>${head}</head><body><header>${header}</header>${body}</body></html>`

/** An ICO with one PNG inside (32 × 32), whose directory may say anything. */
async function ico(side: number, directory: { size?: number; offset?: number } = {}): Promise<Buffer> {
  const picture = await png(side, side)
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side % 256, 6)
  head.writeUInt8(side % 256, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(directory.size ?? picture.length, 14)
  head.writeUInt32LE(directory.offset ?? 22, 18)
  return Buffer.concat([head, picture])
}

/** A PNG of a few bytes that claims 30,000 × 30,000: 900 megapixels of one colour. */
function pngBomb(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type), data])
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(30_000, 0)
  header.writeUInt32BE(30_000, 4)
  header.writeUInt8(1, 8) // one bit per pixel
  const rows = deflateSync(Buffer.alloc(30_000 * (30_000 / 8 + 1)), { level: 1 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** A site: its pages, and the path of its logo, or null if it has none to show. */
export interface LogoSite {
  site: TestSite
  /** What the logo's URL ends with; null if there is no logo. */
  expected: string | null
}

export async function logoSites(): Promise<LogoSite[]> {
  const square = await png(200, 200)
  const blank = await sharp({ create: { width: 128, height: 128, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()
  const site = (
    name: string,
    expected: string | null,
    pages: TestSite['pages'],
    handle?: TestSite['handle'],
  ): LogoSite => ({
    site: { hosts: [`${name}.example`], ...(pages && { pages }), ...(handle && { handle }) },
    expected,
  })
  const ldLogo = (logo: unknown) =>
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': [{ '@type': 'Organization', logo }] })}</script>`
  return [
    site('ld-text', '/ld.png', { '/': page(ldLogo('/ld.png')), '/ld.png': image('png', square) }),
    site('ld-object', '/ld.png', {
      '/': page(ldLogo({ '@type': 'ImageObject', url: '/ld.png' })),
      '/ld.png': image('png', square),
    }),
    site('itemprop', '/i.png', { '/': page('', '<img itemprop="logo" src="/i.png">'), '/i.png': image('png', square) }),
    site('in-header', '/h.png', {
      '/': page('', '<a href="/"><img class="site-logo" src="/h.png"></a>'),
      '/h.png': image('png', square),
    }),
    site('vector-icon', '/v.svg', {
      '/': page('<link rel="icon" type="image/svg+xml" href="/v.svg">'),
      '/v.svg': image('svg+xml', drawing(24, 24)),
    }),
    site('touch-icon', '/t.png', {
      '/': page('<link rel="apple-touch-icon" href="/t.png">'),
      '/t.png': image('png', await png(180, 180)),
    }),
    site('largest-icon', '/192.png', {
      '/': page('<link rel="icon" sizes="32x32" href="/32.png"><link rel="icon" sizes="192x192" href="/192.png">'),
      '/32.png': image('png', await png(32, 32)),
      '/192.png': image('png', await png(192, 192)),
    }),
    site('og-only', '/og.png', {
      '/': page('<meta property="og:image" content="/og.png">'),
      '/og.png': image('png', square),
    }),
    site('favicon-only', '/favicon.ico', {
      '/': htmlPage('Made', '<p>Hello</p>'),
      '/favicon.ico': image('x-icon', await ico(32)),
    }),
    site('data-url', '/', { '/': page(`<link rel="icon" href="data:image/png;base64,${square.toString('base64')}">`) }),
    site('wide-mark', '/wide.png', {
      '/': page('', '<img id="logo" src="/wide.png">'),
      '/wide.png': image('png', await png(400, 120)),
    }),
    site('blank-first', '/real.png', {
      '/': page(`${ldLogo('/blank.png')}<link rel="apple-touch-icon" href="/real.png">`),
      '/blank.png': image('png', blank),
      '/real.png': image('png', square),
    }),
    site('missing-first', '/real.png', {
      '/': page(`${ldLogo('/gone.png')}<link rel="apple-touch-icon" href="/real.png">`),
      '/real.png': image('png', square),
    }),
    site('says-html', '/real.png', {
      '/': page(`${ldLogo('/fake.png')}<link rel="apple-touch-icon" href="/real.png">`),
      '/fake.png': image('png', '<script>alert(1)</script> this is no picture at all'),
      '/real.png': image('png', square),
    }),
    site('other-host', '/cdn.png', { '/': page(ldLogo('http://pictures.example/cdn.png')) }),
    {
      site: { hosts: ['pictures.example'], pages: { '/': htmlPage('Pictures', ''), '/cdn.png': image('png', square) } },
      expected: null,
    },
    site('svg-outside', null, {
      '/': page('<link rel="icon" type="image/svg+xml" href="/v.svg">'),
      '/v.svg': image(
        'svg+xml',
        `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><image href="http://pictures.example/cdn.png" width="90" height="90"/></svg>`,
      ),
    }),
    site('svg-entities', null, {
      '/': page('<link rel="icon" type="image/svg+xml" href="/v.svg">'),
      '/v.svg': image(
        'svg+xml',
        `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><text y="40">&b;</text></svg>`,
      ),
    }),
    site('svg-script', null, {
      '/': page('<link rel="icon" type="image/svg+xml" href="/v.svg">'),
      '/v.svg': image('svg+xml', drawing(90, 90).replace('<rect', '<script>alert(1)</script><rect onload="alert(2)"')),
    }),
    site('svg-file', null, {
      '/': page('<link rel="icon" type="image/svg+xml" href="/v.svg">'),
      '/v.svg': image(
        'svg+xml',
        `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><image href="file:///etc/hostname" width="90" height="90"/></svg>`,
      ),
    }),
    site('png-bomb', null, {
      '/': page('<link rel="apple-touch-icon" href="/bomb.png">'),
      '/bomb.png': image('png', pngBomb()),
    }),
    site('ico-lies', null, {
      '/': page('<link rel="icon" href="/bad.ico">'),
      '/bad.ico': image('x-icon', await ico(32, { size: 0x7fffffff, offset: 0x7ffffff0 })),
    }),
    site('to-private', null, {
      '/': page('<link rel="apple-touch-icon" href="/away.png">'),
      '/away.png': redirectTo('http://inside.example/secret.png'),
    }),
    {
      site: {
        hosts: ['inside.example'],
        pages: { '/secret.png': image('png', square) },
        zone: { 'inside.example': { a: ['10.1.2.3'] } },
      },
      expected: null,
    },
    site('forbidden', null, {
      '/': page('<link rel="apple-touch-icon" href="/private/logo.png">'),
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private/' },
      '/private/logo.png': image('png', square),
    }),
    site('too-large', null, { '/': page('<link rel="apple-touch-icon" href="/big.png">') }, ({ path }, response) => {
      if (path !== '/big.png') return false
      response.writeHead(200, { 'content-type': 'image/png' })
      response.end(Buffer.concat([square, Buffer.alloc(6_000_000)]))
      return true
    }),
    site('no-logo', null, { '/': htmlPage('Made', '<p>Nothing to see.</p>') }),
  ]
}
