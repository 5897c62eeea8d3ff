import { describe, expect, test } from 'vitest'
import { factsOf } from './facts-of.ts'

/** What a start page, and others, that belong to the Driftwood Point Ales link to. */
function profilesOf(html: string, more: Record<string, string> = {}): Record<string, string | undefined> {
  const page = (body: string): string =>
    `<title>Driftwood Point Ales</title><meta property="og:site_name" content="Driftwood Point Ales"><body>${body}</body>`
  const pages = Object.fromEntries(Object.entries({ '/': html, ...more }).map(([path, body]) => [path, page(body)]))
  const { facebook, twitter, instagram, linkedin } = factsOf(pages, 'driftwoodales.example')
  return JSON.parse(JSON.stringify({ facebook, twitter, instagram, linkedin })) as Record<string, string>
}
const icon = (url: string): string => `<a href="https://${url}"><i class="fab"></i></a>`

describe("the company's profiles", () => {
  test.each(['driftwoodpoint', 'ales_driftwood', 'thedriftwoodpoint', 'driftw.point'])(
    'spell its name in any order, whole or shortened: %s',
    (handle) => {
      const other = icon('www.instagram.com/hopfields')
      expect(profilesOf(`${other}${icon(`www.instagram.com/${handle}/`)}`)).toEqual({ instagram: handle })
    },
  )

  test('are those of the house rather than of a branch', () => {
    const branch = icon('www.facebook.com/driftwoodpointales.nanaimo')
    expect(profilesOf(branch + icon('www.facebook.com/driftwoodpointales'))).toEqual({ facebook: 'driftwoodpointales' })
  })

  test('may be the only ones besides those of others', () => {
    const credit = `<footer>Website door Studio Zilt ${icon('www.facebook.com/studiozilt')}</footer>`
    const theme = '<a href="https://www.facebook.com/wordpress">Facebook</a>'
    expect(profilesOf(`${icon('www.facebook.com/cheers.from.us')}${theme}${credit}`)).toEqual({
      facebook: 'cheers.from.us',
    })
  })

  test('may stand in the legal notice alone', () => {
    const pages = { '/impressum': icon('www.instagram.com/driftwoodpoint/') }
    expect(profilesOf('<p>Ales</p>', pages)).toEqual({ instagram: 'driftwoodpoint' })
  })

  test('are first sought on all pages by name', () => {
    const about = `<footer>${icon('www.facebook.com/driftwoodpointales')}</footer>`
    const pages = { '/about-us': about }
    expect(profilesOf(icon('www.facebook.com/hopfields'), pages)).toEqual({ facebook: 'driftwoodpointales' })
  })

  test('may have a number for a name', () => {
    const profile = icon('www.facebook.com/profile.php?id=100063555012345')
    expect(profilesOf(profile)).toEqual({ facebook: '100063555012345' })
  })
})

describe("others' profiles", () => {
  test.each([
    ['a partner named before the link', '<h3>Prairie Bank</h3>', 'twitter.com/prairiebankia'],
    ['a partner with a picture', '<img src="p.png" alt="Hop Fields">', 'www.instagram.com/hop.fields'],
    ['a label', '<p>Our brands:</p>', 'www.facebook.com/klippwerk'],
    ['a membership', 'Mitglied bei', 'www.facebook.com/klippwerk'],
    ['the maker of the theme', 'Motyw:', 'twitter.com/klippwerk'],
    ['the maker of the site', 'Credits:', 'www.facebook.com/klippwerk'],
    ['a default link', '', 'twitter.com/yourbrand'],
  ])('are left out: %s', (_whose, before, url) => {
    expect(profilesOf(`<p>We brew.</p><div>${before} <a href="https://${url}">Facebook</a></div>`)).toEqual({})
  })

  test('are recognised on one network by those on another', () => {
    const owner = '<a href="https://www.facebook.com/driftwoodales">Facebook</a>'
    const others = ['facebook', 'twitter'].map((network) => icon(`www.${network}.com/klippwerk`)).join('')
    expect(profilesOf(`${owner}<p>Tips</p>${others}`)).toEqual({ facebook: 'driftwoodales' })
  })

  test('are those of the house whose name a branch bears', () => {
    const parent = '<h5>Corporate</h5>Driftwood Franchising, Denver <a href="https://x.com/driftwood">X</a>'
    expect(profilesOf(`<div>${icon('www.facebook.com/driftwoodales')}</div><div>${parent}</div>`)).toEqual({
      facebook: 'driftwoodales',
    })
  })

  test('belong to a person named like them, even shortened', () => {
    const owner = '<h3>Manny Furtado</h3><p>Head Brewer</p>'
    expect(profilesOf(`<h1>Our team</h1>${owner}${icon('www.instagram.com/mfurtado')}`)).toEqual({})
  })

  test('are not taken from the description of another organisation', () => {
    const node = (name: string, handle: string): object => ({
      '@type': 'Organization',
      name,
      sameAs: [`https://www.facebook.com/${handle}`],
    })
    const graph = { '@graph': [node('Brightleaf', 'brightleaf'), node('Driftwood Ales', 'cheers')] }
    const script = `<script type="application/ld+json">${JSON.stringify(graph)}</script>`
    expect(profilesOf(script)).toEqual({ facebook: 'cheers' })
  })

  test('cost no more for a page that names them without end', () => {
    const page = `${icon('www.facebook.com/aa')}<p>${'aa '.repeat(60_000)}<a ${'alt="'.repeat(20_000)}</p>`
    expect(profilesOf(page)).toEqual({ facebook: 'aa' })
  })
})
