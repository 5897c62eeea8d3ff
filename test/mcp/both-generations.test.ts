import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  JSON_HEADERS,
  messagesOf,
  modernClient,
  modernRpc,
  olderClient,
  raw,
  rpc,
} from '../support/doors/mcp-client.ts'
import type { RawRequest } from '../support/doors/mcp-client.ts'
import { startStandIn } from './stand-in.ts'
import type { StandIn } from './stand-in.ts'
import { outcomes } from './toy-tools.ts'

let app: StandIn
beforeAll(async () => {
  app = await startStandIn()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('progress', () => {
  const wait = (word: string) => ({ name: 'wait', arguments: { word, ms: 5 }, _meta: { progressToken: 'p' } })

  test.each([['*/*'], ['application/json, text/event-stream']])(
    'is reported on a stream with Accept %s',
    async (accept) => {
      for (const request of [
        { headers: JSON_HEADERS, body: rpc('tools/call', wait('told')) },
        modernRpc('tools/call', { name: 'wait', arguments: { word: 'told', ms: 5 } }, { progressToken: 'p' }),
      ]) {
        const answer = await raw(app.origin, { ...request, headers: { ...request.headers, Accept: accept } })
        const messages = messagesOf(answer)
        expect(answer.headers['content-type']).toMatch('text/event-stream')
        expect(messages[0]?.params).toMatchObject({ progressToken: 'p', progress: 0, total: 2 })
        expect(messages.at(-1)?.result).toMatchObject({ structuredContent: { data: { waited: true } } })
      }
    },
  )

  test.each([['application/json'], [undefined]])(
    'is not reported, and the answer is JSON, with Accept %s',
    async (accept) => {
      for (const request of [
        { headers: JSON_HEADERS, body: rpc('tools/call', wait('silent')) },
        modernRpc('tools/call', { name: 'wait', arguments: { word: 'silent', ms: 5 } }, { progressToken: 'p' }),
      ]) {
        const headers: Record<string, string> = {
          ...request.headers,
          ...(accept === undefined ? {} : { Accept: accept }),
        }
        const answer = await raw(app.origin, { ...request, headers })
        expect(answer.headers['content-type']).toMatch('application/json')
        expect(messagesOf(answer)).toHaveLength(1)
      }
    },
  )
})

describe('a closed connection', () => {
  const outcomeOf = (word: string) => expect.poll(() => outcomes.get(word))
  async function hangUp(word: string, { headers, body }: RawRequest): Promise<void> {
    const controller = new AbortController()
    const asked = fetch(app.url, {
      method: 'POST',
      headers: headers ?? {},
      body: JSON.stringify(body),
      signal: controller.signal,
    })
    await outcomeOf(word).toBe('running')
    controller.abort()
    await expect(asked).rejects.toThrow()
  }

  test('stops the work on 2026-07-28', async () => {
    await hangUp('modern', modernRpc('tools/call', { name: 'wait', arguments: { word: 'modern', ms: 30_000 } }))
    await outcomeOf('modern').toBe('aborted')
  })

  test('lets the work continue in older revisions', async () => {
    await hangUp('older', {
      headers: JSON_HEADERS,
      body: rpc('tools/call', { name: 'wait', arguments: { word: 'older', ms: 300 } }),
    })
    await outcomeOf('older').toBe('finished')
  })

  test('lets a streamed call of older revisions continue too', async () => {
    const params = { name: 'wait', arguments: { word: 'streamed', ms: 300 }, _meta: { progressToken: 1 } }
    const controller = new AbortController()
    const headers = { ...JSON_HEADERS, Accept: '*/*' }
    const answer = await fetch(app.url, {
      method: 'POST',
      headers,
      body: JSON.stringify(rpc('tools/call', params)),
      signal: controller.signal,
    })
    await outcomeOf('streamed').toBe('running')
    controller.abort()
    await expect(answer.text()).rejects.toThrow()
    await outcomeOf('streamed').toBe('finished')
  })
})

describe('clients of both generations', () => {
  test('get the same tools and the same results', async () => {
    const older = await olderClient(app.url)
    const clients = [
      await modernClient(app.url, 'legacy'),
      await modernClient(app.url, 'auto'),
      await modernClient(app.url, { pin: '2026-07-28' }),
    ]
    const expected = {
      tools: (await older.listTools()).tools,
      rows: (await older.callTool({ name: 'list_rows', arguments: { limit: 2 } })).structuredContent,
      failure: await older.callTool({ name: 'fail', arguments: { how: 'ours' } }),
      prompts: (await older.listPrompts()).prompts,
    }
    expect(expected.failure.isError).toBe(true)
    for (const client of clients) {
      expect((await client.listTools()).tools).toEqual(expected.tools)
      expect((await client.callTool({ name: 'list_rows', arguments: { limit: 2 } })).structuredContent).toEqual(
        expected.rows,
      )
      expect((await client.callTool({ name: 'fail', arguments: { how: 'ours' } })).content).toEqual(
        expected.failure.content,
      )
      expect((await client.listPrompts()).prompts).toEqual(expected.prompts)
      await client.close()
    }
    await older.close()
  })

  test('receive progress', async () => {
    const heard: number[] = []
    const hear = { onprogress: ({ progress }: { progress: number }) => void heard.push(progress) }
    const older = await olderClient(app.url)
    await older.callTool({ name: 'wait', arguments: { word: 'a', ms: 5 } }, undefined, hear)
    const modern = await modernClient(app.url, { pin: '2026-07-28' })
    await modern.callTool({ name: 'wait', arguments: { word: 'b', ms: 5 } }, hear)
    expect(heard).toEqual([0, 0])
    await Promise.all([older.close(), modern.close()])
  })
})
