import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { systemClock } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient, idOf } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'
import { messagesOf, modernRpc, olderClient, raw } from '../../support/doors/mcp-client.ts'

/** What cannot be undone happens only after explicit confirmation. */

const MINUTE_MS = 60_000

let app: TestApp
let home: ApiClient
let lateMs = 0
beforeAll(async () => {
  const clock = { now: () => new Date(systemClock.now().getTime() + lateMs) }
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock } })
  home = apiClient(app, app.key)
})
afterAll(() => app[Symbol.asyncDispose]())

let number = 0
const newLead = async ({ send } = home): Promise<number> =>
  idOf((await send('POST', '/leads', { email: `lead${(number += 1)}@example.org` })).body)
const exists = async (id: number): Promise<boolean> => (await home.send('GET', `/leads/${id}`)).status === 200

interface Result {
  resultType?: string
  requestState?: string
  inputRequests?: Record<string, { params: { message: string; requestedSchema: unknown } }>
  structuredContent?: { data: unknown; meta: Record<string, unknown> }
  isError?: boolean
  content?: { text: string }[]
}

interface Retry {
  at?: TestApp
  key?: string
  state?: string | undefined
  action?: 'accept' | 'decline' | 'cancel'
}

const CAN_ASK = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }

/** A call as a client of 2026-07-28 sends it; with a state, it is the one after a question. */
async function call(args: Record<string, unknown>, { at = app, key = at.key, state, action }: Retry = {}) {
  const responses = action && { inputResponses: { confirm: { action, content: { confirm: action === 'accept' } } } }
  const params = {
    name: 'delete_lead',
    arguments: args,
    ...(state !== undefined && { requestState: state }),
    ...responses,
  }
  const request = modernRpc('tools/call', params, CAN_ASK)
  const answer = await raw(at.origin, { ...request, headers: { ...request.headers, 'X-API-KEY': key } })
  return (messagesOf(answer)[0]?.result ?? {}) as Result
}

