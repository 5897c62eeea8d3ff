import { html, NOTHING } from '../page/html.ts'
import type { Content, Html } from '../page/html.ts'
import type { View } from '../page/view.ts'
import { hidden, problemList } from './field.ts'

export interface Confirmed {
  question: string
  /** What will happen, in numbers. */
  what: Content
  /** A form below `/app`. */
  action: string
  fields: Parameters<typeof hidden>[0]
  /** What is still to be said: inputs above the button. */
  more?: Html
  /** The verb, with its number: "Delete 12 people". */
  button: string
  isDangerous?: boolean
  /** Where "Cancel" leads. */
  back: string
}

/** A page that asks before what nothing brings back. */
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
        <a class="button outline" href="${back}">${view.words.general.cancel}</a>
      </div>
    </form>
  </section>`
