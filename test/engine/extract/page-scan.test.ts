import { describe, expect, it } from 'vitest'
import { scanPage } from '../../../src/engine/extract/page-scan.ts'
import { addressesOf, onlyAddress, scan } from '../../support/records/scanned-page.ts'

describe('an address on a page', () => {
  const channels: readonly (readonly [string, string, string])[] = [
    ['text', '<p>Write to jo@acme.example today.</p>', 'high'],
    ['text', '<p>j&#111;&#64;acme&period;example</p>', 'high'],
    ['text', '<p>jo&amp;#64;acme.example</p>', 'high'],
    ['text', '<p>jo&commat;acme.example</p>', 'high'],
    ['text', '<p>jo&#x200b;@ac&shy;me.example</p>', 'high'],
    ['text', '<p>ｊｏ＠ａｃｍｅ．ｅｘａｍｐｌｅ</p>', 'high'],
    ['mailto', '<a href="mailto:jo@acme.example">write</a>', 'high'],
    ['joined_text', '<p><b>jo</b>@<span>acme</span>.example</p>', 'high'],
    ['joined_text', '<p>jo<!-- no -->@acme<wbr>.example</p>', 'high'],
    ['bracketed', '<p>jo [at] acme (dot) example</p>', 'medium'],
    ['attribute', '<input value="jo@acme.example">', 'medium'],
    ['attribute', '<a href="/write?to=jo%40acme.example">x</a>', 'medium'],
    ['attribute', '<div data-props="{&quot;mail&quot;:&quot;jo@acme.example&quot;}"></div>', 'medium'],
    ['alt', '<img src="a.gif" alt="jo@acme.example">', 'medium'],
    ['structured', '<script type="application/ld+json">{"email":"mailto:jo@acme.example"}</script>', 'high'],
    ['structured', '<meta itemprop="email" content="jo@acme.example">', 'high'],
    ['script', '<script>window.state={"mail":"jo@acme.example"}</script>', 'low'],
    ['script', '<script type="application/json">{"mail":"jo\\u0040acme.example"}</script>', 'low'],
    ['comment', '<!-- <a href="mailto:jo@acme.example"> -->', 'low'],
  ]
  it.each(channels)('is found as %s in %s', (channel, html, quality) => {
    expect(onlyAddress(html)).toMatchObject({ value: 'jo@acme.example', channels: [channel], quality, hidden: false })
  })

  it('is recorded with every way it was found, and the best quality', () => {
    const found = onlyAddress('<!-- jo@acme.example --><a href="mailto:jo@acme.example">jo@acme.example</a>')
    expect(found).toMatchObject({ channels: ['comment', 'mailto', 'text'], quality: 'high' })
  })

  it.each([
    '<span itemprop="email">jo@acme.example</span>',
    '<span property="schema:email">jo@acme.example</span>',
    '<div class="vcard"><span class="email">jo@acme.example</span></div>',
    '<div class="h-card"><a class="u-email" href="mailto:jo@acme.example">jo@acme.example</a></div>',
    '<pre>BEGIN:VCARD\nEMAIL;TYPE=work:jo@acme.example\nEND:VCARD</pre>',
  ])('counts as structured data in %s', (html) => {
    expect(onlyAddress(html).channels).toContain('structured')
  })

  it('has the longer host when an element boundary falls within its suffix', () => {
    expect(addressesOf('<p>jo@acme.co<b>.uk</b></p>')).toEqual(['jo@acme.co.uk'])
  })

  it.each([
    ['<td>jo@acme.example</td><td>555</td>'],
    ['<b>jo@acme.example</b>Phone'],
    ['<span>12.50</span><span>jo@acme.example</span>'],
    ['<li>jo@acme.example<br>Room</li>'],
  ])('is not joined with its neighbours in %s', (html) => {
    expect(addressesOf(html)).toEqual(['jo@acme.example'])
  })

  it('is found in titles, text areas, unknown elements and unclosed quotes', () => {
    const html = `<title>a@acme.example</title><textarea>b@acme.example</textarea><x-y>c@acme.example</x-y><a title="d@acme.example`
    expect(addressesOf(html)).toEqual(['a@acme.example', 'b@acme.example', 'c@acme.example', 'd@acme.example'])
  })

  it('is not read from script templates, styles and placeholders', () => {
    const html = `<script type="text/template">a@acme.example</script><style>b@acme.example</style><input placeholder="c@acme.example">`
    expect(addressesOf(html)).toEqual([])
  })
})

