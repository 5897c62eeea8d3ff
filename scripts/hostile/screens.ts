import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { ROUTES } from '../../src/api/routes.ts'
import { sessionHash } from '../../src/core/logins/sessions.ts'
import { OAUTH_PATHS } from '../../src/oauth/provider.ts'
import { WEB_ROUTES } from '../../src/web/web-routes.ts'
import type { Attack, HostileHouse, HostileKind } from './attack.ts'
import { inTurn } from './in-turn.ts'
import { largeBodies } from './large-bodies.ts'
import type { LargeBody } from './large-bodies.ts'

/**
 * Bodies that are expensive to read, for every form of the screens and where apps connect, and odd queries for
 * everything that is only read.
 */

/** The limit of a form. */
const FORM_SIZE = 1_048_576 - 64
/** The size of ordinary forms. */
const TINY_SIZE = 1_024
/** A request line and its headers have 16 KB together (Node's limit). */
const QUERY_SIZE = 12_000

const REFUSED = [400, 401, 403, 404, 409, 413, 415, 422, 429, 431, 451]
const FORM_ANSWERS = [200, 303, 402, ...REFUSED]

const filled = (path: string): string => path.replaceAll(/:\w+/g, '1')
const formPaths = WEB_ROUTES.filter(({ kind }) => kind === 'form').map(({ path }) => `/app${filled(path)}`)
const shownPaths = WEB_ROUTES.filter(({ kind }) => kind !== 'form').map(({ path }) => `/app${filled(path)}`)
const readPaths = ROUTES.filter(({ method }) => method === 'get').map(({ path }) => `/v2${filled(path)}`)
const appPaths = [OAUTH_PATHS.token, OAUTH_PATHS.revocation, OAUTH_PATHS.registration, '/oauth/consent/x']

const [large, tiny] = [FORM_SIZE, TINY_SIZE].map(largeBodies) as [Bodies, Bodies]
type Bodies = ReturnType<typeof largeBodies>
/** Browser forms have no special type for these. */
const names = Object.keys(large).filter((name) => !name.startsWith('CSV') && !name.startsWith('tabs'))
const bodyOf = (bodies: Bodies, name: string): LargeBody => bodies[name] ?? { type: '', text: '' }

/** What a browser sends from a page of Quarry. */
const FROM_US = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }

interface Sender {
  house: HostileHouse
  headers: Readonly<Record<string, string>>
}

async function post({ house, headers }: Sender, path: string, { type, text }: LargeBody): Promise<number> {
  const all = { ...headers, ...(type !== '' && { 'content-type': type }) }
  return (await house.send(path, { method: 'POST', redirect: 'manual', headers: all, body: text })).status
}

const withoutSession: Attack[] = names.map((name) => ({
  name: `forms, not signed in: ${name}`,
  run: (house) =>
    inTurn(formPaths, async (path) => {
      const got = await post({ house, headers: FROM_US }, path, bodyOf(large, name))
      return { what: `POST ${path}`, got, wanted: FORM_ANSWERS }
    }),
}))

const fromElsewhere: Attack = {
  name: 'forms, sent by a page of others: all kinds',
  run: (house) =>
    inTurn(crossed(formPaths), async ({ path, name }) => {
      const got = await post({ house, headers: { 'sec-fetch-site': 'cross-site' } }, path, bodyOf(large, name))
      return { what: `${name} to POST ${path}`, got, wanted: [403] }
    }),
}

const withSession: Attack[] = names.map((name) => ({
  name: `forms, signed in: ${name}`,
  run: async (house) => {
    // Some forms end their session, and some delete the account.
    const cookies = await sessionsFor(house.pool, formPaths.length)
    return inTurn(
      formPaths.map((path, index) => ({ path, cookie: cookies[index] ?? '' })),
      async ({ path, cookie }) => {
        const got = await post({ house, headers: { ...FROM_US, cookie } }, path, bodyOf(large, name))
        return { what: `POST ${path}`, got, wanted: FORM_ANSWERS }
      },
    )
  },
}))

