import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { pageSignals } from '../../../src/engine/enrich/page-signals.ts'
import { categoriesOf, detectTechnologies } from '../../../src/engine/enrich/technology-detector.ts'
import { readTechnologyRules, ruleFiles, safeExpression } from '../../../src/engine/enrich/technology-rules.ts'
import { technologyBySlug } from '../../../src/lib/companies/technologies.ts'

const BUNDLED = readTechnologyRules([])

const detect = (html: string, headers: Record<string, string> = {}, rules = BUNDLED): string[] =>
  detectTechnologies({ ...pageSignals(html), headers }, rules)

const head = (inner: string): string => `<!doctype html><html><head>${inner}</head><body>`

/** Invented pages as such systems build them. */
const PAGES: readonly [generator: string, slug: string, html: string, headers?: Record<string, string>][] = [
  ['WordPress 6.5', 'wordpress', `<link rel="stylesheet" href="/wp-content/themes/twentyfive/style.css">`],
  ['WordPress 6.4.1', 'wordpress', `<p>Hello</p>`, { link: '<https://a.example/wp-json/>; rel="https://api.w.org/"' }],
  ['Drupal 10 (https://www.drupal.org)', 'drupal', `<form data-drupal-selector="search-form"></form>`],
  ['Joomla! - Open Source Content Management', 'joomla', `<script src="/media/system/js/core.js"></script>`],
  ['TYPO3 CMS', 'typo3', `<link href="/typo3temp/assets/a.css" rel="stylesheet">`],
  ['Webflow', 'webflow', `<script src="https://cdn.site.example/js/webflow.9f2.js"></script>`],
  ['Wix.com Website Builder', 'wix', `<img src="https://static.wixstatic.com/media/a.jpg">`],
  ['Gatsby 5.1.0', 'gatsby', `<div id="___gatsby"></div>`],
  ['Ghost 5.80', 'ghost', `<script defer src="https://cdn.jsdelivr.net/ghost/portal@~2/umd/portal.min.js"></script>`],
  ['HubSpot', 'hubspot-cms', `<img src="/hs-fs/hubfs/logo.png">`],
  ['Contao Open Source CMS', 'contao', `<script src="/assets/contao/js/mootao.js"></script>`],
  ['Neos', 'neos-cms', `<link href="/_Resources/Static/Packages/Site/main.css" rel="stylesheet">`],
  ['MediaWiki 1.41', 'mediawiki', `<link rel="stylesheet" href="/w/load.php?lang=en&modules=site.styles">`],
  ['Framer 8a7', 'framer', `<img src="https://framerusercontent.com/images/a.png">`],
  ['Odoo', 'odoo', `<script src="/web/assets/1-ab/web.assets_frontend.min.js"></script>`],
  ['WooCommerce 8.8', 'woocommerce', `<script src="/wp-content/plugins/woocommerce/assets/js/cart.js"></script>`],
  ['PrestaShop', 'prestashop', `<script>var prestashop = {}</script>`],
  ['Astro v4.2', 'astro', `<astro-island uid="1"></astro-island>`],
]

describe('technologies of a page', () => {
  test.each(PAGES)(
    'from the generator %s are recognised without being named: %s',
    (generator, slug, html, headers = {}) => {
      expect(detect(head(html), headers)).toContain(slug)
      expect(detect(head(`<meta name="generator" content="${generator}">`))).toContain(slug)
    },
  )

  test('are found in headers, cookies and scripts too, with what they imply', () => {
    const headers = {
      server: 'nginx/1.25.3',
      'set-cookie': 'laravel_session=eyJ; expires=Wed, 21 Jan 2026 07:28:00 GMT; path=/, XSRF-TOKEN=x',
    }
    const html = head(`<script src='https://js.stripe.com/v3/'></script><script src=/jquery-3.7.1.min.js></script>`)
    expect(detect(html, headers)).toEqual(['jquery', 'laravel', 'nginx', 'php', 'stripe'])
    expect(categoriesOf(['nginx', 'php', 'laravel'])).toEqual([
      'programming-languages',
      'web-frameworks',
      'web-servers',
    ])
  })

  test('are not found on a page that only mentions them', () => {
    const html = head('<title>WordPress or Drupal?</title>') + '<p>We love WordPress, Shopify, React and nginx.</p>'
    expect(detect(html)).toEqual([])
  })

  test('on a hostile page cost a bounded amount', () => {
    const parts = [
      '<script src="',
      '<meta name=',
      `<link href='${'font-awesome'.repeat(50)}`,
      'href="',
      '/-/media/',
      '<script ',
    ]
    for (const part of parts) expect(detect(part.repeat(1_000_000 / part.length)).length).toBeLessThan(10)
  })
})

describe('the bundled rules', () => {
  test('are many, name known technologies, and contain no expression that would be left out', () => {
    expect(BUNDLED.length).toBeGreaterThanOrEqual(150)
    const slugs = BUNDLED.flatMap(({ slug, implies }) => [slug, ...implies])
    expect(slugs.filter((slug) => technologyBySlug(slug) === null)).toEqual([])
    const signs = BUNDLED.map(({ slug, headers, cookies, meta, scripts, html }) => [
      slug,
      headers.length + cookies.length + meta.length + scripts.length + html.length > 0,
    ])
    expect(signs.filter(([, has]) => has === false)).toEqual([])
  })
})

describe('expressions from other rule files', () => {
  test.each([
    '(a+)+$',
    '(?:a*b?)*',
    String.raw`(a|b)\1`,
    '(?=a)b',
    '(?<!a)b',
    'a.*b.*c.*d.*e',
    'x'.repeat(201),
    '(',
    '((a+)b)*',
  ])('are left out if they may not be linear or are invalid: %s', (pattern) =>
    expect(safeExpression(pattern, 3)).toBeNull(),
  )

  test('lose their hints, and get bounded repetition', () => {
    expect(safeExpression(String.raw`^shop([\d.]+)?\;version:\1`, 3)?.test('Shop1.2')).toBe(true)
    const expression = safeExpression('<a[^>]+b>', 1)
    expect(expression?.test(`<a ${'x'.repeat(50)}b>`)).toBe(true)
    expect(expression?.test(`<a ${'x'.repeat(150)}b>`)).toBe(false)
  })

  describe('in a directory', () => {
    const directory = mkdtempSync(join(tmpdir(), 'rules-'))
    afterAll(() => rmSync(directory, { recursive: true }))

    test('are used with the bundled ones, and take precedence over those with the same name', () => {
      writeFileSync(
        join(directory, 'a.json'),
        JSON.stringify({
          'House CMS': { cats: [1], meta: { generator: '^house' }, implies: ['PHP\\;confidence:50'], dom: { a: {} } },
          nginx: { headers: { 'x-proxy': 'ngx' }, excludes: 'PHP' },
        }),
      )
      const rules = readTechnologyRules(ruleFiles(directory))
      expect(detect(head('<meta name=generator content="House 2">'), {}, rules)).toEqual(['house-cms', 'php'])
      expect(detect('', { server: 'nginx' }, rules)).toEqual([])
      expect(detect(head('<meta name=generator content="House 2">'), { 'x-proxy': 'NGX' }, rules)).toEqual([
        'house-cms',
        'nginx',
      ])
    })
  })
})
