import type { PageInput } from '../../src/engine/extract/page/page-facts.ts'

/** Pages of one domain, similar in weight to those of business sites: head, navigation, inline scripts, cards of people. */
const PAGES = 200
const CARDS = 24
const PARAGRAPHS = 40
const DOMAIN = 'acme.example'
const WORDS =
  'we build small engines for boats and pumps that run on the power of the tide in every season of the year'.split(' ')
const NAMES = 'Ada Blum,Jon Carver,Mia Dorn,Leo Ester,Ida Falk,Tom Gruber,Eva Holt,Max Imhof'.split(',')

/** Returns the same pages at every call: a benchmark in a fresh clone needs no data. */
export function syntheticPages(): PageInput[] {
  return Array.from({ length: PAGES }, (_, page) => ({
    url: `https://www.${DOMAIN}/page-${page}/`,
    domain: DOMAIN,
    html: `<!DOCTYPE html><html lang="en"><head>${head(page)}</head><body>${navigation()}${body(page)}${scripts(page)}</body></html>`,
  }))
}

const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('\n')

const head = (page: number): string =>
  `<meta charset="utf-8"><title>Acme &ndash; page ${page}</title><link rel="canonical" href="/page-${page}/">
<style>${repeat(40, (i) => `.block-${i}{margin:0 auto;padding:${i}px 4px;color:#33${i}}`)}</style>
${repeat(12, (i) => `<link rel="stylesheet" href="/assets/theme-${i}.css?ver=5.${i}" type="text/css" media="all">`)}`

const navigation = (): string =>
  `<nav class="menu"><ul>${repeat(60, (i) => `<li id="menu-item-${i}" class="menu-item menu-item-${i}"><a href="/section-${i % 9}/topic-${i}/">Topic ${i}</a></li>`)}</ul></nav>`

const sentence = (seed: number): string =>
  repeat(30, (i) => WORDS[(seed * 7 + i * 3) % WORDS.length] ?? '').replaceAll('\n', ' ')

function body(page: number): string {
  const text = repeat(
    PARAGRAPHS,
    (i) => `<p class="text block-${i}"><strong>${i}.</strong> ${sentence(page + i)} &amp; more&#8217;s to come.</p>`,
  )
  return `<main><h1>Our work ${page}</h1>${text}${page % 4 === 0 ? repeat(CARDS, (i) => card(page, i)) : ''}</main><footer>&copy; Acme, info@${DOMAIN}</footer>`
}

function card(page: number, index: number): string {
  const name = NAMES[(page + index) % NAMES.length] ?? ''
  const mailbox = `${name.toLowerCase().replace(' ', '.')}${index}@${DOMAIN}`
  return `<div class="card"><img src="/img/${index}.jpg" alt="${name}" width="120" height="120"><h3>${name}</h3><p class="role">Engineer</p>
<a href="mailto:${mailbox}">${mailbox}</a> <a href="tel:+35315550${100 + index}">+353 1 555 0${100 + index}</a></div>`
}

const scripts = (page: number): string =>
  repeat(
    6,
    (i) =>
      `<script>window.state${i}={"page":${page},"items":[${repeat(60, (j) => `{"id":${j},"path":"/item/${j}","on":true}`).replaceAll('\n', ',')}]};</script>`,
  )
