import type { AppError } from '../errors.ts'
import { countdown } from './components/countdown.ts'
import { askAgain } from './components/enhance.ts'
import { icon } from './components/icon.ts'
import { html, NOTHING } from './page/html.ts'
import type { Html } from './page/html.ts'
import { to } from './page/page-query.ts'
import { sentenceOf } from './page/problems.ts'
import type { View } from './page/view.ts'

const SHOWN = [403, 404, 429, 500, 503] as const

/** The status for people: a rate limit is 429 whatever programs get, a wrong link is not found. */
export function shownStatus({ id, status }: AppError): number {
  if (id === 'rate_limit_exceeded' || id === 'restricted_account') return 429
  return id === 'method_not_allowed' ? 404 : status
}

/**
 * The same in place of part of a page, which keeps everything that was typed.
 * @param from where a part that was only read is requested again, because the fault may be temporary
 */
export function errorPart(error: AppError, view: View, { part, from }: { part: string; from: string | null }): Html {
  const again = from === null ? NOTHING : askAgain(view, { get: from, target: part, afterMs: ASK_AGAIN_MS })
  const sentences = error.errors.map((item) => sentenceOf(item, view.words)).join(' ')
  return html`<div id="${part}" role="alert" class="card">${again}<p class="warning">${icon('warning')}<span>${sentences}</span></p></div>`
}

const ASK_AGAIN_MS = 5_000

/** A request that failed. */
export interface FailedRequest {
  id: string
  /** The page that led there, if it was another one of ours. */
  back: string | null
  /** The page reloads by itself. */
  reloads: boolean
}

/** What went wrong, in words, and what to do. */
export function errorScreen(
  error: AppError,
  view: View,
  { id, back, reloads }: FailedRequest,
): { title: string; body: Html } {
  const { general } = view.words
  const status = shownStatus(error)
  const known = SHOWN.find((shown) => shown === status)
  const { title, advice } = known === undefined ? general.went.other : general.went[known]
  const { retryAfterSeconds } = error
  // If the reader's role is not the cause, the sentence itself says what to do.
  const asksOthers = status !== 403 || error.errors.some(({ reason }) => reason === 'role')
  const next =
    reloads || retryAfterSeconds === undefined ? advice : countdown(general.tryAgain, retryAfterSeconds, view.format)
  return {
    title,
    body: html`<section class="narrow">
      <h1>${title}</h1>
      ${error.errors.map((item) => html`<p>${sentenceOf(item, view.words)}</p>`)}
      ${asksOthers ? html`<p>${next}</p>` : NOTHING}
      <p class="row">
        ${back === null ? NOTHING : html`<a class="button" href="${back}">${general.back}</a>`}
        <a class="button${back === null ? '' : ' outline'}" href="${to('/')}">${general.home}</a>
      </p>
      <p class="muted">${general.requestId} <code>${id}</code></p>
    </section>`,
  }
}
