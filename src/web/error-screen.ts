import type { AppError } from '../errors.ts'
import { countdown } from './components/countdown.ts'
import { askAgain } from './components/enhance.ts'
import { hidden } from './components/field.ts'
import { icon } from './components/icon.ts'
import type { Fields } from './page/fields.ts'
import { keptInputs } from './page/kept-typed.ts'
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
  /** What was typed into the form that failed, and the path that takes it; null for any other request. */
  sent: { typed: Fields; action: string } | null
}

/** What may be over by the time the same form is sent again. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 500, 503])

/** Shorter texts are typed again as quickly as they are copied. */
const LONG_TEXT = 60

/** No browser brings back what was typed into a page that it may not store: it is sent again from here, or copied. */
function keptTexts(
  { typed, action }: NonNullable<FailedRequest['sent']>,
  { view: { words }, isTemporary }: { view: View; isTemporary: boolean },
): Html {
  const inputs = keptInputs(typed)
  const long = Object.values(inputs).flatMap((texts) =>
    texts.filter((text) => text.length > LONG_TEXT || /\n/.test(text)),
  )
  const { title, send } = words.accounts.sendAgain
  return html`${long.map(
    (text) => html`<label data-field>${title}<textarea rows="6" readonly>
${text}</textarea></label>`,
  )}
    ${isTemporary ? html`<form method="post" action="${action}"><p>${title}. <button class="outline">${send}</button></p>${hidden(inputs)}</form>` : NOTHING}`
}

/** What went wrong, in words, and what to do. */
export function errorScreen(
  error: AppError,
  view: View,
  { id, back, reloads, sent }: FailedRequest,
): { title: string; body: Html } {
  const { general } = view.words
  const status = shownStatus(error)
  const known = SHOWN.find((shown) => shown === status)
  const { title, advice } = known === undefined ? general.went.other : general.went[known]
  const { retryAfterSeconds } = error
  // If the reader's role is not the cause, the sentence itself says what to do.
  const asksOthers = status !== 403 || error.errors.some(({ reason }) => reason === 'role')
  const next =
    reloads || retryAfterSeconds === undefined
      ? sent !== null && status === 503
        ? general.went[500].advice
        : advice
      : countdown(general.tryAgain, retryAfterSeconds, view.format)
  return {
    title,
    body: html`<section class="narrow">
      <h1>${title}</h1>
      ${error.errors.map((item) => html`<p>${sentenceOf(item, view.words)}</p>`)}
      ${asksOthers ? html`<p>${next}</p>` : NOTHING}
      ${sent === null ? NOTHING : keptTexts(sent, { view, isTemporary: TEMPORARY.has(status) })}
      <p class="row">
        ${back === null ? NOTHING : html`<a class="button" href="${back}">${general.back}</a>`}
        <a class="button${back === null ? '' : ' outline'}" href="${to('/')}">${general.home}</a>
      </p>
      <p class="muted">${general.requestId} <code>${id}</code></p>
    </section>`,
  }
}
