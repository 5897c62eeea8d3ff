import type { AppError } from '../errors.ts'
import { html, NOTHING } from './page/html.ts'
import type { Html } from './page/html.ts'
import { to } from './page/page-query.ts'
import { sentenceOf } from './page/problems.ts'
import type { View } from './page/view.ts'

const SHOWN = [403, 404, 429, 500, 503] as const

/** The status that people get: too fast is 429 whatever programs are told, a wrong link is not found. */
export function shownStatus({ id, status }: AppError): number {
  if (id === 'rate_limit_exceeded' || id === 'restricted_account') return 429
  return id === 'method_not_allowed' ? 404 : status
}

/** What went wrong, in words, and what to do. */
export function errorScreen(error: AppError, view: View, requestId: string): { title: string; body: Html } {
  const { general } = view.words
  const status = shownStatus(error)
  const known = SHOWN.find((shown) => shown === status)
  const { title, advice } = known === undefined ? general.went.other : general.went[known]
  const { retryAfterSeconds } = error
  // Whose role is no matter is told what to do by the sentence itself.
  const asksOthers = status !== 403 || error.errors.some(({ reason }) => reason === 'role')
  const next = retryAfterSeconds === undefined ? advice : general.tryAgainIn(general.seconds(retryAfterSeconds))
  return {
    title,
    body: html`<section class="narrow">
      <h1>${title}</h1>
      ${error.errors.map((item) => html`<p>${sentenceOf(item, view.words)}</p>`)}
      ${asksOthers ? html`<p>${next}</p>` : NOTHING}
      <p><a class="button" href="${to('/')}">${general.home}</a></p>
      <p class="muted">${general.requestId} <code>${requestId}</code></p>
    </section>`,
  }
}
