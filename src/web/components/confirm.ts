import { html, NOTHING } from '../page/html.ts'
import type { Content, Html } from '../page/html.ts'
import type { View } from '../page/view.ts'
import { enhance } from './enhance.ts'
import { hidden, problemList } from './field.ts'
import { icon } from './icon.ts'
import { iconTooltip } from './tooltip.ts'

export interface Confirmed {
  question: string
  /** What will happen, in numbers. */
  what: Content
  /** Path of the form, below `/app`. */
  action: string
  fields: Parameters<typeof hidden>[0]
  /** Further inputs above the button. */
  more?: Html
  /** The verb with its number: "Delete 12 people". */
  button: string
  isDangerous?: boolean
  /** The target of "Cancel". */
  back: string
}

/** The id of the place on every page where the question of another page can be shown. */
export const ASKED = 'asked'

/** A link that asks first: to its own page or, if there is a script, in a dialog on this one. */
export const asksFirst = (href: string): Html => html` href="${href}"${enhance({ get: href, target: ASKED })}`

/** The closed dialog; a script opens it when a question arrives. */
export const askingDialog = ({ words }: Pick<View, 'words'>): Html =>
  html`<dialog id="asking">
    <div id="${ASKED}"></div>
    <form method="dialog">
      <button class="ghost small" aria-label="${words.general.close}"${iconTooltip(words.general.close)}>${icon('close')}</button>
    </form>
  </dialog>`

/** A page that asks before something irreversible. */
export const confirm = (
  view: View,
  { question, what, action, fields, more, button, isDangerous = true, back }: Confirmed,
): Html =>
  html`<section class="narrow">
    <h1>${question}</h1>
    ${problemList(view)}
    <div>${what}</div>
    <form method="post" action="${action}">
      ${hidden({ ...fields, once: view.once })}${more ?? NOTHING}
      <div class="row">
        <button${isDangerous ? html` data-variant="danger"` : NOTHING}>${button}</button>
        <a class="button outline" data-cancel href="${back}">${view.words.general.cancel}</a>
      </div>
    </form>
  </section>`
