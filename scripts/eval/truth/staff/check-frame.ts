import type { CheckCulture } from './check-cultures.ts'
import type { CheckDice } from './check-dice.ts'
import { checkMenu, checkNoise } from './check-noise.ts'
import type { CheckDraft } from './check-sheet.ts'

/** Wrappers as different systems write them, outermost first. */
const SHELLS: readonly (readonly string[])[] = [
  [
    'div id="page" class="site"',
    'div id="content" class="site-content"',
    'main id="main" class="site-main"',
    'div class="entry-content"',
  ],
  [
    'div class="dialog-off-canvas-main-canvas"',
    'div class="layout-container"',
    'main role="main"',
    'div class="region region-content"',
  ],
  ['div class="body-bg"', 'div class="main-section" id="maincontent"', 'div class="container"', 'div class="col-md-9"'],
  ['table width="760" align="center"', 'tr', 'td class="main" valign="top"', 'div'],
  ['div id="wrapper"', 'section class="inner"'],
  ['main'],
]

/** The whole document around a list of people. */
export function checkFrame(page: {
  culture: CheckCulture
  dice: CheckDice
  host: string
  main: string
  desks: readonly CheckDraft[]
  traps: boolean
}): string {
  const { culture, dice, host, main, desks, traps } = page
  const { lang, staff } = culture.words
  const title = dice.pick(staff)
  const noise = checkNoise(culture, dice, traps ? dice.between(2, 4) : dice.between(0, 1))
  const above = noise.slice(0, Math.floor(noise.length / 2))
  const shell = dice.pick(SHELLS)
  const opened = shell.map((tag) => `<${tag}>`).join('')
  const closed = shell
    .map((tag) => `</${tag.split(' ')[0]}>`)
    .toReversed()
    .join('')
  const intro = dice.chance(0.5) ? '<p>Below you find everybody who works here. We are glad to hear from you.</p>' : ''
  return [
    '<!DOCTYPE html>',
    `<html lang="${lang}"><head><meta charset="utf-8"><title>${title} | ${siteName(host)}</title>`,
    '<link rel="stylesheet" href="/style.css"><script src="/js/site.js"></script></head>',
    `<body class="${dice.pick(['page-template-default page', 'path-staff', 'home', ''])}">`,
    `<header><a class="logo" href="/"><img src="/logo.svg" alt="${siteName(host)}"></a>${checkMenu(dice, traps)}</header>`,
    `${opened}<h1>${title}</h1>${intro}${above.join('\n')}`,
    main,
    `${noise.slice(above.length).join('\n')}${closed}`,
    footer(desks, host, dice),
    '</body></html>',
  ].join('\n')
}

const siteName = (host: string): string => {
  const word = host.split('.')[1] ?? host
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** Writes role addresses in the footer: in columns, a list or one line. */
function footer(desks: readonly CheckDraft[], host: string, dice: CheckDice): string {
  const entries = desks.map((one) => (one.mail === '' ? one.nameHtml : `${one.nameHtml}: ${one.mail}`))
  const shown = dice.pick([
    () => `<ul>${entries.map((one) => `<li>${one}</li>`).join('')}</ul>`,
    () => `<p>${entries.join(' | ')}</p>`,
    () => entries.map((one) => `<div class="widget col-sm-4">${one}</div>`).join(''),
  ])()
  return `<footer>${shown}<p>&copy; ${siteName(host)} · <a href="/privacy">Privacy</a></p></footer>`
}
