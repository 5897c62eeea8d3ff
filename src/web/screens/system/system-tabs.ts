import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import type { Words } from '../../words/words.ts'

const TABS: readonly (readonly [word: keyof Words['system']['tabs'], path: string])[] = [
  ['overview', '/system'],
  ['crawls', '/system/crawls'],
  ['optOuts', '/system/opt-outs'],
  ['accounts', '/system/accounts'],
  ['operators', '/system/operators'],
]

const isHere = (tab: string, path: string): boolean => path === tab || (tab !== '/system' && path.startsWith(`${tab}/`))

/** The tabs below the heading of all screens under `/system`. */
export const systemTabs = ({ words, path }: Pick<View, 'words' | 'path'>): Html =>
  html`<ul class="tabs-line">
    ${TABS.map(
      ([word, tab]) =>
        html`<li><a href="${to(tab)}"${isHere(tab, path) ? html` aria-current="page"` : NOTHING}>${words.system.tabs[word]}</a></li>`,
    )}
  </ul>`
