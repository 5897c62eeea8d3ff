import { ROUTES } from '../../src/api/routes.ts'
import type { Attack, HostileHouse, HostileKind, Outcome } from './attack.ts'
import { inTurn } from './in-turn.ts'
import { largeBodies } from './large-bodies.ts'
import type { LargeBody } from './large-bodies.ts'

/** Bodies that are expensive to read, for every route and tool, with and without a key. */

const MEBIBYTE = 1_048_576
/** The limit for lists of addresses; files of leads have a higher one. */
const SIZE = 8 * MEBIBYTE - 64
/** The limit of other routes. */
const USUAL_SIZE = MEBIBYTE - 64
const TOOL_SIZE = 262_144 - 256
/** The largest body that is searched for a key. */
const SMALL_SIZE = 65_536 - 256
/** The size of ordinary requests. */
const TINY_SIZE = 1_024

const REFUSED = [400, 403, 404, 413, 415, 422]
const ANSWERED = [200, 201, 202, 204, ...REFUSED]

const paths = [
  ...new Map(
    ROUTES.filter(({ method }) => method !== 'get').map(({ method, path }) => {
      const target = `/v2${path.replaceAll(/:\w+/g, '1')}`
      return [`${method} ${target}`, { method: method.toUpperCase(), path: target }] as const
    }),
  ).values(),
]

/** Paths whose bodies are not read, or that accept a special kind of body. */
const OTHER_PATHS = ['/u/x', '/o/x', '/c/x', '/logos/a.test', '/healthz', '/docs', '/nothing'].map((path) => ({
  method: 'POST',
  path,
}))

const headersOf = ({ type }: LargeBody, key: string | null): Record<string, string> => ({
  ...(type !== '' && { 'content-type': type }),
  ...(key !== null && { 'x-api-key': key }),
})

/** A file of leads of that size would be honest work for a minute. */
const LISTS = new Set(['/v2/email-verifier/bulk'])

/** The same kinds of body in four sizes. */
const [large, usual, small, tiny] = [SIZE, USUAL_SIZE, SMALL_SIZE, TINY_SIZE].map(largeBodies) as [
  Bodies,
  Bodies,
  Bodies,
  Bodies,
]
type Bodies = ReturnType<typeof largeBodies>
const namesOf = Object.keys(large)
const bodyOf = (bodies: Bodies, name: string): LargeBody => bodies[name] ?? { type: '', text: '' }

const withoutKey: Attack[] = namesOf.map((name) => ({
  name: `without a key: ${name}`,
  run: (house) =>
    inTurn([...paths, ...OTHER_PATHS], async ({ method, path }) => {
      const body = bodyOf(LISTS.has(path) ? large : usual, name)
      const { status } = await house.send(path, { method, headers: headersOf(body, null), body: body.text })
      return { what: `${method} ${path}`, got: status, wanted: path.startsWith('/v2') ? [401] : [404, 405] }
    }),
}))

/** Small enough that it might contain a key. */
const withWrongKeyInside: Attack = {
  name: 'with a wrong key inside: all kinds',
  run: (house) =>
    inTurn(
      namesOf.flatMap((name) => paths.map((target) => ({ ...target, name }))),
      async ({ method, path, name }) => {
        const body = bodyOf(small, name)
        const text = body.text.replace('{', '{"api_key":"nobody",').replace('a&', 'api_key=nobody&')
        const { status } = await house.send(path, { method, headers: headersOf(body, null), body: text })
        return { what: `${name} to ${method} ${path}`, got: status, wanted: [401] }
      },
    ),
}

const withKey: Attack[] = namesOf.map((name) => ({
  name: `with a key: ${name}`,
  run: (house) =>
    inTurn(paths, async ({ method, path }) => {
      const body = bodyOf(LISTS.has(path) ? large : usual, name)
      const { status } = await house.send(path, { method, headers: headersOf(body, house.key), body: body.text })
      return { what: `${method} ${path}`, got: status, wanted: ANSWERED }
    }),
}))

