import type { Content, Html } from '../page/html.ts'
import { html, NOTHING } from '../page/html.ts'
import type { View } from '../page/view.ts'
import { fieldAt, fieldText, fieldTexts } from '../page/fields.ts'
import { countdown } from './countdown.ts'

export interface FieldOptions {
  name: string
  label: string
  hint?: Content
  value?: string | number | null | undefined
  type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'date' | 'time' | 'url' | 'file' | 'datetime-local'
  required?: boolean
  autocomplete?: string
  placeholder?: string
  min?: number
  max?: number
  maxLength?: number
  /** Focused when the page opens. */
  first?: boolean
  accept?: string
  inputmode?: 'numeric' | 'email' | 'url'
  /** The id of a list of suggestions. */
  list?: string
  /** Filled with the part of the address after `#`. */
  fromHash?: true
}

/** The files of rows that a file chooser offers. */
export const ROWS_FILES =
  '.xlsx,.csv,.xls,.tsv,.txt,.vcf,.html,.json,.jsonl,.yaml,.yml,.md,.zip,.gz,text/csv,text/plain'

/** The content of a field: what was typed and refused, otherwise its value. */
const valueOf = ({ typed }: Pick<View, 'typed'>, name: string, value: FieldOptions['value']): string =>
  fieldAt(typed, name) === undefined ? String(value ?? '') : fieldText(typed, name)

const describedBy = (name: string, hint: Content, problem: string | null): Html => {
  const ids = [hint ? `${name}-hint` : '', problem === null ? '' : `${name}-error`].filter((id) => id !== '')
  return html`${ids.length > 0 ? html` aria-describedby="${ids.join(' ')}"` : NOTHING}${
    problem === null ? NOTHING : html` aria-invalid="true"`
  }`
}

const around = (
  name: string,
  { label, hint }: Pick<FieldOptions, 'label' | 'hint'>,
  problem: string | null,
  control: Html,
): Html =>
  html`<div data-field${problem === null ? NOTHING : html`="error"`}>
    <label for="${name}">${label}</label>${control}${hint ? html`<div data-hint id="${name}-hint">${hint}</div>` : NOTHING}${
      problem === null ? NOTHING : html`<div class="error" id="${name}-error">${problem}</div>`
    }
  </div>`

/** A labelled input, with its problem below it. */
export function inputField(view: View, options: FieldOptions): Html {
  const {
    name,
    type = 'text',
    required,
    autocomplete,
    placeholder,
    min,
    max,
    maxLength,
    first,
    accept,
    inputmode,
    list,
    fromHash,
  } = options
  const problem = view.problems.of(name)
  const value = type === 'password' || type === 'file' ? '' : valueOf(view, name, options.value)
  return around(
    name,
    options,
    problem,
    html`<input id="${name}" name="${name}" type="${type}" value="${value}"${required === true ? html` required` : NOTHING}${attribute('autocomplete', autocomplete)}${attribute('placeholder', placeholder)}${attribute('min', min)}${attribute('max', max)}${attribute('maxlength', maxLength)}${attribute('accept', accept)}${attribute('inputmode', inputmode)}${attribute('list', list)}${first === true ? html` autofocus` : NOTHING}${fromHash === true ? html` data-from-hash` : NOTHING}${describedBy(name, options.hint, problem)} />`,
  )
}

/** An input whose purpose its surroundings show, so that only screen readers need the label; its problem is below it. */
export function plainInput(
  view: Pick<View, 'typed' | 'problems'>,
  { name, label, maxLength, placeholder }: Pick<FieldOptions, 'name' | 'label' | 'maxLength' | 'placeholder'>,
): Html {
  const problem = view.problems.of(name)
  const value = valueOf(view, name, '')
  return html`<span data-field${problem === null ? NOTHING : html`="error"`}><input id="${name}" name="${name}" value="${value}" required aria-label="${label}"${attribute('maxlength', maxLength)}${attribute('placeholder', placeholder)}${describedBy(name, '', problem)} />${
    problem === null ? NOTHING : html`<span class="error" id="${name}-error">${problem}</span>`
  }</span>`
}

const attribute = (name: string, value: string | number | undefined): Html =>
  value === undefined ? NOTHING : html` ${name}="${value}"`

/**
 * A labelled text with several lines. It has no limit in the page: the browser would cut off the end of what is pasted
 * without a word, whereas the server says how long it may be and gives back all of it.
 */
export function textArea(view: View, options: Omit<FieldOptions, 'maxLength'> & { rows?: number }): Html {
  const { name, required, placeholder, rows = 6 } = options
  const problem = view.problems.of(name)
  return around(
    name,
    options,
    problem,
    html`<textarea id="${name}" name="${name}" rows="${rows}"${required === true ? html` required` : NOTHING}${attribute('placeholder', placeholder)}${describedBy(name, options.hint, problem)}>
${valueOf(view, name, options.value)}</textarea
    >`,
  )
}

/** A labelled choice of one; the first entry may be empty. */
export function choice(
  view: View,
  options: FieldOptions & { choices: readonly (readonly [value: string, label: string])[] },
): Html {
  const { name, choices } = options
  const problem = view.problems.of(name)
  const chosen = valueOf(view, name, options.value)
  return around(
    name,
    options,
    problem,
    html`<select id="${name}" name="${name}"${describedBy(name, options.hint, problem)}>
      ${choices.map(([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : NOTHING}>${label}</option>`)}
    </select>`,
  )
}

interface TickOptions {
  name: string
  label: Content
  ticked: boolean
  /** Sent when it is ticked. */
  value?: string
  /** A field that the same form always sends: by it, a form shown again knows that a box was sent without a tick. */
  beside?: string
}

/** A box to tick. */
export function tickBox(
  { typed }: Pick<View, 'typed'>,
  { name, label, ticked, value = 'true', beside }: TickOptions,
): Html {
  const isTicked =
    beside !== undefined && Object.hasOwn(typed, beside) ? fieldTexts(typed, name).includes(value) : ticked
  return html`<label class="tick"
    ><input type="checkbox" name="${name}" value="${value}"${isTicked ? html` checked` : NOTHING} />
    ${label}</label
  >`
}

/** Hidden inputs. Lists are repeated under their name. */
export const hidden = (
  fields: Readonly<Record<string, string | number | readonly (string | number)[] | null | undefined>>,
): Html =>
  html`${Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []].flat().map((item) => html`<input type="hidden" name="${name}" value="${item}" />`),
  )}`

/** What is wrong, where it cannot be overlooked: it gets the focus. */
export const problemBox = (content: Content): Html =>
  html`<div role="alert" data-variant="danger" class="problems" tabindex="-1" autofocus><div>${content}</div></div>`

/** All problems above a form, with links to their fields. */
export const problemList = ({ problems, words, format }: Pick<View, 'problems' | 'words' | 'format'>): Html =>
  problems.all.length === 0
    ? NOTHING
    : problemBox(html`<strong>${words.general.problems}</strong>
        <ul>
          ${problems.all.map(({ field, sentence }) => html`<li>${field === null ? countdown(sentence, problems.retryAfterSeconds, format) : html`<a href="#${field}">${sentence}</a>`}</li>`)}
        </ul>`)
