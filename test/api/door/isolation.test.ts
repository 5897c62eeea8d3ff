import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../../src/api/routes.ts'
import type { Route } from '../../../src/api/route.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { toolsets } from '../../../tools/index.ts'
import { modernClient } from '../../support/doors/mcp-client.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient } from '../../support/doors/api-client.ts'
import type { ApiAnswer } from '../../support/doors/api-client.ts'
import { isIdName, kindOf, MARK, oneOfEach } from '../../support/records/one-of-each.ts'

/** Every route and every tool is tried with the ids of another account: nothing may be shown or changed. */

type Ids = Record<string, number>

let app: TestApp
let stranger: { accountId: number; key: string }
let theirs: Ids
let own: Ids
let before: string

beforeAll(async () => {
  // There is no worker: any change in the owner's records is made by the stranger.
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  const owner = await createAccount(app.context, 'starter')
  stranger = await createAccount(app.context, 'starter')
  theirs = await oneOfEach(app, owner)
  own = await oneOfEach(app, stranger, 'Anisogomphus')
  before = await recordsOf(owner.accountId)
  ownerId = owner.accountId
})
let ownerId = 0
afterAll(() => app[Symbol.asyncDispose]())

/** Every row of an account in every table that has an account id, as one statement that is prepared once. */
async function everyRow(): Promise<QueryConfig> {
  const { rows } = await app.context.database.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id' and table_name <> 'api_keys'`,
  )
  const each = rows.map(
    ({ name }) => `select '${name} ' || to_jsonb(t)::text as row from ${name} t where account_id = $1`,
  )
  return { name: 'every-row', text: `${each.join(' union all ')} order by 1` }
}

let ofAccount: QueryConfig
async function recordsOf(accountId: number): Promise<string> {
  ofAccount ??= await everyRow()
  const { rows } = await app.context.database.pool.query<{ row: string }>({ ...ofAccount, values: [accountId] })
  return rows.map(({ row }) => row).join('\n')
}

/** Valid values for the other parameters of a request. */
const USUAL: Record<string, unknown> = {
  name: 'Other',
  label: 'Other',
  email: 'other@example.org',
  emails: ['other@example.org'],
  people: ['other@example.org'],
  recipient: 'other@example.org',
  text: 'Other',
  target_url: 'https://hooks.example.org/other',
  to: 'other@example.org',
  event: 'lead.created',
}

/** Parameters that are sent instead of others, not in addition to them. */
const INSTEAD = new Set(['POST /campaigns/:id/recipients leads_list_id'])

interface Attempt {
  name: string
  /** The parameter that names one of the owner's records. */
  foreign: string
  inPath: boolean
  arguments: () => Record<string, unknown>
}

const plural = (parameter: string, id: number | undefined) => (parameter.endsWith('s') ? [id] : id)

/** One attempt for each parameter that is an id: that one is the owner's, all others are valid. */
function attemptsOf(name: string, place: string, parameters: readonly string[]): Attempt[] {
  const idOf = (parameter: string, ids: Ids) => {
    const kind = kindOf(parameter, place)
    if (ids[kind] === undefined) throw new Error(`${name}: test/support/records/one-of-each.ts makes no ${kind}.`)
    return plural(parameter, ids[kind])
  }
  return parameters.filter(isIdName).map((foreign) => ({
    name,
    foreign,
    inPath: isInPath(foreign, place),
    arguments: () =>
      Object.fromEntries(
        parameters.flatMap((parameter): [string, unknown][] => {
          if (parameter === foreign) return [[parameter, idOf(parameter, theirs)]]
          const inPath = isInPath(parameter, place)
          if (!isIdName(parameter) || (inPath && parameter in USUAL))
            // A job that continues needs no list.
            return parameter in USUAL && !parameters.includes('job_id') ? [[parameter, USUAL[parameter]]] : []
          // A record nested in the owner's is the owner's too; ids sent along with an owner's id are the stranger's
          // own.
          if (inPath) return [[parameter, idOf(parameter, foreign === 'id' ? theirs : own)]]
          return isInPath(foreign, place) && !INSTEAD.has(`${name} ${parameter}`)
            ? [[parameter, idOf(parameter, own)]]
            : []
        }),
      ),
  }))
}

const isInPath = (parameter: string, place: string): boolean => place.split('/').includes(`:${parameter}`)

const routeName = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`
const parametersOf = ({ capability }: Route): string[] => Object.keys(capability.input.shape)

async function request(route: Route, given: Record<string, unknown>): Promise<ApiAnswer> {
  const inPath = new Set<string>()
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(given[name]))
  })
  const rest = Object.entries(given).filter(([name]) => !inPath.has(name))
  const { send } = apiClient(app, stranger.key)
  if (route.method !== 'get') return send(route.method.toUpperCase(), path, Object.fromEntries(rest))
  return send(
    'GET',
    `${path}?${new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
  )
}

const routes = ROUTES.flatMap((route) =>
  attemptsOf(routeName(route), route.path, parametersOf(route)).map((attempt) => ({ ...attempt, route })),
)

describe('an id of another account', () => {
  test.each(routes)('is refused as $foreign of $name', async ({ route, inPath, arguments: given }) => {
    const answer = await request(route, given())
    if (inPath) expect([answer.status, answer.body.errors?.[0]?.id]).toEqual([404, 'not_found'])
    else expect(answer.status).toBeLessThan(500)
    expect(answer.text).not.toContain(MARK)
    expect(await recordsOf(ownerId)).toBe(before)
  })

  const tools = toolsets.flatMap((toolset) => toolset.tools)
  const attempts = tools.flatMap((tool) =>
    [false, true].flatMap((confirm) =>
      confirm && tool.preview === undefined
        ? []
        : attemptsOf(tool.name, `/${toolPlace(tool.name)}`, Object.keys(tool.input.shape)).map((attempt) => ({
            ...attempt,
            confirm,
          })),
    ),
  )
  test.each(attempts)(
    'is refused as $foreign of the tool $name, confirm $confirm',
    async ({ name, foreign, confirm, arguments: given }) => {
      const client = await modernClient(`${app.origin}/mcp`, 'legacy', { 'X-API-KEY': stranger.key })
      const answer = await client.callTool({ name, arguments: { ...given(), ...(confirm && { confirm }) } })
      await client.close()
      // The filter of a webhook does not look up the record.
      if (/^(?:id|job_id|campaign_id)$/.test(foreign) && name !== 'set_webhook') {
        expect(answer.isError).toBe(true)
        expect(JSON.stringify(answer.content)).toContain('not_found: ')
      }
      expect(JSON.stringify(answer)).not.toContain(MARK)
      expect(await recordsOf(ownerId)).toBe(before)
    },
  )
})

/** `get_lead` concerns what is found under `/leads`. */
const toolPlace = (name: string): string => name.replace(/^[a-z]+_/, '').replace(/s?$/, 's')

test('the ids tried do exist', async () => {
  const { send } = apiClient(app, stranger.key)
  expect(new Set(Object.values(theirs)).size).toBeGreaterThan(1)
  const kinds: [string, string][] = [
    ['/leads', 'lead'],
    ['/leads_lists', 'leads_list'],
    ['/sequences', 'sequence'],
    ['/webhooks', 'webhook'],
  ]
  for (const [path, kind] of kinds) expect((await send('GET', `${path}/${own[kind]}`)).status).not.toBe(404)
  expect(before).toContain(MARK)
})
