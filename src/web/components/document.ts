import { raw } from 'hono/html'
import { ownValue } from '../../lib/text/own-value.ts'
import { assetPath } from '../page/assets.ts'
import { html, NOTHING } from '../page/html.ts'
import type { Content, Html } from '../page/html.ts'
import type { Notice } from '../page/notice.ts'
import { to } from '../page/page-query.ts'
import type { Refresh } from '../page/screen.ts'
import type { View } from '../page/view.ts'
import { askingDialog } from './confirm.ts'
import { hidden, problemBox } from './field.ts'
import { icon } from './icon.ts'
import { navigation } from './nav.ts'
import type { NavLine } from './nav.ts'
import { iconTooltip } from './tooltip.ts'

export interface PageParts {
  title: string
  body: Content
  view: View
  lines: readonly NavLine[]
  notice: Notice | null
  /** Without frame and navigation. */
  bare: boolean
  /** Without a script, the page is loaded again, automatically or by its reader. */
  refreshes: Refresh
  /** Scripts and styles for certain screens only. */
  more?: Html
}

/** Marks the end of a page, which browsers wait for if they can. */
const END = html`<i id="whole" hidden></i>`

/** The whole page. It is shown once its last row has arrived, so that nothing moves. */
export const document = (parts: PageParts): Html => {
  const { title, view, bare, refreshes, more = NOTHING } = parts
  const { words, me } = view
  return html`${raw('<!doctype html>')}
    <html lang="${words.language}"${me?.login.theme ? html` data-theme="${me.login.theme}"` : NOTHING}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${view.problems.all.length === 0 ? '' : `${words.general.problems} `}${title} · Quarry</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content="extensions:none, includeIndicatorCSS:false, history:reload" />
        <link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetPath('oat.css')}" />
        <link rel="stylesheet" href="${assetPath('quarry.css')}" />
        <link rel="expect" href="#whole" blocking="render" />
        ${refreshes === true ? html`<noscript><meta http-equiv="refresh" content="5" /></noscript>` : NOTHING}
        <script src="${assetPath('oat.js')}" defer></script>
        <script src="${assetPath('htmx.js')}" defer></script>
        <script src="${assetPath('quarry.js')}" defer></script>
        ${more}
      </head>
      ${bare || me === null ? alone(parts) : framed(parts)}
    </html>`
}

const logo = (): Html => html`<img src="${assetPath('icon.svg')}" alt="" width="24" height="24" />`

const alone = ({ body, view, notice, refreshes }: PageParts): Html =>
  html`<body class="alone">
    <header><span class="brand">${logo()}Quarry</span></header>
    <main id="main">${beforeAll(view, notice)}${refreshes === 'by the reader' ? showNewest(view) : NOTHING}${body}</main>
    ${END}
  </body>`

const framed = ({ body, view, lines, notice, refreshes }: PageParts): Html => {
  const { general } = view.words
  return html`<body class="framed${view.me?.login.compact === true ? ' compact' : ''}"${view.me?.login.shortcuts === false ? NOTHING : html` data-shortcuts`}>
    <a class="skip" href="#main">${general.skip}</a>
    <header class="top">
      <a class="brand" href="${to('/')}">${logo()}Quarry</a>
      <form role="search" action="${to('/search')}" class="search">
        <input type="search" name="q" id="search" value="" aria-label="${general.search}" placeholder="${general.searchHint}" maxlength="1000" />
        <button class="ghost" aria-label="${general.search}"${iconTooltip(view.words.search.boxPrice)}>${icon('search')}</button>
      </form>
    </header>
    <details class="side">
      <summary>${icon('menu')}${general.menu}</summary>
      <nav aria-label="${general.menu}">${navigation(lines, view)}</nav>
    </details>
    <main id="main" tabindex="-1">${beforeAll(view, notice)}${refreshes === 'by the reader' ? showNewest(view) : NOTHING}${body}</main>
    ${askingDialog(view)}
    ${END}
  </body>`
}

function beforeAll(view: View, notice: Notice | null): Html {
  const { words, place } = view
  return html`${place.isPrivate ? NOTHING : html`<p class="warning">${icon('lock')}${words.general.notEncrypted}</p>`}${notice === null ? NOTHING : said(notice, view)}`
}

/** Only for browsers without a script: where there is one, parts of the page renew themselves. */
const showNewest = ({ path, query, words }: View): Html =>
  html`<p class="row muted unscripted">${words.general.stillRuns} <a href="${to(path, query)}">${words.general.showNewest}</a></p>`

/** What has happened, and how to undo it. */
function said({ word, values, isProblem, undo, link }: Notice, { words, once }: View): Html {
  const sentence = ownValue(words.notices, word)?.(values)
  if (sentence === undefined) return NOTHING
  if (isProblem) return problemBox(html`${sentence}`)
  return html`<output role="status" class="notice"${undo === undefined && link === undefined ? NOTHING : html` data-undo`}>
    <span>${icon('check')}${sentence}</span>
    ${link === undefined ? NOTHING : html`<a class="button small outline" href="${link.path}">${link.label}</a>`}
    ${
      undo === undefined
        ? NOTHING
        : html`<form method="post" action="${undo.action}">${hidden({ ...undo.fields, once: `undo-${once}` })}<button class="small outline">${words.general.undo}</button></form>`
    }
  </output>`
}
