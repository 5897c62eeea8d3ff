import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import type { Context } from '../context.ts'
import { takeNotice } from '../core/logins/sessions.ts'
import { document } from './components/document.ts'
import type { NavLine } from './components/nav.ts'
import type { Html } from './page/html.ts'
import { noticeOf } from './page/notice.ts'
import { PAGE_ACCOUNT } from './page/fields.ts'
import type { Refresh } from './page/screen.ts'
import type { View } from './page/view.ts'

const compressed = promisify(gzip)
/** A smaller page does not get shorter by compression. */
const MIN_COMPRESSED = 1_400

/** Every form names the account its page was made for, because another window may since have switched accounts. */
const withAccount = (markup: string, { me }: View): string =>
  me === null
    ? markup
    : markup.replaceAll(
        /<form method="post"[^>]*>/g,
        `$&<input type="hidden" name="${PAGE_ACCOUNT}" value="${me.principal.accountId}" />`,
      )

export interface SentPage {
  title: string
  body: Html
  view: View
  lines: readonly NavLine[]
  status?: number
  bare?: boolean
  /** It shows something once: its length must not help to guess its content (BREACH). */
  secret?: boolean
  refreshes?: Refresh
  more?: Html
}

/** Sends a whole page, with the session's notice on top. */
export async function sendPage(context: Context, request: Request, response: Response, sent: SentPage): Promise<void> {
  const { view, status = 200, bare = false, refreshes = false, secret = false, ...parts } = sent
  const notice = view.me === null ? null : noticeOf(await takeNotice(context, view.me.session.hash))
  const page = document({ ...parts, view, bare, refreshes, notice })
  await sendHtml(request, response.status(status), page, { view, secret })
}

/** Sends markup, compressed if that is worthwhile. */
export async function sendHtml(
  request: Request,
  response: Response,
  markup: Html,
  { view, secret = false }: { view: View; secret?: boolean },
): Promise<void> {
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  const bytes = Buffer.from(withAccount(markup.toString(), view))
  if (secret || bytes.length < MIN_COMPRESSED || request.acceptsEncodings('gzip') !== 'gzip')
    return void response.end(bytes)
  response.setHeader('Content-Encoding', 'gzip')
  response.appendHeader('Vary', 'Accept-Encoding')
  response.end(await compressed(bytes, { level: 6 }))
}
