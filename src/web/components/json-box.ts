import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import { changed, to } from '../page/page-query.ts'
import type { View } from '../page/view.ts'
import { copyBox } from './copy-box.ts'

/** The `/v2` call behind a screen, as a program would make it. */
export interface JsonCall {
  method: 'GET' | 'POST'
  /** Below `/v2`, such as `/domain-search`. */
  path: string
  /** Parameters: in the query of a GET, in the body of a POST. */
  parameters: Readonly<Record<string, unknown>>
  answer: { data: unknown; meta: unknown }
}

/** A link that shows it on the same page. */
export const jsonLink = (view: View): Html =>
  html`<a class="button ghost small" href="${to(view.path, { ...view.query, json: 'true' })}#json">${view.words.search.json}</a>`

/** The call and its answer, if the reader asked for them. */
export function jsonBox(view: View, call: JsonCall | null): Html {
  if (call === null || view.query['json'] === undefined) return NOTHING
  const { words, place } = view
  const { data, meta } = call.answer
  const answer = JSON.stringify({ data, meta }, null, 2)
  return html`<section id="json" class="stack">
    <h2>${words.search.jsonTitle}</h2>
    ${copyBox(commandOf(call, place.publicUrl), { words, label: words.search.jsonTitle, lines: true })}
    ${copyBox(answer, { words, label: words.search.answer, lines: true })}
    <a class="button ghost small" href="${to(view.path, changed(view.query, { json: null }))}">${words.general.close}</a>
  </section>`
}

function commandOf({ method, path, parameters }: JsonCall, publicUrl: string): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null)
  if (method === 'POST') {
    const body = JSON.stringify(Object.fromEntries(given)).replaceAll("'", String.raw`'\''`)
    return `curl '${publicUrl}/v2${path}' -H "x-api-key: $QUARRY_KEY" -H 'content-type: application/json' -d '${body}'`
  }
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, textOf(value)])).toString()
  return `curl '${publicUrl}/v2${path}${query === '' ? '' : `?${query}`}' -H "x-api-key: $QUARRY_KEY"`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