const atApps: Attack = {
  name: 'where apps connect: all kinds',
  run: async (house) => {
    const [cookie = ''] = await sessionsFor(house.pool, 1)
    return inTurn(crossed(appPaths), async ({ path, name }) => {
      const got = await post({ house, headers: { ...FROM_US, cookie } }, path, bodyOf(large, name))
      return { what: `${name} to POST ${path}`, got, wanted: REFUSED }
    })
  },
}

const many = (piece: string): string => piece.repeat(QUERY_SIZE / piece.length)

const QUERIES: Readonly<Record<string, string>> = {
  'many names': Array.from({ length: QUERY_SIZE / 8 }, (_, i) => `k${i}=1`).join('&'),
  'one name again and again': many('domain=a&'),
  'deep brackets': `filters${many('[a]')}=1`,
  'brackets that open': many('a[&'),
  'names that every object has': many('__proto__[x]=1&constructor=2&'),
  'one long value': `query=${'x'.repeat(QUERY_SIZE)}`,
  'one long value of each name': ['domain', 'company', 'email', 'query', 'sort', 'cursor', 'ids', 'limit', 'offset']
    .map((name) => `${name}=${'z'.repeat(QUERY_SIZE / 10)}`)
    .join('&'),
  'escapes of nothing': `query=${many('%00')}`,
  'broken escapes': `query=${many('%E0%A4%A')}`,
  wildcards: `query=${many('%25_')}&company=${'%25'.repeat(50)}`,
}

const queries: Attack[] = Object.entries(QUERIES).map(([name, query]) => ({
  name: `queries: ${name}`,
  run: async (house) => {
    const [cookie = ''] = await sessionsFor(house.pool, 1)
    return inTurn([...readPaths, ...shownPaths], async (path) => {
      const headers = path.startsWith('/v2') ? { 'x-api-key': house.key } : { ...FROM_US, cookie }
      const { status } = await house.send(`${path}?${query}`, { headers, redirect: 'manual' })
      return { what: `GET ${path}`, got: status, wanted: [...FORM_ANSWERS, 202, 204, 302, 501] }
    })
  },
}))

const crossed = (paths: readonly string[]) => names.flatMap((name) => paths.map((path) => ({ path, name })))

/** Sessions of owners who have just confirmed their identity, each in a new account. */
async function sessionsFor(pool: Pool, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  for (const token of tokens)
    await pool.query(
      `with account as (insert into accounts (plan) values ('unlimited') returning id),
         login as (insert into logins (email, operator) values ($1, false) returning id),
         owner as (insert into users (account_id, login_id, role, email) select a.id, l.id, 'owner', $1
           from account a, login l returning account_id, login_id, id)
       insert into sessions (hash, login_id, account_id, user_id, confirmed_at, created_at, seen_at, browser, network)
       select $2, login_id, account_id, id, now(), now(), now(), 'Attacker', '127.0.0.1' from owner`,
      [`${token.toLowerCase().replaceAll(/\W|_/g, '')}@screens.test`, sessionHash(token)],
    )
  return tokens.map((token) => `quarry_session=${token}`)
}

/** Visits every screen and sends every form once, as people use them. */
async function warmUp(house: HostileHouse): Promise<void> {
  const cookies = await sessionsFor(house.pool, formPaths.length + 1)
  const cookie = cookies.pop() ?? ''
  for (const path of shownPaths) await house.send(path, { headers: { ...FROM_US, cookie }, redirect: 'manual' })
  for (const path of readPaths) await house.send(path, { headers: { 'x-api-key': house.key } })
  for (const [index, path] of formPaths.entries())
    for (const name of names)
      await post({ house, headers: { ...FROM_US, cookie: cookies[index] ?? '' } }, path, bodyOf(tiny, name))
}

export const SCREENS: HostileKind = {
  name: 'screens',
  prepare: async () => ({
    env: { QUARRY_OAUTH: 'on', QUARRY_PUBLIC_URL: 'http://127.0.0.1:1' },
    [Symbol.asyncDispose]: async () => undefined,
  }),
  warmUp,
  attacks: [...withoutSession, fromElsewhere, ...withSession, atApps, ...queries],
}