const withKeyAtOnce: Attack = {
  name: 'with a key: all kinds at once, to the list of addresses',
  run: async ({ send, key }) => {
    const outcomes = Object.entries(large).map(async ([name, body]): Promise<Outcome> => {
      const init = { method: 'POST', headers: headersOf(body, key), body: body.text }
      return { what: name, got: (await send('/v2/email-verifier/bulk', init)).status, wanted: ANSWERED }
    })
    return Promise.all(outcomes)
  },
}

/** Nearly as many keys as the lists of people allow, all in one person. */
const PERSON_OF_KEYS = JSON.stringify(Object.fromEntries(Array.from({ length: 59_000 }, (_, i) => [`k${i}`, 1])))

const withKeysInOnePerson: Attack = {
  name: 'with a key: lists with one person of many keys',
  run: ({ send, key }) =>
    inTurn(['/v2/leads/bulk/save', '/v2/email-finder/bulk'], async (path) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': key }
      const { status } = await send(path, { method: 'POST', headers, body: `{"people":[${PERSON_OF_KEYS}]}` })
      return { what: `POST ${path}`, got: status, wanted: ANSWERED }
    }),
}

const MCP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const atTools: Attack[] = [true, false].map((hasKey) => ({
  name: `${hasKey ? 'with' : 'without'} a key: to /mcp`,
  run: async (house) => {
    const bodies = [...toolBodies(await toolNames(house))]
    return inTurn(bodies, async ({ what, text }) => {
      const headers = { ...MCP_HEADERS, ...(hasKey && { 'x-api-key': house.key }) }
      const { status } = await house.send('/mcp', { method: 'POST', headers, body: text })
      return { what, got: status, wanted: hasKey ? [200, 400, 413] : [401] }
    })
  },
}))

async function toolNames({ send, key }: HostileHouse): Promise<string[]> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const { text } = await send('/mcp', { method: 'POST', headers, body })
  const { result } = JSON.parse(text) as { result: { tools: { name: string }[] } }
  return result.tools.map(({ name }) => name)
}

/** Whole bodies, and the same as arguments of each tool. */
function* toolBodies(names: readonly string[]): Generator<{ what: string; text: string }> {
  for (const [what, { text }] of jsonOf(largeBodies(TOOL_SIZE))) yield { what, text }
  for (const [what, { text }] of Object.entries(largeBodies(TOOL_SIZE * 4))) yield { what: `${what}, too long`, text }
  yield* toolCalls(names, TOOL_SIZE)
}

const jsonOf = (bodies: Bodies): [string, LargeBody][] =>
  Object.entries(bodies).filter(([, { type }]) => type === 'application/json')

function* toolCalls(names: readonly string[], size: number): Generator<{ what: string; text: string }> {
  for (const name of names)
    for (const [what, { text }] of jsonOf(largeBodies(size)))
      yield {
        what: `${name}: ${what}`,
        text: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${text}}}`,
      }
}

/**
 * Sends small bodies of every kind to every route and tool, about as many as the large ones that follow: what a server
 * loads and compiles for ordinary requests, and the garbage of so many of them, is not due to an attack.
 */
async function warmUp(house: HostileHouse): Promise<void> {
  for (let round = 0; round < 3; round++) await requestEverything(house)
}

async function requestEverything(house: HostileHouse): Promise<void> {
  const { send, key } = house
  for (const { method, path } of paths)
    for (const name of namesOf) {
      const body = bodyOf(tiny, name)
      await send(path, { method, headers: headersOf(body, key), body: body.text })
    }
  const headers = { ...MCP_HEADERS, 'x-api-key': key }
  for (const { text } of toolCalls(await toolNames(house), TINY_SIZE))
    await send('/mcp', { method: 'POST', headers, body: text })
}

export const BODIES: HostileKind = {
  name: 'bodies',
  warmUp,
  attacks: [...withoutKey, withWrongKeyInside, ...withKey, withKeyAtOnce, withKeysInOnePerson, ...atTools],
}
