import { AppError } from '../../../errors.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { hidden } from '../../components/field.ts'
import { fieldText, fieldTexts } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { nextPath } from '../../page/next-path.ts'
import type { View } from '../../page/view.ts'

/** People on their way from a list to something that is done with them: their addresses travel along, and where to return. */
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
  html`${hidden({ people: emails, back, company, once: view.once })}`

/** Where nobody was ticked. */
export const nobodyChosen = ({ words }: View, { back }: ChosenPeople): Html =>
  html`<h1>${words.search.nobodyTicked}</h1>
    <a class="button" href="${back}">${words.general.back}</a>`

/** The addresses of a form. @throws AppError validation_failed when there is none */
export function peopleOf(fields: Fields, view: View): string[] {
  const emails = fieldTexts(fields, 'people')
  if (emails.length === 0) throw new AppError('validation_failed', view.words.search.nobodyTicked)
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
