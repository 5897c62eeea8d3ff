import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crawlDelayFor, isAllowed, parseRobots, ROBOTS_MAX_BYTES } from '../../../src/engine/crawl/robots.ts'

/** The package declares a default export that Node cannot see. */
const robotsParser = createRequire(import.meta.url)('robots-parser') as (
  url: string,
  text: string,
) => { isAllowed: (url: string, agent: string) => boolean | undefined }

const AGENT = 'QuarryBot/1.0 (+https://quarry.example/crawler)'
const at = (path: string): string => `https://acme.example${path}`
const allowed = (text: string, path: string, agent = AGENT): boolean => isAllowed(parseRobots(text), agent, at(path))

describe('robots.txt', () => {
  test('without rules allows everything', () => {
    for (const text of ['', '\n\n', '# nothing', 'User-agent: *\nDisallow:', '<html><body>Disallow: /</body></html>']) {
      expect(allowed(text, '/team')).toBe(true)
    }
  })

  test('the group that names Quarry replaces the group for everybody, whatever its position and case', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUSER-AGENT: quarrybot\nDisallow: /private'
    expect(allowed(text, '/team')).toBe(true)
    expect(allowed(text, '/private/x')).toBe(false)
    expect(allowed(text, '/team', 'OtherBot')).toBe(false)
  })

  test.each(['QuarryBot;', 'QuarryBot, OtherBot', 'QuarryBot: 2.0', 'QuarryBot(compatible)'])(
    'the group of %j names Quarry',
    (agent) => expect(allowed(`User-agent: ${agent}\nDisallow: /x\n\nUser-agent: *\nDisallow: /y`, '/x')).toBe(false),
  )

  test('several groups that name Quarry are read as one', () => {
    const text =
      'User-agent: QuarryBot\nDisallow: /a\n\nUser-agent: other\nDisallow: /\n\nUser-agent: QuarryBot/2.0\nDisallow: /b'
    expect([allowed(text, '/a'), allowed(text, '/b'), allowed(text, '/c')]).toEqual([false, false, true])
  })

  test('consecutive agent lines share the rules that follow, even across blank lines and comments', () => {
    const text = 'User-agent: a # first\n\n# second\nUser-agent: QuarryBot\n\nDisallow: /x'
    expect([allowed(text, '/x'), allowed(text, '/x', 'a'), allowed(text, '/x', 'b')]).toEqual([false, false, true])
  })

  test('rules before any agent line are ignored', () => {
    expect(allowed('Disallow: /\nUser-agent: *\nAllow: /', '/team')).toBe(true)
  })

  test('the longest pattern wins, and Allow wins a tie', () => {
    const text =
      'User-agent: *\nDisallow: /shop\nAllow: /shop/about\nDisallow: /shop/about/us\nAllow: /same\nDisallow: /same'
    expect(['/shop/x', '/shop/about', '/shop/about/us', '/same'].map((path) => allowed(text, path))).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  test.each([
    ['/fish', '/fish', true],
    ['/fish', '/fish.html', true],
    ['/fish', '/Fish.asp', false],
    ['/fish/', '/fish', false],
    ['/*.php', '/folder/any.php.file.html', true],
    ['/*.php$', '/filename.php', true],
    ['/*.php$', '/filename.php?parameters', false],
    ['/fish*.php', '/fishheads/catfish.php?parameters', true],
    ['/fish*.php', '/Fish.PHP', false],
    ['/a$b', '/a$b', true],
    ['/a*a$', '/a', false],
    ['/**/x', '/a/b/x', true],
    ['*', '/anything', true],
    ['/$', '/', true],
    ['/$', '/x', false],
    ['private', '/private/x', true],
    ['/ümlaut', '/%C3%BCmlaut', true],
    ['/%C3%BCmlaut', '/ümlaut', true],
    ['/%7ejoe', '/~joe', true],
    ['/a%2fb', '/a/b', false],
    ['/a%2Fb', '/a%2fb', true],
    ['/a%2Ab', '/a*b', true],
    ['/a%2Ab', '/axb', false],
    ['/x?id=', '/x?id=1', true],
    ['/*?', '/x?', true],
    ['/*?', '/x#?', false],
    ['/%', '/%', true],
    ['/%zz', '/%zz', true],
  ])('the pattern %s covers %s: %s', (pattern, path, covers) => {
    expect(allowed(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(!covers)
  })

  test('robots.txt itself is always allowed', () => {
    expect(allowed('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true)
  })

  test.each(['\r', '\n', '\r\n'])('lines end in %j', (end) => {
    expect(allowed(`\uFEFFUser-agent: *${end}Disallow: /x${end}`, '/x')).toBe(false)
  })

  test('misspelt fields and blanks around the colon are accepted', () => {
    expect(allowed('Useragent : *\n disalow :/x', '/x')).toBe(false)
  })

  test('a field without its colon counts if only a value follows', () => {
    const text = 'User-agent *\nDisallow /x\nDisallow every page below /y'
    expect([allowed(text, '/x'), allowed(text, '/y')]).toEqual([false, true])
  })

  test.each(['utf-16le', 'utf-16be'])(
    'a file that an editor saved as %s is read by its byte order mark',
    (encoding) => {
      const bytes = Buffer.from('\uFEFFUser-agent: *\r\nDisallow: /x\r\n', 'utf16le')
      const robots = parseRobots(encoding === 'utf-16le' ? bytes : bytes.swap16())
      expect([isAllowed(robots, AGENT, at('/x')), isAllowed(robots, AGENT, at('/y'))]).toEqual([false, true])
    },
  )

  test('sitemaps are accepted anywhere, without ending a group', () => {
    const robots = parseRobots(
      'Sitemap: https://acme.example/a.xml\nUser-agent: x\nSitemap: https://acme.example/b.xml\nUser-agent: *\nDisallow: /y',
    )
    expect(robots.sitemaps).toEqual(['https://acme.example/a.xml', 'https://acme.example/b.xml'])
    expect(robots.groups).toHaveLength(1)
  })

  test.each([
    ['10', 10],
    ['0.5', 0.5],
    ['1,5', 1.5],
    ['5s', 5],
    ['-1', null],
    ['soon', null],
    ['', null],
    ['1e9', 86_400],
  ])('a crawl delay of %j is %j', (value, seconds) => {
    expect(crawlDelayFor(parseRobots(`User-agent: *\nCrawl-delay: ${value}`), AGENT)).toBe(seconds)
  })

  test('a crawl delay belongs to the agents named before it', () => {
    const robots = parseRobots('User-agent: slow\nCrawl-delay: 10\nUser-agent: *\nDisallow: /x')
    expect([crawlDelayFor(robots, 'slow'), crawlDelayFor(robots, AGENT)]).toEqual([10, null])
  })

  test('the first 500 KiB are read, without a partial line at the end', () => {
    const filler = 'Disallow: /filler\n'.repeat(Math.floor((ROBOTS_MAX_BYTES - 30) / 18))
    const head = `User-agent: *\n${filler}`
    const cut = `${head}${' '.repeat(ROBOTS_MAX_BYTES - head.length - 14)}Disallow: /abc`
    expect(cut.length).toBe(ROBOTS_MAX_BYTES)
    expect(allowed(cut, '/abcdef')).toBe(false)
    expect(allowed(`${cut}def\nDisallow: /late`, '/abcx')).toBe(true)
    expect(allowed(`${cut}\nDisallow: /late`, '/late')).toBe(true)
  })

  test('invalid UTF-8 spoils no other line', () => {
    const bytes = Buffer.concat([
      Buffer.from('User-agent: *\nDisallow: /caf'),
      Buffer.from([0xe9, 0xff]),
      Buffer.from('\nDisallow: /x'),
    ])
    expect(isAllowed(parseRobots(bytes), AGENT, at('/x'))).toBe(false)
  })

  test('a pattern of many stars is matched without backtracking', () => {
    const text = `User-agent: *\nDisallow: /${'*a'.repeat(1_000)}$`
    expect(allowed(text, `/${'a'.repeat(900)}b`)).toBe(true)
  })

  test('any bytes and paths are read without an exception', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom('User-agent: *', 'Disallow: /*$*', 'Allow: %', 'Crawl-delay: x', 'Sitemap:', '\u0000'),
    )
    fc.assert(
      fc.property(fc.array(line), fc.string(), (lines, path) => {
        expect(isAllowed(parseRobots(lines.join('\n')), AGENT, path)).toBeTypeOf('boolean')
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        expect(parseRobots(bytes).sitemaps.length).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('simple files are read as another parser reads them', () => {
    const segment = fc.constantFrom('a', 'b', 'ab', 'a/b', '*', 'a*b', 'b$', '')
    const rule = fc.record({ field: fc.constantFrom('Allow', 'Disallow'), path: segment.map((text) => `/${text}`) })
    const group = fc.record({
      agent: fc.constantFrom('*', 'QuarryBot', 'Other'),
      rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
    })
    const path = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 6 }).map((parts) => `/${parts.join('')}`)
    fc.assert(
      fc.property(fc.uniqueArray(group, { selector: ({ agent }) => agent, maxLength: 3 }), path, (groups, path) => {
        const text = groups
          .map(({ agent, rules }) =>
            [`User-agent: ${agent}`, ...rules.map(({ field, path }) => `${field}: ${path}`), ''].join('\n'),
          )
          .join('\n')
        const theirs = robotsParser(at('/robots.txt'), text).isAllowed(at(path), 'QuarryBot')
        expect(allowed(text, path, 'QuarryBot')).toBe(theirs)
      }),
      { numRuns: 500 },
    )
  })
})
