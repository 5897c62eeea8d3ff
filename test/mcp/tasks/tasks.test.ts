import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { testDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { JSON_HEADERS, messagesOf, modernRpc, raw, rpc } from '../../support/doors/mcp-client.ts'

/** The extension for tasks at /mcp. The server has no worker: work waits until one starts. */

const ID = 'io.modelcontextprotocol/tasks'
const DECLARED = { 'io.modelcontextprotocol/clientCapabilities': { extensions: { [ID]: {} } } }
/** Not addresses, so they are verified without contacting any server. */
const EMAILS = ['nobody at all', 'neither this']

let database: TestDatabase
let server: TestApp
beforeAll(async () => {
  database = await testDatabase()
  server = await serving()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const serving = (role = 'server', key = ''): Promise<TestApp> =>
  startApp({
    database,
    key,
    env: { QUARRY_ROLE: role, QUARRY_VERIFY_WAIT_MS: '1', QUARRY_RATE_LIMIT_FACTOR: '0' },
  })

interface Options {
  declared?: boolean
  key?: string
  path?: string
}

async function ask(method: string, params: object, { declared = true, key = server.key, path = '/mcp' }: Options = {}) {
  const request = modernRpc(method, { ...params }, declared ? DECLARED : {})
  const headers = { ...request.headers, 'X-API-KEY': key }
  const { taskId } = params as { taskId?: string }
  if (taskId !== undefined) Object.assign(headers, { 'Mcp-Name': taskId })
  const [message] = messagesOf(await raw(server.origin, { ...request, path, headers }))
  return { result: message?.result ?? {}, error: message?.error }
}

const verify = (args: object, options?: Options) =>
  ask('tools/call', { name: 'verify_emails', arguments: args }, options)
const task = (taskId: unknown, options?: Options) => ask('tasks/get', { taskId }, options)

async function created(): Promise<string> {
  const { result } = await verify({ emails: EMAILS })
  expect(result).toMatchObject({ resultType: 'task', status: 'working' })
  return String(result['taskId'])
}

const idOf = (taskId: string): number => Number(taskId.replace('verify-', ''))
const age = (taskId: string, hours: number) =>
  database.pool.query(`update bulk_jobs set created_at = now() - $2 * interval '1 hour' where id = $1`, [
    idOf(taskId),
    hours,
  ])

test('work that takes a while is answered immediately with a task', async () => {
  const { result } = await verify({ emails: EMAILS })
  expect(result).toMatchObject({
    resultType: 'task',
    taskId: expect.stringMatching(/^verify-\d+$/),
    status: 'working',
    statusMessage: '0 of 2 done.',
    ttlMs: 86_400_000,
    pollIntervalMs: 2_000,
  })
  expect(Date.parse(String(result['createdAt']))).toBeLessThanOrEqual(Date.parse(String(result['lastUpdatedAt'])))
  expect(result).not.toHaveProperty('structuredContent')
  const { result: first } = await task(result['taskId'])
  expect(first).toMatchObject({ resultType: 'complete', taskId: result['taskId'], status: 'working' })
  expect(first).not.toHaveProperty('result')
})

test('without the extension declared in the request, the answer is rows and an id, byte for byte as before', async () => {
  const { result } = await verify({ emails: EMAILS }, { declared: false })
  expect(result).toMatchObject({
    resultType: 'complete',
    structuredContent: { data: { results: [{}, {}] }, meta: { job_id: expect.any(Number), running: true } },
  })
  const older = { name: 'verify_emails', arguments: { emails: EMAILS }, _meta: DECLARED }
  const headers = { ...JSON_HEADERS, 'X-API-KEY': server.key }
  const [message] = messagesOf(await raw(server.origin, { headers, body: rpc('tools/call', older) }))
  expect(message?.result).toMatchObject({ structuredContent: { meta: { running: true } } })
  expect(message?.result).not.toHaveProperty('taskId')
})

test('a question about a known job is answered without creating a task', async () => {
  const { result } = await verify({ job_id: idOf(await created()) })
  expect(result).toMatchObject({ resultType: 'complete', structuredContent: { meta: { running: true } } })
})

test('a call that does nothing, or is wrong, creates no task', async () => {
  expect((await verify({ emails: EMAILS, max_credits: 0 })).result).toMatchObject({ resultType: 'complete' })
  expect((await verify({ emails: 7 })).result).toMatchObject({ isError: true })
  expect((await ask('tools/call', { name: 'get_account', arguments: {} })).result).toMatchObject({
    resultType: 'complete',
  })
})

test('tasks need the declaration in each request', async () => {
  const taskId = await created()
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
    expect((await ask(method, { taskId }, { declared: false })).error).toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { extensions: { [ID]: {} } } },
    })
})

