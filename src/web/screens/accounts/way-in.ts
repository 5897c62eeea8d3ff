import type { Context } from '../../../context.ts'
import type { Entered, Newcomer } from '../../../core/logins/enter.ts'
import { putNotice } from '../../../core/logins/sessions.ts'
import { AppError } from '../../../errors.ts'
import { browserName } from '../../../lib/text/browser-name.ts'
import type { Notice } from '../../page/notice.ts'
import type { Next, Visitor } from '../../page/screen.ts'
import type { Words } from '../../words/words.ts'

/** Who comes, as signing in wants to know it. */
export const comingFrom = ({ network, browser, requestId, cookie }: Visitor): Newcomer => ({
  ip: network,
  browser: browserName(browser),
  device: cookie('device'),
  requestId,
})

/** On to a screen, with the cookies of a session that has just begun. @param path as `to` writes it */
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

/** Refusals to let somebody in, said in the form itself and not on their own page. */
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
