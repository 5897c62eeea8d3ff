import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

let app: TestApp
let call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>
let close: () => Promise<void>

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  ;({ call, close } = await toolCaller(app))
})
afterAll(async () => {
  await close()
  await app[Symbol.asyncDispose]()
})

test('a list is created once, and both doors show the same', async () => {
  const made = await call('save_leads_list', { name: 'Porto makers' })
  expect(made.structuredContent).toMatchObject({ data: { name: 'Porto makers' }, meta: { created: true } })
  const again = await call('create_leads_list', { name: ' porto MAKERS ' })
  expect(again.structuredContent).toMatchObject({ data: made.structuredContent?.data, meta: { created: false } })
  for (const args of [{}, { limit: 1 }, { limit: 1, offset: 1 }]) {
    const { structuredContent } = await call('list_leads_lists', args)
    const { body } = await app.get(
      `/v2/leads_lists?${new URLSearchParams(Object.entries(args).map(([k, v]): [string, string] => [k, `${v}`])).toString()}`,
    )
    expect(structuredContent?.data).toEqual(body.data)
    expect(structuredContent?.meta).toMatchObject(body.meta as object)
  }
  const added = await app.post('/v2/leads_lists', { name: 'Lisbon makers' })
  expect((await call('save_leads_list', { name: 'Lisbon makers' })).structuredContent?.data).toEqual(added.body.data)
})

test('simultaneous requests for a new name get one list', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => call('save_leads_list', { name: 'One' })))
  const ids = answers.map(({ structuredContent }) => (structuredContent?.data as { id: number } | undefined)?.id)
  expect(new Set(ids).size).toBe(1)
  expect(answers.filter(({ structuredContent }) => structuredContent?.meta['created'] === true)).toHaveLength(1)
})

test.each<[string, string, Record<string, unknown>]>([
  ['save_leads_list', 'POST', {}],
  ['save_leads_list', 'POST', { name: 'x'.repeat(256) }],
  ['list_leads_lists', 'GET', { limit: 0, offset: -1 }],
])('%s and %s refuse %j in the same words', async (tool, method, args) => {
  const { isError, content } = await call(tool, args)
  const query = new URLSearchParams(
    Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const { body } =
    method === 'GET' ? await app.get(`/v2/leads_lists?${query}`) : await app.post('/v2/leads_lists', args)
  expect(isError).toBe(true)
  const said = content[0]?.text.split('\n').map((line) => line.replace(/ \([^(]*\)$/, ''))
  expect(said).toEqual(body.errors?.map(({ id, details }) => `${id}: ${details}`))
})