describe('without confirm', () => {
  test('a client that cannot ask is told what would happen, and nothing happens', async () => {
    const id = await newLead()
    const client = await olderClient(`${app.origin}/mcp`, { 'X-API-KEY': app.key })
    const { structuredContent, isError } = (await client.callTool({ name: 'delete_lead', arguments: { id } })) as Result
    expect(isError).not.toBe(true)
    expect(structuredContent).toEqual({
      data: null,
      meta: {
        confirmed: false,
        effect: {
          deletes_lead: id,
          email: `lead${number}@example.org`,
          leaves_lists: 1,
          cancels_messages: 0,
          can_be_undone: false,
        },
      },
    })
    expect(await exists(id)).toBe(true)
    const done = (await client.callTool({ name: 'delete_lead', arguments: { id, confirmed: true } })) as Result
    expect(done.structuredContent).toMatchObject({
      data: { id },
      meta: { confirmed: true, effect: { deletes_lead: id } },
    })
    expect(await exists(id)).toBe(false)
    await client.close()
  })

  test('a client that can ask gets the question, and nothing happens', async () => {
    const id = await newLead()
    const { resultType, requestState, inputRequests } = await call({ id })
    expect([resultType, typeof requestState]).toEqual(['input_required', 'string'])
    expect(inputRequests?.['confirm']?.params.message).toContain(`lead${number}@example.org`)
    expect(await exists(id)).toBe(true)
  })

  test('the whole conversation works with a real client, whatever its user says', async () => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: {} } },
    )
    let says: 'accept' | 'decline' = 'decline'
    client.setRequestHandler('elicitation/create', () => ({
      action: says,
      ...(says === 'accept' && { content: { confirm: true } }),
    }))
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${app.origin}/mcp`), {
        requestInit: { headers: { 'X-API-KEY': app.key } },
      }),
    )
    const id = await newLead()
    const declined = (await client.callTool({ name: 'delete_lead', arguments: { id } })) as Result
    expect([declined.structuredContent?.meta['confirmed'], await exists(id)]).toEqual([false, true])
    says = 'accept'
    const accepted = (await client.callTool({ name: 'delete_lead', arguments: { id } })) as Result
    expect([accepted.structuredContent?.meta['confirmed'], await exists(id)]).toEqual([true, false])
    await client.close()
  })
})

describe('an answer to the question', () => {
  test('acts once when it says yes', async () => {
    const id = await newLead()
    const { requestState: state } = await call({ id })
    const done = await call({ id }, { state, action: 'accept' })
    expect(done.structuredContent).toMatchObject({ data: { id }, meta: { confirmed: true } })
    const again = await call({ id }, { state, action: 'accept' })
    expect([again.isError, again.content?.[0]?.text.split(':')[0]]).toEqual([true, 'not_found'])
  })

  test.each(['decline', 'cancel'] as const)('does nothing on %s', async (action) => {
    const id = await newLead()
    const { requestState: state } = await call({ id })
    const answer = await call({ id }, { state, action })
    expect([answer.structuredContent?.data, answer.structuredContent?.meta['confirmed']]).toEqual([null, false])
    expect(await exists(id)).toBe(true)
  })

  test('asks again when what would happen has changed', async () => {
    const id = await newLead()
    const { requestState: state } = await call({ id })
    const list = await home.list('Another')
    await home.send('PUT', `/leads/${id}`, { leads_list_ids: [list, (await home.lists()).at(-1)?.id] })
    const answer = await call({ id }, { state, action: 'accept' })
    expect([answer.resultType, await exists(id)]).toEqual(['input_required', true])
    expect(
      (await call({ id }, { state: answer.requestState, action: 'accept' })).structuredContent?.meta['confirmed'],
    ).toBe(true)
  })

  test('is refused with a state that was changed, is for other arguments, is from another key, or is made up', async () => {
    const [id, other] = [await newLead(), await newLead()]
    const { requestState: state = '' } = await call({ id })
    const [expires = '', effect = '', mac = ''] = state.split('.')
    const args = { id }
    const stranger = await createAccount(app.context, 'starter')
    const theirs = await newLead(apiClient(app, stranger.key))
    const { requestState: foreign } = await call({ id: theirs }, { key: stranger.key })
    const forged: [Record<string, unknown>, string | undefined][] = [
      [{ id: other }, state],
      [{ id }, `${Number(expires) + 1}.${effect}.${mac}`],
      [{ id }, `${expires}.${effect}x.${mac}`],
      [{ id }, `${expires}.${effect}.${mac.slice(1)}`],
      [{ id }, `${expires}.${effect}.`],
      [{ id }, `${state}.more`],
      [{ id }, `0${state}`],
      ...otherSpellings(state).map((spelling): [typeof args, string] => [args, spelling]),
      [{ id }, 'made up'],
      [{ id }, '..'],
      [{ id }, foreign],
    ]
    for (const [args, sent] of forged) {
      const { isError, content } = await call(args, { state: sent, action: 'accept' })
      expect([isError, content?.[0]?.text.split(':')[0]]).toEqual([true, 'wrong_params'])
    }
    expect([await exists(id), await exists(other)]).toEqual([true, true])
  })

  test('is refused after ten minutes', async () => {
    const id = await newLead()
    const { requestState: state } = await call({ id })
    lateMs = 10 * MINUTE_MS + 1
    const { isError } = await call({ id }, { state, action: 'accept' })
    lateMs = 0
    expect([isError, await exists(id)]).toEqual([true, true])
  })
})

/** Texts whose last character differs only in the unused bits of base64url. */
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const otherSpellings = (state: string): string[] =>
  Array.from(BASE64URL, (last) => state.slice(0, -1) + last).filter(
    (spelling) =>
      spelling !== state &&
      Buffer.from(spelling.slice(-43), 'base64url').equals(Buffer.from(state.slice(-43), 'base64url')),
  )

describe('confirmation is given by', () => {
  const older = async (server: TestApp, args: Record<string, unknown>) => {
    const client = await olderClient(`${server.origin}/mcp`, { 'X-API-KEY': server.key })
    const result = (await client.callTool({ name: 'delete_lead', arguments: args })) as Result
    await client.close()
    return result
  }
  const started = async (mode: string) => {
    const server = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_MCP_CONFIRM: mode } })
    const { send } = apiClient(server, server.key)
    const id = idOf((await send('POST', '/leads', { email: 'one@example.org' })).body)
    return { server, id, exists: async () => (await send('GET', `/leads/${id}`)).status === 200 }
  }

  test('the user, if the client can ask, whatever the model says', async () => {
    const id = await newLead()
    for (const args of [
      { id, confirm: true },
      { id, confirmed: true },
      { id, confirm: 'true' },
    ]) {
      const { resultType, requestState: state } = await call(args)
      expect([resultType, await exists(id)]).toEqual(['input_required', true])
      const declined = await call(args, { state, action: 'decline' })
      expect([declined.structuredContent?.data, await exists(id)]).toEqual([null, true])
    }
    const { requestState: state } = await call({ id, confirm: true })
    await call({ id, confirm: true }, { state, action: 'accept' })
    expect(await exists(id)).toBe(false)
  })

  test('the argument alone, if the operator says so', async () => {
    const { server, id, exists: isThere } = await started('argument')
    await using _ = server
    const done = await call({ id, confirm: true }, { at: server })
    expect([done.structuredContent?.meta['confirmed'], await isThere()]).toEqual([true, false])
  })

  test('a person alone, if the operator says so: clients that cannot ask are refused', async () => {
    const { server, id, exists: isThere } = await started('human')
    await using _ = server
    for (const args of [{ id }, { id, confirm: true }]) {
      const { isError, content } = await older(server, args)
      expect([isError, content?.[0]?.text]).toMatchObject([true, expect.stringMatching(/^forbidden: .*elicitation/)])
    }
    const { requestState: state } = await call({ id, confirm: true }, { at: server })
    expect(await isThere()).toBe(true)
    await call({ id, confirm: true }, { at: server, state, action: 'accept' })
    expect(await isThere()).toBe(false)
  })
})

test.each([[['true']], [1], ['yes'], [{ a: true }]])('%j is not a confirmation', async (confirm) => {
  const id = await newLead()
  const { isError, content } = await call({ id, confirm })
  expect([isError, content?.[0]?.text]).toMatchObject([true, expect.stringContaining('wrong_params: confirm must be')])
  expect(await exists(id)).toBe(true)
})

test('confirm is either true or false', async () => {
  const { isError, content } = await call({ id: await newLead(), confirm: 'perhaps' })
  expect([isError, content?.[0]?.text]).toMatchObject([true, expect.stringContaining('wrong_params: confirm must be')])
})