describe('mailto links', () => {
  it.each([
    ['mailto:jo@acme.example?cc=ida@acme.example&amp;bcc=tom@acme.example', ['jo', 'ida', 'tom']],
    ['mailto:?to=jo@acme.example', ['jo']],
    ['mailto:jo%40acme.example', ['jo']],
    ['MAILTO:%20jo@acme.example', ['jo']],
    ['mailto://jo@acme.example', ['jo']],
    ['mailto:jo@acme.example,ida@acme.example;tom@acme.example', ['jo', 'ida', 'tom']],
    ['mailto:%22Doe,%20Jo%22%20%3Cjo@acme.example%3E', ['jo']],
    ['mailto:jo [at] acme.example', ['jo']],
    ['&#109;&#97;ilto:jo&#64;acme.example', ['jo']],
    ['mailto:jo@acme.example subject=hello', ['jo']],
    ['mailto:', []],
  ])('finds the recipients of %s', (href, locals) => {
    expect(addressesOf(`<a href="${href}">x</a>`)).toEqual(locals.map((local) => `${local}@acme.example`))
  })

  it.each([
    ['<a href="mailto:jo@acme.example">Jo Doe</a>', 'Jo Doe'],
    ['<a href="mailto:jo@acme.example"><b>Jo</b> Doe (jo@acme.example)</a>', 'Jo Doe'],
    ['<a href="mailto:jo@acme.example"><img alt="Jo Doe"></a>', 'Jo Doe'],
    ['<a href="mailto:Jo%20Doe%20<jo@acme.example>">write</a>', 'Jo Doe'],
    ['<p>Jo Doe &lt;jo@acme.example&gt;</p>', 'Jo Doe'],
    ['<a href="mailto:jo@acme.example">jo@acme.example</a>', null],
  ])('reads the label of %s', (html, label) => {
    expect(onlyAddress(html).label).toBe(label)
  })
})

describe('hidden text', () => {
  it.each([
    '<div style="display:none"><p>jo@acme.example</p></div>',
    '<p hidden>jo@acme.example</p>',
    '<div style="position:absolute; left:-9999px">jo@acme.example</div>',
    '<span style="font-size:0">jo@acme.example</span>',
    '<div style="width:0;height:0">jo@acme.example</div>',
    '<span style="color:#fff;background:#fff">jo@acme.example</span>',
    '<li hidden>jo@acme.example<li>more',
  ])('is marked in %s, and not trusted', (html) => {
    expect(onlyAddress(html)).toMatchObject({ hidden: true, quality: 'low' })
  })

  it.each([
    '<div style="display:none">x</div><p>jo@acme.example</p>',
    '<p hidden>x<div></div></p><p>jo@acme.example</p>',
    '<li hidden>x<li>jo@acme.example',
    '<div style="display:none">jo@acme.example</div><p>jo@acme.example</p>',
    '<div style="min-height:0;line-height:0">jo@acme.example</div>',
    '<div style="visibility:hidden;animation-name:none">jo@acme.example</div>',
  ])('does not include %s', (html) => {
    expect(onlyAddress(html)).toMatchObject({ hidden: false, quality: 'high' })
  })
})

