import type { TestSite } from '../test-site.ts'

/** Drawings that keep their renderer busy. */

const svg = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">${inside}</svg>`
const CIRCLE = '<circle cx="50" cy="50" r="40" fill="#07c"/>'

/** Each `use` draws the previous one ten times. */
const LAUGHS = Array.from({ length: 12 }, (_, index) => {
  const before = index === 0 ? CIRCLE : `<use xlink:href="#g${index - 1}"/>`.repeat(10)
  return `<g id="g${index}">${before}</g>`
}).join('')

const DRAWINGS: Readonly<Record<string, () => string>> = {
  filters: () =>
    svg(
      `<filter id="f">${'<feTurbulence numOctaves="9"/><feMorphology radius="90"/>'.repeat(300)}</filter><rect width="100" height="100" filter="url(#f)"/>`,
    ),
  scripts: () => svg(`<script>for(;;);</script>${CIRCLE}`),
  laughs: () => svg(LAUGHS),
  dashes: () =>
    svg(`<path d="M0 0${'L1e6 50L0 50'.repeat(500)}" stroke="#000" stroke-width="3" stroke-dasharray=".01 .01"/>`),
  depth: () => svg('<g>'.repeat(300_000)),
  shapes: () => svg(CIRCLE.repeat(80_000)),
  size: () => `<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000">${CIRCLE}</svg>`,
  entities: () => `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${entities()}]>${svg('<text>&z9;</text>')}`,
}

const entities = (): string =>
  Array.from(
    { length: 10 },
    (_, index) => `<!ENTITY z${index} "${`&${index === 0 ? 'a' : `z${index - 1}`};`.repeat(10)}">`,
  ).join('')

const siteOf = (host: string, drawing: string): TestSite => ({
  hosts: [`${host}.test`],
  pages: {
    '/': '<!doctype html><title>Logo</title><link rel="icon" type="image/svg+xml" href="/logo.svg">',
    '/logo.svg': { type: 'image/svg+xml', body: drawing },
  },
})

/** One site for each: `logo-filters.test` and so on. */
export const hostileLogos = (): TestSite[] =>
  Object.entries(DRAWINGS).map(([name, draw]) => siteOf(`logo-${name}`, draw()))

export const plainLogo = (host: string): TestSite => siteOf(host, svg(CIRCLE))
