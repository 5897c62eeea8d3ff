import { describe, expect, test } from 'vitest'
import { logoCandidates } from '../../../src/engine/logo/logo-candidates.ts'

const PAGE = 'https://birch.example/'
const urlsOn = (html: string): string[] => logoCandidates(html, PAGE).map(({ url }) => url)

describe('the logos of a start page', () => {
  test('are pictures within a link to it, but not those behind the link', () => {
    expect(urlsOn('<a href="/"><span><img class="logo" src="/in.png"></span></a>')).toContain(`${PAGE}in.png`)
    expect(urlsOn('<a href="/"></a><img class="logo" src="/behind.png">')).not.toContain(`${PAGE}behind.png`)
  })

  test.each([
    ['elements', '<div>'.repeat(400_000)],
    ['links', '<a href=/><b>'.repeat(150_000)],
    ['links below an endless base', `<base href="/${'x'.repeat(1_000_000)}">${'<a href=y>'.repeat(90_000)}`],
  ])('are found in a moment where others would take minutes: %s', (_, html) => {
    expect(urlsOn(`<link rel="icon" href="/icon.png">${html}`)).toContain(`${PAGE}icon.png`)
  })
})
