import type { Context } from '../../../context.ts'
import type { Entered, Newcomer } from '../../../core/logins/enter.ts'
import { putNotice } from '../../../core/logins/sessions.ts'
import { AppError } from '../../../errors.ts'
import { browserName } from '../../../lib/text/browser-name.ts'
import { fieldText } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import type { Notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import type { Next, Visitor } from '../../page/screen.ts'
import type { Words } from '../../words/words.ts'

/** The visitor in the form that signing in needs. */
export const comingFrom = ({ network, browser, requestId, cookie }: Visitor, fields: Fields = {}): Newcomer => ({
  ip: network,
  timeZone: fieldText(fields, 'time_zone'),
  browser: browserName(browser),
  device: cookie('device'),
  requestId,
})

/** Filled with the browser's time zone if scripts are on. */
export const zoneField = (): Html => html`<input type="hidden" name="time_zone" value="" data-time-zone />`

/**
 * Leads to the provider; the browser's time zone is added if scripts are on.
 * @param query as `GoToOidc` reads it
 */
export const oidcLink = (words: Words, name: string, query: Record<string, string>): Html =>
  html`<a class="button outline" href="${to('/login/oidc', query)}" data-time-zone>${words.accounts.signInWith(name)}</a>`

/** Continues on a screen, with the cookies of a new session. @param path as written by `to` */
export async function enteredAt(context: Context, entered: Entered, path: string, notice?: Notice): Promise<Next> {
  if (notice !== undefined) await putNotice(context, entered.hash, notice)
  return {
    kind: 'see',
    path,
    cookies: [
      { name: 'session', value: entered.token },
      { name: 'device', value: entered.device },
    ],
  }
}

/** Shows refusals to sign someone in within the form itself, not on a page of their own. */
export async function saidInForm<T>(words: Words, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [{ details, reason }] = error.errors
    if (![401, 403, 429].includes(error.status) && !(error.status === 503 && reason !== undefined)) throw error
    const { retryAfterSeconds } = error
    if (error.status === 429 && retryAfterSeconds !== undefined)
      throw new AppError('validation_failed', words.accounts.tooManyTries, { retryAfterSeconds })
    throw new AppError('validation_failed', details, reason === undefined ? {} : { reason })
  }
}

/** The same for people who are signed in: only their password can be wrong, and that stands at its field. */
export const saidAtPassword = <T>(words: Words, field: string, act: () => Promise<T>): Promise<T> =>
  saidInForm(words, async () => {
    try {
      return await act()
    } catch (error) {
      const isWrong = error instanceof AppError && error.errors[0].reason === 'wrong_password'
      throw isWrong ? new AppError('validation_failed', words.accounts.wrongPassword, { field }) : error
    }
  })
