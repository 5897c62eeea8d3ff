import type { Scope } from '../../context.ts'
import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import { to } from '../page/page-query.ts'
import type { View } from '../page/view.ts'
import type { Words } from '../words/words.ts'

const TABS: readonly (readonly [word: keyof Words['accounts']['tabs'], path: string, scope: Scope])[] = [
  ['profile', '/settings/profile', 'read'],
  ['security', '/settings/security', 'read'],
  ['team', '/settings/team', 'team'],
  ['keys', '/settings/keys', 'read'],
  ['apps', '/settings/apps', 'read'],
  ['webhooks', '/settings/webhooks', 'read'],
  ['usage', '/settings/usage', 'read'],
  ['optouts', '/settings/opt-outs', 'read'],
  ['audit', '/settings/audit', 'team'],
]

/** The tabs below the heading of all screens under `/settings`, limited to those the reader may open. */
export const settingsTabs = ({ words, path, can }: Pick<View, 'words' | 'path' | 'can'>): Html =>
  html`<ul class="tabs-line">
    ${TABS.filter(([, , scope]) => can(scope)).map(
      ([word, tab]) =>
        html`<li><a href="${to(tab)}"${path === tab || path.startsWith(`${tab}/`) ? html` aria-current="page"` : NOTHING}>${words.accounts.tabs[word]}</a></li>`,
    )}
  </ul>`
