import { assert, property, string, webUrl } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'
import { socialProfileOf } from '../../../../src/engine/extract/people/social-links.ts'

describe('profileOf', () => {
  it.each([
    ['https://www.linkedin.com/in/janedoe-42/', 'linkedin', 'person', 'janedoe-42'],
    ['https://pt.linkedin.com/company/acme-works/about', 'linkedin', 'company', 'acme-works'],
    ['//x.com/janedoe', 'twitter', 'person', 'janedoe'],
    ['https://twitter.com/@janedoe?lang=en', 'twitter', 'person', 'janedoe'],
    ['https://twitter.com/#!/', null, null, null],
    ['https://m.facebook.com/acme.works', 'facebook', 'company', 'acme.works'],
    ['https://www.instagram.com/acme_works/', 'instagram', 'company', 'acme_works'],
    ['https://github.com/janedoe', 'github', 'person', 'janedoe'],
    ['https://www.xing.com/profile/Jane_Doe', 'xing', 'person', 'Jane_Doe'],
    ['https://www.linkedin.com/in/j%C3%BCrgen-doe', 'linkedin', 'person', 'jürgen-doe'],
  ])('%s', (url, network, kind, handle) => {
    expect(socialProfileOf(url)).toEqual(network === null ? null : { network, kind, handle })
  })

  it.each([
    ['profile.php?id=100063555012345', '100063555012345', undefined],
    ['people/Acme-Works/100087655501234/', '100087655501234', 'people/Acme-Works/100087655501234'],
    ['p/Acme-Works-100087655501234/', '100087655501234', 'p/Acme-Works-100087655501234'],
    [
      'pages/category/Mill/Acme-Works-104455667788990/',
      '104455667788990',
      'pages/category/Mill/Acme-Works-104455667788990',
    ],
  ])('the number of the Facebook page at %s', (tail, handle, path) => {
    const profile = { network: 'facebook', kind: 'company', handle, ...(path !== undefined && { path }) }
    expect(socialProfileOf(`https://www.facebook.com/${tail}`)).toEqual(profile)
  })

  it.each([
    'https://twitter.com/de/privacy',
    'https://twitter.com/personalization',
    'https://www.facebook.com/p/Acme',
    'https://www.linkedin.com/shareArticle?url=https://acme.example',
    'https://www.linkedin.com/login',
    'https://www.linkedin.com/in/',
    'https://twitter.com/intent/tweet?text=x',
    'https://twitter.com/share',
    'https://x.com/janedoe/status/123',
    'https://www.facebook.com/sharer/sharer.php?u=x',
    'https://www.facebook.com/album.php?aid=1',
    'https://www.facebook.com/connect',
    'https://www.facebook.com/2008/fbml',
    'https://www.facebook.com/',
    'https://www.facebook.com/profile.php?id=1',
    'https://notlinkedin.com/in/janedoe',
    'https://linkedin.com.acme.example/in/janedoe',
    'mailto:jane@acme.example',
    'javascript:void(0)',
    'https://twitter.com/Twitter?ref_src=twsrc',
    'https://www.facebook.com/facebook',
  ])('returns null for %s', (url) => expect(socialProfileOf(url)).toBeNull())

  it('never throws', () => {
    assert(property(string(), (text) => socialProfileOf(`https://linkedin.com/in/${text}`) !== undefined))
    assert(property(webUrl(), (url) => socialProfileOf(url) === null))
  })
})

describe('profiles behind icons', () => {
  const icon = (url: string) => `<a href="https://${url}"><i class="fab"></i></a>`
  const profilesIn = (body: string) =>
    extractPage(
      { url: 'https://tannhof.example/team', html: `<h1>Our team</h1>${body}`, domain: 'tannhof.example' },
      { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS },
    ).people.map(({ fullName, linkedin, twitter }) => [fullName, linkedin, twitter])

  it('belong to the card that they are in, at its end as at its beginning', () => {
    const links = (at: string) =>
      `<ul><li>${icon(`twitter.com/${at}`)}</li><li>${icon(`linkedin.com/in/${at}`)}</li></ul>`
    const text = (name: string) => `<h4>${name}</h4><p>Trustee</p>`
    const expected = [
      ['Amelia Thornton', 'amelia', 'amelia'],
      ['Daniel Marsh', 'daniel', 'daniel'],
    ]
    const atEnd = (name: string, at: string) => `<div><div>${text(name)}${links(at)}</div></div>`
    expect(profilesIn(atEnd('Amelia Thornton', 'amelia') + atEnd('Daniel Marsh', 'daniel'))).toEqual(expected)
    const atStart = (name: string, at: string) => `<div><div>${links(at)}${text(name)}</div></div>`
    expect(profilesIn(atStart('Amelia Thornton', 'amelia') + atStart('Daniel Marsh', 'daniel'))).toEqual(expected)
  })

  it('belong to nobody below the heading of something else', () => {
    const list = '<ul><li>Amelia Thornton, Trustee</li><li>Daniel Marsh, Trustee</li></ul>'
    const expected = [
      ['Amelia Thornton', null, null],
      ['Daniel Marsh', null, null],
    ]
    const link = `<li><a href="https://twitter.com/tannhof">@tannhof</a></li>`
    for (const heading of ['News', 'Press Officer'])
      expect(profilesIn(`<div>${list}</div><h3>${heading}</h3><ul>${link}</ul>`)).toEqual(expected)
    expect(profilesIn(`<p>Amelia Thornton</p><h3>Trustee</h3><ul>${link}</ul>`)).toEqual([
      ['Amelia Thornton', null, 'tannhof'],
    ])
  })

  it('belong to the name above them in a list without cards', () => {
    const one = (name: string, at: string) => `<h4>${name}</h4><p>Trustee</p>${icon(`linkedin.com/in/${at}`)}`
    expect(profilesIn(one('Amelia Thornton', 'amelia') + one('Daniel Marsh', 'daniel'))).toEqual([
      ['Amelia Thornton', 'amelia', null],
      ['Daniel Marsh', 'daniel', null],
    ])
  })
})
