import type { HistoryHouse } from './history-house.ts'
import type { MadeAnswer, Noise, ShownPerson } from './made-history.ts'

/** The state of a site at one visit. */
export interface SiteState {
  company: string
  staffPath: string
  /** Where the list was before, while that address still answers. */
  oldPath: { path: string; answer: 'redirect' | 'gone' } | null
  layout: number
  /** A second design of everything around the list. */
  design: number
  isPaginated: boolean
  /** Whether leaders are on the about page too, and have their own pages. */
  hasProfiles: boolean
  hasContacts: boolean
  office: string
  technology: string | null
  isHiring: boolean
  praise: readonly string[]
  news: readonly string[]
}

/** Everything that the site answers at one visit. */
export function answersOf(
  house: HistoryHouse,
  state: SiteState,
  people: readonly ShownPerson[],
  noise: Noise | null,
): MadeAnswer[] {
  if (noise === 'error')
    return ['/', state.staffPath].map((path) => ({ path, status: 500, html: '<h1>Internal Server Error</h1>' }))
  if (noise === 'maintenance')
    return ['/', state.staffPath, '/contact', '/about'].map((path) =>
      page(path, 'We will be back soon', '<h1>Down for maintenance</h1><p>Please come back later.</p>', state, 'en'),
    )
  const isForeign = noise === 'language'
  const language = isForeign ? (house.language === 'de' ? 'en' : 'de') : house.language
  const shown = isForeign ? people.map((one) => ({ ...one, position: foreignPosition(one, language) })) : people
  const made = (path: string, title: string, body: string): MadeAnswer => page(path, title, body, state, language)
  const answers = [
    made(
      '/',
      state.company,
      `<h1>${state.company}</h1><p>${WORDS[language === 'de' ? 'de' : 'en']}</p>${praiseOf(state)}`,
    ),
    ...staffPages(house, state, shown, noise).map(({ path, body }) =>
      made(path, isForeign ? 'Team' : 'Our people', body),
    ),
    made(
      '/contact',
      'Contact',
      `<h1>Contact</h1><p>${state.company}<br>${state.office}</p>${state.hasContacts ? house.lay(shown.slice(0, 3), state.layout) : ''}`,
    ),
    made(
      '/about',
      'About us',
      `<h1>About ${state.company}</h1><p>We have made things by the river for many years.</p>`,
    ),
    made(
      '/news',
      'News',
      `<h1>News</h1>${state.news.map((line) => `<article><h2>${line}</h2><p>Read on.</p></article>`).join('')}`,
    ),
    ...(state.hasProfiles
      ? shown
          .slice(0, 4)
          .map((one) =>
            made(
              profilePath(one),
              one.written,
              `<h1>${one.written}</h1><p class="position">${one.position}</p><p>${one.written} has worked here for some time.</p>`,
            ),
          )
      : []),
    ...(state.isHiring ? [made('/careers', 'Careers', OPENINGS)] : []),
    ...(noise === 'seasonal'
      ? [
          made(
            '/events/summer-2026',
            'Summer days',
            house.lay(
              state.praise.map((written, id) => guest(written, id)),
              state.layout,
            ),
          ),
        ]
      : []),
  ]
  if (noise === 'gone')
    return answers.map((one) =>
      one.path.startsWith(state.staffPath) ? { path: one.path, status: 404, html: '<h1>Not found</h1>' } : one,
    )
  if (noise === 'truncated')
    return answers.map((one) => (one.path.startsWith(state.staffPath) ? { ...one, isCut: true } : one))
  return answers
}

const WORDS = {
  en: 'We make things that last, and have done so for a long time.',
  de: 'Wir machen Dinge, die lange halten, seit vielen Jahren.',
}
const OPENINGS =
  '<h1>Careers</h1><p>We are looking for people.</p><ul class="jobs"><li><a href="/careers/boat-builder"><h3>Boat Builder (m/f/d)</h3></a><p>Full time</p></li><li><a href="/careers/bookkeeper"><h3>Bookkeeper</h3></a><p>Part time</p></li></ul>'
