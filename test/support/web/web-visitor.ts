import type { ROLE_NAMES } from '../../../src/core/accounts/roles.ts'
import { openSession } from '../../../src/core/logins/sessions.ts'
import type { TestApp } from '../app.ts'
import { ask } from '../ask.ts'
import type { Asked } from '../ask.ts'

export interface Visitor {
  /** `quarry_session=…` */
  cookie: string
  loginId: number
  accountId: number
  /** Requests a page relative to `/app`; redirects are not followed. */
  see: (path: string, headers?: Record<string, string>) => Promise<Page>
  /** Sends a form as Quarry's pages do; a list is sent as repeated fields. */
  send: (path: string, fields: FormFields, headers?: Record<string, string>) => Promise<Page>
}

export type FormFields = Readonly<Record<string, string | number | readonly (string | number)[]>>

export interface Page {
  status: number
  headers: Headers
  html: string
}

export interface VisitorOptions {
  role?: (typeof ROLE_NAMES)[number]
  /** By default a new address. */
  email?: string
  operator?: boolean
  /** By default the first account. */
  accountId?: number
  language?: 'en' | 'de'
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'

let made = 0

/** Creates a person with a login and a session, without going through the pages. */
export async function webVisitor(
  app: Pick<TestApp, 'context' | 'origin'>,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { role = 'owner', email = `person${(made += 1)}@birch.example`, operator = false, language } = options
  const { pool } = app.context.database
  const accountId = options.accountId ?? (await app.context.store.accounts.firstUser())?.accountId ?? 0
  const login = 'insert into logins (email, operator, language) values ($1, $2, $3) returning id'
  const loginId = (await pool.query<{ id: number }>(login, [email, operator, language ?? null])).rows[0]?.id ?? 0
  await pool.query('insert into users (account_id, login_id, role, email) values ($1, $2, $3, $4)', [
    accountId,
    loginId,
    role,
    email,
  ])
  const { token } = await openSession(app.context, { loginId, accountId, browser: 'Test', network: '127.0.0.1' })
  const cookie = `quarry_session=${token}`
  return { ...anyVisitor(app.origin, cookie), cookie, loginId, accountId }
}

/**
 * A visitor at a browser.
 * @param cookie as the browser sends it
 */
export function anyVisitor(origin: string, cookie = ''): Pick<Visitor, 'see' | 'send'> {
  const visit = async (path: string, asked: Asked): Promise<Page> => {
    const { status, headers, text: html } = await ask(`${origin}/app${path}`, asked)
    return { status, headers, html }
  }
  const common = cookie === '' ? {} : { cookie }
  return {
    see: (path, headers = {}) => visit(path, { headers: { ...common, accept: 'text/html', ...headers } }),
    send: (path, fields, headers = {}) =>
      visit(path, {
        method: 'POST',
        headers: { ...common, 'content-type': FORM, 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(
          Object.entries(fields).flatMap(([name, value]) =>
            [value].flat().map((item) => [name, String(item)] as [string, string]),
          ),
        ).toString(),
      }),
  }
}

/** Returns the cookies that an answer sets, as a browser sends them back. */
export const cookiesSet = ({ headers }: Page): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(';')))
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ')

/**
 * Returns cookies for a browser.
 * @param cookie of a visitor
 */
export const cookiesOf = (cookie: string): { name: string; value: string }[] =>
  cookie
    .split('; ')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }))

/** The HTML of each page from a path on; `between` runs after each. */
export async function pagesFrom(
  visitor: Pick<Visitor, 'see'>,
  start: string,
  between: (page: number) => Promise<unknown>,
): Promise<string[]> {
  const pages: string[] = []
  for (let path: string | undefined = start; path !== undefined && pages.length < MOST_PAGES;) {
    const { html } = await visitor.see(path)
    path = /rel="next" href="\/app([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    await between(pages.push(html))
  }
  return pages
}
const MOST_PAGES = 10
