import { AppError } from '../../../errors.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { hidden } from '../../components/field.ts'
import { fieldText, fieldTexts } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { nextPath } from '../../page/next-path.ts'
import type { View } from '../../page/view.ts'

/** People on their way from a list to an action: their addresses, and where to return. */
export interface ChosenPeople {
  emails: readonly string[]
  back: string
  company: string
}

export function chosenPeople({ query, typed }: View): ChosenPeople {
  const sent = [ownValue(typed, 'people')].flat().filter((value) => typeof value === 'string')
  const emails = sent.length > 0 ? sent : (query['people'] ?? '').split(',').filter((value) => value !== '')
  const text = (name: string) => fieldText(typed, name) || (ownValue(query, name) ?? '')
  return { emails: [...new Set(emails)], back: nextPath(text('back')), company: text('company') }
}

export const hiddenPeople = (view: View, { emails, back, company }: ChosenPeople): Html =>
  html`${hidden({ people: emails, back, company, once: view.onceInTabs })}`

/** Shown if no one was ticked. */
export const nobodyChosen = ({ words }: View, { back }: ChosenPeople): Html =>
  html`<h1>${words.search.nobodyTitle}</h1>
    <p>${words.search.nobodyTicked}</p>
    <a class="button" href="${back}">${words.general.back}</a>`

/** Who they are: all if there are few, otherwise some and the number of others. */
export function chosenList({ emails }: ChosenPeople, { words }: View): Html {
  const [shown, more] = [emails.slice(0, MOST_NAMED), emails.slice(MOST_NAMED)]
  const line = (email: string): Html => html`<li class="mono"><bdi>${email}</bdi></li>`
  return html`<ul class="plain muted">
      ${shown.map(line)}
    </ul>
    ${
      more.length === 0
        ? NOTHING
        : html`<details>
            <summary>${words.general.andMore(more.length)}</summary>
            <ul class="plain muted">
              ${more.map(line)}
            </ul>
          </details>`
    }`
}

const MOST_NAMED = 5

/** The addresses of a form. @throws AppError validation_failed when there is none */
export function peopleOf(fields: Fields, view: View): string[] {
  const emails = fieldTexts(fields, 'people')
  if (emails.length === 0)
    throw new AppError('validation_failed', `${view.words.search.nobodyTitle}. ${view.words.search.nobodyTicked}`)
  return emails
}

/** Back to the list, with the same people still ticked. */
export function backWith(back: string, people: readonly string[]): string {
  const [path = '', query = ''] = nextPath(back).split('?', 2)
  if (!path.startsWith('/app/companies/')) return nextPath(back)
  const search = new URLSearchParams(query)
  search.set('people', people.join(','))
  return `${path}?${search.toString()}`
}