describe('what a page says about itself', () => {
  it('includes title, language, canonical address and robots rules', () => {
    const page = scan(`<html lang="de-CH"><head><title>Acme &amp; S&ouml;hne
      AG</title><base href="https://acme.example/de/"><link rel="canonical" href="start.html">
      <meta name="robots" content="NoIndex, follow"><svg><title>icon</title></svg>`)
    expect(page).toMatchObject({
      title: 'Acme & Söhne AG',
      language: 'de-ch',
      canonical: 'https://acme.example/de/start.html',
    })
    expect(page).toMatchObject({ noindex: true, nofollow: false })
  })

  it('includes rules addressed only to Quarry, and no rules for others', () => {
    expect(scan('<meta name="quarrybot" content="none">')).toMatchObject({ noindex: true, nofollow: true })
    expect(scan('<meta name="otherbot" content="noindex">').noindex).toBe(false)
  })

  it('includes JSON-LD unchanged', () => {
    expect(scan('<script type="application/ld+json">{"a":1}</script>').jsonLd).toEqual(['{"a":1}'])
  })

  it.each([
    ['<p>jo@acme.example</p>', true],
    ['<h2>Our team</h2>', true],
    ['<div itemscope itemtype="https://schema.org/Person"></div>', true],
    ['<p>Tides and pumps.</p>', false],
  ])('shows that a second pass over %s is worth it: %s', (html, worth) => {
    expect(scan(html, 'https://acme.example/products').worthParsing).toBe(worth)
  })
})

describe('links', () => {
  it('are absolute, without fragment, with the text that readers see', () => {
    const { links } = scan(`<base href="https://acme.example/en/"><a href="team.html#top" rel="nofollow noopener"> Our
      <b>te</b>am </a><a href="/a?b=1&amp;c=2"><img alt="Logo"></a><a href="../x y" title="Named"></a><area href="//other.example/" alt="Map">`)
    expect(links).toEqual([
      { url: 'https://acme.example/en/team.html', text: 'Our team', nofollow: true },
      { url: 'https://acme.example/a?b=1&c=2', text: 'Logo', nofollow: false },
      { url: 'https://acme.example/x%20y', text: 'Named', nofollow: false },
      { url: 'https://other.example/', text: 'Map', nofollow: false },
    ])
  })

  it('are resolved against the page where the base is longer than any URL may be', () => {
    const { links } = scan(`<base href="/${'x/'.repeat(2_000)}"><a href="team">Team</a>`, 'https://acme.example/')
    expect(links.map(({ url }) => url)).toEqual(['https://acme.example/team'])
  })

  it('match the standard, including fast paths', () => {
    const hrefs = [
      'a',
      'a/b.html',
      './a',
      '../a',
      '/a/../b',
      '//h.example',
      'HTTP://H.Example/A',
      '?q=1',
      'a?b=%20',
      'a.b.c',
      '/é',
      'a//b',
    ]
    const { links } = scan(hrefs.map((href) => `<a href="${href}">x</a>`).join(''), 'https://acme.example/x/y?z')
    expect(links.map((link) => link.url)).toEqual(hrefs.map((href) => new URL(href, 'https://acme.example/x/y?z').href))
  })

  it('leave out other schemes and anchors on the page itself', () => {
    expect(scan('<a href="#top">x</a><a href="tel:1">x</a><a href="javascript:void(0)">x</a><a>x</a>').links).toEqual(
      [],
    )
  })

  it('are limited in number and in the length of their text', () => {
    const { links } = scan(`<a href="/x">${'word '.repeat(500)}</a>`.repeat(6_000))
    expect(links).toHaveLength(5_000)
    expect(links[0]?.text.length).toBeLessThanOrEqual(200)
  })
})

describe('local suffixes', () => {
  const page = { url: 'https://x.test/', domain: 'x.test', html: '<p>jo@acme.example</p><p>ida@blum.de</p>' }

  it('count as top-level domains only if the caller says so', () => {
    expect(scanPage(page, { localSuffixes: new Set() }).addresses.map((one) => one.value)).toEqual(['ida@blum.de'])
    expect(addressesOf(page.html)).toEqual(['jo@acme.example', 'ida@blum.de'])
  })
})
