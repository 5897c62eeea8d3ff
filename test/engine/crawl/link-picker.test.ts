import { describe, expect, test } from 'vitest'
import { pageKey, pickLinks } from '../../../src/engine/crawl/link-picker.ts'
import { PLAIN_LINK, scoreLink } from '../../../src/engine/crawl/link-score.ts'
import type { PageLink } from '../../../src/engine/extract/page/page-facts.ts'

const link = (path: string, text = '', nofollow = false): PageLink => ({
  url: new URL(path, 'https://acme.example').href,
  text,
  nofollow,
})
const score = (path: string, text = ''): number => scoreLink(new URL(path, 'https://acme.example'), text)?.score ?? -1

describe('the link picker', () => {
  test.each([
    ['/contact', ''],
    ['/x1', 'Contact us'],
    ['/impressum.html', ''],
    ['/x2', 'Impressum'],
    ['/mentions-legales', ''],
    ['/qui-sommes-nous', ''],
    ['/chi-siamo', ''],
    ['/quienes-somos', ''],
    ['/x3', 'Quiénes somos'],
    ['/over-ons', ''],
    ['/sobre-nos', ''],
    ['/o-nas', ''],
    ['/om-oss', ''],
    ['/de/ueber-uns', ''],
    ['/x4', 'Über uns'],
    ['/x5', 'Geschäftsführung'],
    ['/x6', 'Ansprechpartner'],
    ['/x7', 'Notre équipe'],
    ['/x8', '会社概要'],
    ['/%E4%BC%9A%E7%A4%BE%E6%A6%82%E8%A6%81', ''],
    ['/x9', 'お問い合わせ'],
    ['/about-us/our-people', ''],
    ['/Team.aspx', ''],
  ])('follows %s %s before pages without promising words', (path, text) => {
    expect(score(path, text)).toBeGreaterThanOrEqual(70)
  })

  test.each([
    ['/products/lamp', 'Lamp'],
    ['/blog/2024/05/how-our-team-went-hiking-in-norway', 'How our team went hiking in Norway'],
    ['/blog', 'Blog'],
    ['/tag/team', ''],
  ])('ranks %s after a contact page', (path, text) => {
    expect(score(path, text)).toBeLessThan(score('/contact') - 15)
  })

  test.each([
    ['/team?page=2', '/team'],
    ['/a/b/c/d/team', '/team'],
    ['/events/2024/05/01', '/events'],
    ['/calendar/team', '/team'],
  ])('ranks %s below %s', (worse, better) => {
    expect(score(worse)).toBeLessThan(score(better))
  })

  test.each([
    '/team.pdf',
    '/logo.SVG',
    '/cart',
    '/en/login',
    '/wp-admin/x',
    '/search',
    '/feed',
    '/cdn-cgi/l/email-protection',
    '/wp-json/x',
  ])('never follows %s', (path) => {
    expect(scoreLink(new URL(path, 'https://acme.example'), 'Team')).toBeNull()
  })

  test('stays on the site and its subdomains, and counts the other domains', () => {
    const links = [
      link('/team'),
      link('https://jobs.acme.example/'),
      link('https://www.other.example/a'),
      link('https://other.example/b'),
      link('https://notacme.example/'),
      link('https://acme.example.evil.test/'),
      link('https://acme.example:8443/team2'),
    ]
    const { follow, elsewhere } = pickLinks(links, 'acme.example', null)
    expect(follow.map((picked) => picked.link.url)).toEqual(['https://acme.example/team', 'https://jobs.acme.example/'])
    expect(Object.fromEntries(elsewhere)).toEqual({ 'other.example': 2, 'notacme.example': 1, 'evil.test': 1 })
  })

  test('takes a page once, however its URL is spelled, with its best text', () => {
    const links = [
      link('/people/'),
      link('http://www.acme.example/people?utm_source=x#top', 'Our team'),
      link('/people/index.html'),
    ]
    const { follow } = pickLinks(links, 'acme.example', null)
    expect(follow).toHaveLength(1)
    expect(follow[0]).toMatchObject({
      key: 'acme.example/people',
      topic: 'team',
      link: { text: expect.any(String) as string },
    })
  })

  test('does not follow links with nofollow', () => {
    expect(pickLinks([link('/team', 'Team', true)], 'acme.example', null).follow).toEqual([])
  })

  test('treats three or more names under one path as people, more so on a page about people', () => {
    const people = ['Jane Doe', 'Juan de la Cruz', 'Ada O’Neill'].map((name, i) => link(`/who/${i}`, name))
    const scores = (topic: 'team' | null, links: PageLink[]): number[] =>
      pickLinks(links, 'acme.example', topic).follow.map(({ score }) => score)
    expect(scores('team', people)).toEqual([75, 75, 75])
    expect(scores(null, people)).toEqual([45, 45, 45])
    expect(scores('team', people.slice(0, 2))).toEqual([PLAIN_LINK, PLAIN_LINK])
    expect(
      scores(
        'team',
        ['Read more here', 'lamps', 'Products 2024'].map((text, i) => link(`/who/${i}`, text)),
      ),
    ).toEqual([PLAIN_LINK, PLAIN_LINK, PLAIN_LINK])
  })

  test('keeps the best hundred of any number of links, whether at the top or the bottom of the page', () => {
    const many = Array.from({ length: 50_000 }, (_, i) => link(`/p/${i}`, `Page ${i}`))
    const { follow } = pickLinks([link('/team'), ...many, link('/contact')], 'acme.example', null)
    expect(follow).toHaveLength(100)
    expect(follow.slice(0, 2).map((picked) => new URL(picked.link.url).pathname)).toEqual(['/team', '/contact'])
  })

  test('gives http, https, www and a closing slash the same key, and another query another key', () => {
    const keys = ['https://acme.example/a', 'http://acme.example/a/', 'https://www.acme.example/a/index.html'].map(
      (url) => pageKey(new URL(url)),
    )
    expect(new Set(keys)).toEqual(new Set(['acme.example/a']))
    expect(pageKey(new URL('https://acme.example/a?b=1'))).toBe('acme.example/a?b=1')
  })
})