const FOREIGN = {
  de: ['Einkauf', 'Leiter Technik', 'Buchhaltung', 'Vertrieb', 'Assistenz'],
  en: ['Purchasing', 'Head of Works', 'Accounts', 'Sales', 'Assistant'],
}

const foreignPosition = ({ id, position }: ShownPerson, language: string): string =>
  position === '' ? '' : (FOREIGN[language === 'de' ? 'de' : 'en'][id % 5] ?? '')
const guest = (written: string, id: number): ShownPerson => ({
  id,
  first: written,
  last: '',
  written,
  position: 'Guest Speaker',
  holds: '',
  address: null,
  profile: null,
  goesOn: null,
})
export const profilePath = ({ id }: ShownPerson): string => `/profiles/p${id}`

function staffPages(
  house: HistoryHouse,
  state: SiteState,
  people: readonly ShownPerson[],
  noise: Noise | null,
): { path: string; body: string }[] {
  const { staffPath, layout } = state
  const head = '<h1>Our people</h1>'
  if (noise === 'empty list') return [{ path: staffPath, body: `${head}<div class="loading">Loading …</div>` }]
  if (!state.isPaginated)
    return [{ path: staffPath, body: head + house.lay(people, layout) + profileLinks(state, people) }]
  const half = Math.ceil(people.length / 2)
  return [
    { path: staffPath, body: `${head}${house.lay(people.slice(0, half), layout)}<a href="${staffPath}?page=2">2</a>` },
    {
      path: `${staffPath}?page=2`,
      body: `${head}${house.lay(people.slice(half), layout)}<a href="${staffPath}">1</a>`,
    },
  ]
}

const profileLinks = ({ hasProfiles }: SiteState, people: readonly ShownPerson[]): string =>
  hasProfiles
    ? `<p>${people
        .slice(0, 4)
        .map((one) => `<a href="${profilePath(one)}">${one.first}</a>`)
        .join(' ')}</p>`
    : ''

const praiseOf = ({ praise }: SiteState): string =>
  praise
    .map(
      (name) =>
        `<blockquote><p>They did what they said.</p><cite>${name}, Head of Works, Northgate Motors</cite></blockquote>`,
    )
    .join('')

const TECHNOLOGIES: Readonly<Record<string, string>> = {
  wordpress: '<meta name="generator" content="WordPress 6.4">',
  shopify: '<script src="https://cdn.shopify.com/s/files/1/theme.js"></script>',
  hubspot: '<script src="https://js.hs-scripts.com/123456.js"></script>',
}
export const TECHNOLOGY_NAMES: readonly string[] = Object.keys(TECHNOLOGIES)

function page(path: string, title: string, body: string, state: SiteState, language: string): MadeAnswer {
  const links = ['/', state.staffPath, '/contact', '/about', '/news', ...(state.isHiring ? ['/careers'] : [])]
  const menu = [...links, ...(path === '/' ? ['/events/summer-2026'] : [])].map(
    (link) => `<a href="${link}">${link === '/' ? 'Home' : link.slice(1).replaceAll(/[-/]/g, ' ')}</a>`,
  )
  const nav =
    state.design === 0
      ? `<nav>${menu.join(' ')}</nav>`
      : `<div class="top"><ul>${menu.map((link) => `<li>${link}</li>`).join('')}</ul></div>`
  const main =
    state.design === 0 ? `<main>${body}</main>` : `<div id="content"><section class="inner">${body}</section></div>`
  const technology = state.technology === null || path !== '/' ? '' : (TECHNOLOGIES[state.technology] ?? '')
  const footer = `<footer><p>${state.company}, ${state.office}</p></footer>`
  return {
    path,
    status: 200,
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>${technology}</head><body>${nav}${main}${footer}</body></html>`,
  }
}
