import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { raw } from 'hono/html'
import type { Html } from '../page/html.ts'

const { resolve } = createRequire(import.meta.url)

/** The icons in use: our word → the name of the heroicons drawing. */
const DRAWINGS = {
  accept_all: 'arrows-right-left',
  add: 'plus',
  answers: 'chat-bubble-left-right',
  back: 'arrow-left',
  campaigns: 'paper-airplane',
  check: 'check',
  close: 'x-mark',
  company: 'building-office',
  copy: 'clipboard-document',
  delete: 'trash',
  discover: 'globe-alt',
  disposable: 'clock',
  download: 'arrow-down-tray',
  edit: 'pencil-square',
  filter: 'funnel',
  find: 'user-plus',
  forward: 'chevron-right',
  home: 'home',
  import: 'arrow-up-tray',
  info: 'information-circle',
  invalid: 'x-circle',
  key: 'key',
  leads: 'users',
  link: 'arrow-top-right-on-square',
  lists: 'list-bullet',
  lock: 'lock-closed',
  mailbox: 'inbox',
  menu: 'bars-3',
  more: 'ellipsis-horizontal',
  none: 'minus',
  pause: 'pause',
  person: 'user',
  play: 'play',
  previous: 'chevron-left',
  running: 'arrow-path',
  search: 'magnifying-glass',
  settings: 'cog-6-tooth',
  sign_out: 'arrow-right-start-on-rectangle',
  star: 'star',
  system: 'server-stack',
  team: 'user-group',
  unknown: 'question-mark-circle',
  valid: 'check-circle',
  verify: 'check-badge',
  warning: 'exclamation-triangle',
  watch: 'eye',
  webhook: 'bolt',
  webmail: 'envelope',
} as const

export type IconName = keyof typeof DRAWINGS

/** Attributes of files that inlined drawings do not need: there are dozens on a page. */
const UNUSED = / (?:xmlns|data-slot)="[^"]*"/g

/** Drawings are files of a package, and therefore trusted markup. Read once at start. */
function drawn(folder: string, className: string): ReadonlyMap<string, Html> {
  return new Map(
    Object.entries(DRAWINGS).map(([name, file]) => {
      const svg = readFileSync(resolve(`heroicons/${folder}/${file}.svg`), 'utf8').trim()
      return [
        name,
        raw(svg.replace('<svg ', `<svg class="${className}" `).replaceAll(UNUSED, '').replaceAll(/>\s+</g, '><')),
      ]
    }),
  )
}

const SMALL = drawn('20/solid', 'icon')
const LARGE = drawn('24/outline', 'icon large')
const HOLLOW = drawn('24/outline', 'icon hollow')
const SIZES = { small: SMALL, large: LARGE, hollow: HOLLOW }

/**
 * Purely decorative, so it is not announced to screen readers. `large` is for empty states, `hollow` for what is switched off.
 */
export const icon = (name: IconName, size: keyof typeof SIZES = 'small'): Html => SIZES[size].get(name) as Html
