import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import { to } from '../page/page-query.ts'
import type { View } from '../page/view.ts'
import { icon } from './icon.ts'
import type { IconName } from './icon.ts'
import { iconTooltip, tooltip } from './tooltip.ts'

/** One line of the navigation, from the table of routes. */
export interface NavLine {
  path: string
  label: string
  icon: IconName
  apart: boolean
}

/** Where the reader can go; `path` is that of the current screen. */
export const navigation = (lines: readonly NavLine[], { path, words, me }: View): Html =>
  html`<ul>
      ${lines.map(
        (line) =>
          html`<li${line.apart ? html` class="apart"` : NOTHING}><a href="${to(line.path)}"${isHere(line.path, path) ? html` aria-current="page"` : NOTHING}>${icon(line.icon)}${line.label}</a></li>`,
      )}
    </ul>
    <form method="post" action="${to('/logout')}" class="leave">
      ${who(me, words)}
      <button class="ghost small" aria-label="${words.general.signOut}"${iconTooltip(words.general.signOut)}>${icon('sign_out')}</button>
    </form>`

/** The account the reader works in; a link if there are others to choose from. */
function who(me: View['me'], words: View['words']): Html {
  const name = html`<bdi${tooltip(me?.login.email)}>${me?.account.name ?? me?.login.email}</bdi>`
  if ((me?.memberships ?? 0) < 2) return name
  return html`<a href="${to('/accounts')}"${tooltip(words.accounts.switchAccount)}>${name}</a>`
}

/** Screens that belong to a line with another name. */
const UNDER: ReadonlyMap<string, string> = new Map([
  ['companies', 'find'],
  ['people', 'find'],
  ['save', 'find'],
  ['write', 'find'],
  ['imports', 'leads'],
  ['exports', 'leads'],
  ['conversations', 'answers'],
])

/** All screens of a section share its first word. */
function isHere(line: string, path: string): boolean {
  const [, section = ''] = path.split('/')
  return line.split('/')[1] === (UNDER.get(section) ?? section)
}
