import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEmailAddress } from '../../../src/lib/addresses/email-address.ts'
import { MAX_ADDRESSES } from '../../../src/engine/extract/addresses/address-collector.ts'
import { addressesOf, scan } from '../../support/records/scanned-page.ts'
import { anyCharacter } from '../../support/doors/any-character.ts'

const MEGABYTE = 1_000_000
const fill = (unit: string, length = MEGABYTE): string => unit.repeat(Math.ceil(length / unit.length))

describe('lists of addresses', () => {
  const list = (count: number): string =>
    Array.from({ length: count }, (_, i) => `<li>p${i}@acme.example</li>`).join('')

  it('in a large staff directory are kept whole', () => {
    expect(scan(list(3_000))).toMatchObject({ dump: false, addresses: { length: 3_000 } })
  })

  it('too long for any honest page are a dump: none is kept', () => {
    expect(scan(list(MAX_ADDRESSES + 1))).toMatchObject({ dump: true, addresses: [] })
  })
})

describe('a megabyte of', () => {
  // Each of these took seconds, or forever, in a reader that backtracks.
  const hostile: readonly (readonly [string, string])[] = [
    ['the words of spoken addresses', `<p>${fill('a at ')}</p>`],
    ['both words of spoken addresses', `<p>${fill('a at b dot ')}</p>`],
    ['bracketed words', `<p>${fill('a [at] ')}</p>`],
    ['bracketed words without blanks', `<p>${fill('a(at)b.c(at)')}</p>`],
    ['at signs', `<p>${fill('@')}</p>`],
    ['chained addresses', `<p>${fill('a@')}</p>`],
    ['letters before an at sign', `<p>${fill('a')}@acme.example</p>`],
    ['dots behind an at sign', `<p>a@${fill('a.')}</p>`],
    [
      'addresses at unknown suffixes',
      `<p>${Array.from({ length: 60_000 }, (_, i) => `a${i}@b.c${i}zz`).join(' ')}</p>`,
    ],
    ['blanks around at signs', `<p>${fill('a          @          ')}</p>`],
    ['blanks', `<a href="mailto:${fill(' ')}a@b">${fill(' ')}x</a>`],
    ['references', `<p>${fill('&#64;')}</p>`],
    ['broken references', `<p>@${fill('&#')}</p>`],
    ['names without semicolon', `<p>@${fill('&amp')}</p>`],
    ['one attribute', `<a title="${fill('x')}@acme.example">x</a>`],
    ['one unclosed attribute', `<a title="${fill('x ')}`],
    ['attributes', `<a ${Array.from({ length: 80_000 }, (_, i) => `a${i}=@`).join(' ')}>`],
    ['data attributes', `<a ${Array.from({ length: 50_000 }, (_, i) => `data-user-${i}-name="x"`).join(' ')}>`],
    ['inline elements', `<p>${fill('<b>a</b>@')}</p>`],
    ['unclosed comments', fill('<!-- @ ')],
    ['unclosed scripts', fill("<script>var a = '@' + ")],
    ['one script', `<script>${fill(`a = a + a + '@'; `)}</script>`],
    ['escaped quotes', `<script>var mail = '${fill("\\'", 60_000)}@</script>`.repeat(16)],
    ['nested arrays', `<script>'@' + ${fill('[', 60_000)}</script>`.repeat(16)],
    ['unclosed script comments', `<script>'@' + ${fill('/* ', 60_000)}</script>`.repeat(16)],
    ['nested calls', `<script>'@' + ${fill('unescape(', 60_000)}</script>`.repeat(16)],
    ['backslashes', `<script>document.write("${fill('\\', 60_000)}@")</script>`.repeat(16)],
    ['style rules', `<style>bidi-override rtl ${fill('a')}</style>`],
    ['inline styles', fill(`<i style="${'a'.repeat(900)}">`)],
    ['recipients', `<a href="mailto:${fill('a@b.example,')}">x</a>`],
    ['quotes in recipients', `<a href='mailto:${fill('"')}'>x</a>`],
    ['pictures in a link', `<a href="/">${fill('<img alt="x">')}</a>`],
    ['link text', `<a href="/">${fill('a <b>b</b> ')}</a>`],
    ['links with hostile paths', fill(`<a href="/${'a-'.repeat(900)}%">x</a>`)],
    ['backwards text', `<bdo dir=rtl>${fill('<b>a@</b>')}</bdo>`],
    ['fillers', `<p>${fill('nospam.nospam@acme.example ')}</p>`],
    ['Cloudflare links', fill('<a href="/cdn-cgi/l/email-protection#5a305a">x</a>')],
  ]
  it.each(hostile)(
    '%s is read in a single pass',
    (_, html) => {
      const page = scan(html)
      expect(page.addresses.length).toBeLessThanOrEqual(MAX_ADDRESSES)
      expect(page.links.length).toBeLessThanOrEqual(5_000)
    },
    10_000,
  )

  it.each([
    ['div'],
    ['b'],
    ['a href=/x'],
    ['li hidden'],
    ['span style="display:none"'],
    ['p itemprop=email'],
    ['svg'],
    ['form'],
    ['table'],
  ])(
    'nested <%s>, with closing tags that match nothing, still returns the address inside',
    (tag) => {
      const html = `${`<${tag}>`.repeat(100_000)}<i>jo@acme.example</i>${'</u></q>'.repeat(50_000)}`
      expect(addressesOf(html)).toEqual(['jo@acme.example'])
    },
    10_000,
  )
})

describe('any page', () => {
  /** The pieces of markup, scripts and addresses. */
  const parts = [
    '@|.|jo|acme|example|com| |\n|[at]| at | dot |(dot)|&#64;|&amp;|&|%40|%|:|;|😀|ü|中|\u200b|\ud800|\u0000',
    '<a href="|<a href="mailto:|">|</a>|<p>|</p>|<b>|</b>|<br>|<!--|-->|<svg>|<![CDATA[|]]>|<title>|</title>|<base href="',
    '<span style="display:none">|</span>|<bdo dir=rtl>|</bdo>|<i data-cfemail="|<i data-user="|" data-domain="',
    '<script>|</script>|<style>|</style>|<script type="application/ld+json">|{"email":"|<meta name="robots" content="',
    `'|"|\`|+|=|var a|unescape(|fromCharCode(|)|[|]|.join(|\\x40|\\|/*`,
  ].flatMap((line) => line.split('|'))
  const pages = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 400 }),
    fc.array(fc.constantFrom(...parts), { maxLength: 80 }).map((chosen) => chosen.join('')),
  )

  it('is scanned without an exception, and every address returned is valid', () => {
    fc.assert(
      fc.property(pages, fc.webUrl(), (html, url) => {
        const { addresses, links } = scan(html, url)
        for (const { value, local, domain } of addresses)
          expect(parseEmailAddress(value)).toEqual({ full: value, local, domain })
        for (const link of links) expect(link.url).toMatch(/^https?:\/\/[^#]*$/)
      }),
      { numRuns: 500 },
    )
  })

  it.each(['', 'about:blank', 'https://', 'not a url'])('does no harm when its own address is %o', (url) => {
    expect(scan('<a href="/x">x</a><a href="https://acme.example/y">y</a>jo@acme.example', url).addresses).toHaveLength(
      1,
    )
  })
})