test("an unknown task, or another account's, is not found", async () => {
  const taskId = await created()
  const { key } = await createAccount(server.context, 'growth')
  const wrong = [undefined, 7, '', 'verify-', 'verify-0', 'verify-999999999', 'verify-1x', 'find', 'nothing-1', '../1']
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    for (const each of wrong)
      expect((await ask(method, { taskId: each })).error, String(each)).toMatchObject({ code: -32_602 })
    expect((await ask(method, { taskId }, { key })).error).toMatchObject({ code: -32_602, message: 'No such task.' })
    expect((await ask(method, { taskId }, { path: '/mcp?toolsets=leads' })).error).toMatchObject({ code: -32_602 })
  }
  expect((await task(taskId)).result).toMatchObject({ status: 'working' })
})

test('a cancelled task stays cancelled, and its rows can be read by the id of the job', async () => {
  const taskId = await created()
  expect((await ask('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' })
  const { result } = await task(taskId)
  expect(result).toMatchObject({ status: 'cancelled', taskId })
  expect(result).not.toHaveProperty('pollIntervalMs')
  expect((await ask('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' })
  expect((await task(taskId)).result).toMatchObject({ status: 'cancelled' })
  expect((await verify({ job_id: idOf(taskId) })).result).toMatchObject({
    structuredContent: { meta: { status: 'cancelled' } },
  })
})

test('finding people is a task too, and the two kinds are not confused', async () => {
  const people = ['Ada', 'Rui'].map((first_name) => ({ first_name, last_name: 'Birch', domain: 'birch.example' }))
  const { result } = await ask('tools/call', { name: 'find_emails', arguments: { people } })
  const taskId = String(result['taskId'])
  expect(taskId).toMatch(/^find-\d+$/)
  expect((await task(taskId, { path: '/mcp?readonly=true' })).result).toMatchObject({ status: 'working', taskId })
  expect((await ask('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' })
  expect((await task(taskId)).result).toMatchObject({ status: 'cancelled' })
  expect((await task(`verify-${taskId.replace('find-', '')}00`)).error).toMatchObject({ code: -32_602 })
})

test('a read-only key cannot cancel the tasks of other keys', async () => {
  const taskId = await created()
  const { key } = await createKey(server.context, { name: 'Reader', readOnly: true })
  expect((await ask('tasks/cancel', { taskId }, { key })).error).toMatchObject({
    code: -32_602,
    message: expect.stringContaining('forbidden:'),
  })
  expect((await task(taskId, { key })).result).toMatchObject({ status: 'working' })
})

test('an update is acknowledged and changes nothing', async () => {
  const taskId = await created()
  const { result } = await ask('tasks/update', { taskId, inputResponses: { confirm: { action: 'accept' } } })
  expect(result).toMatchObject({ resultType: 'complete' })
  expect((await task(taskId)).result).toMatchObject({ status: 'working' })
})

test('the longer a task takes, the less often clients are told to poll; after a day it is gone', async () => {
  const taskId = await created()
  await age(taskId, 1)
  expect((await task(taskId)).result).toMatchObject({ status: 'working', pollIntervalMs: 10_000 })
  await age(taskId, 25)
  for (const method of ['tasks/get', 'tasks/cancel'])
    expect((await ask(method, { taskId })).error).toMatchObject({ code: -32_602 })
})

test('a stopped job is a completed task whose result says why', async () => {
  const taskId = await created()
  await database.pool.query(`update bulk_jobs set status = 'stopped', stopped_reason = 'max_credits' where id = $1`, [
    idOf(taskId),
  ])
  expect((await task(taskId)).result).toMatchObject({
    status: 'completed',
    result: { structuredContent: { meta: { status: 'stopped', stopped_reason: 'max_credits' } } },
  })
})

test("a task survives the server that started it, and ends with exactly its job's result", async () => {
  const taskId = await created()
  const { key } = server
  await server[Symbol.asyncDispose]()
  {
    await using _worker = await serving('worker')
    await expect
      .poll(async () => (await database.pool.query('select status from bulk_jobs where id = $1', [idOf(taskId)])).rows)
      .toEqual([{ status: 'done' }])
  }
  server = await serving('server', key)
  const { result } = await task(taskId)
  const { result: rows } = await verify({ job_id: idOf(taskId) }, { declared: false })
  expect(result).toMatchObject({ status: 'completed', statusMessage: '2 of 2 done.' })
  const { content, structuredContent } = rows as { content: unknown; structuredContent: unknown }
  expect(result['result']).toEqual({ content, structuredContent })
  expect((await ask('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' })
  expect((await task(taskId)).result).toMatchObject({ status: 'completed' })
})

test('the extension is declared to revisions that have it, and only to them', async () => {
  const { result } = await ask('server/discover', {})
  expect(result).toMatchObject({ capabilities: { extensions: { [ID]: {} } } })
  const headers = { ...JSON_HEADERS, 'X-API-KEY': server.key }
  const [message] = messagesOf(await raw(server.origin, { headers, body: rpc('tasks/get', { taskId: 'verify-1' }) }))
  expect(message?.error).toMatchObject({ code: -32_601 })
})
