import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

interface List {
  id: number
  name: string
  leads_count: number
  created_at: string
  leads_list_folder_id: number | null
}
interface Folder {
  id: number
  name: string
  color: string
  leads_lists_count: number
}

const LISTS = '/v2/leads_lists'
const FOLDERS = `${LISTS}/folders`

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(app.origin + path, {
    method,
    headers: { 'x-api-key': app.key, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const { data, meta, errors } = (text === '' ? {} : JSON.parse(text)) as {
    data?: unknown
    meta?: unknown
    errors?: { id: string; details: string }[]
  }
  return { status: answer.status, text, data, meta, errors }
}

const create = async (name: string, folder?: number): Promise<List> => {
  const { status, data } = await send('POST', LISTS, { name, leads_list_folder_id: folder })
  expect(status).toBe(201)
  return data as List
}
const show = async (id: number): Promise<List | undefined> => {
  const { data } = await send('GET', `${LISTS}?limit=100`)
  return (data as { leads_lists: List[] }).leads_lists.find((list) => list.id === id)
}
const createFolder = async (name: string): Promise<Folder> => {
  const { status, data } = await send('POST', FOLDERS, { name })
  expect(status).toBe(201)
  return data as Folder
}

describe('lists', () => {
  test('a new account has one, and new lists come first', async () => {
    const { key } = await createAccount(app.context, 'free')
    const headers = { 'x-api-key': key }
    const { data, meta } = await send('GET', '/v2/leads-lists', undefined, headers)
    expect(data).toMatchObject({ leads_lists: [{ name: 'My leads', leads_count: 0, leads_list_folder_id: null }] })
    expect(meta).toEqual({ total: 1, params: { limit: 20, offset: 0 } })
    await send('POST', '/v2/leads-lists/', { name: 'Second' }, headers)
    const both = await send('GET', `${LISTS}?limit=1`, undefined, headers)
    expect([both.data, both.meta]).toMatchObject([{ leads_lists: [{ name: 'Second' }] }, { total: 2 }])
    const past = await send('GET', `${LISTS}?offset=2`, undefined, headers)
    expect(past.data).toEqual({ leads_lists: [] })
  })

  test('are created, renamed, put into folders, taken out and deleted', async () => {
    const folder = await createFolder('Spring')
    const list = await create('Porto makers', folder.id)
    expect(Object.keys(list)).toEqual(['id', 'name', 'leads_count', 'created_at', 'leads_list_folder_id'])
    expect(list).toMatchObject({ leads_count: 0, leads_list_folder_id: folder.id })
    expect(list.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
    const path = `${LISTS}/${list.id}`
    expect(await send('PUT', path, { name: 'Porto' })).toMatchObject({ status: 204, text: '' })
    expect(await show(list.id)).toMatchObject({ name: 'Porto', leads_list_folder_id: folder.id })
    await send('PUT', path, { name: 'Porto', leads_list_folder_id: null })
    expect(await show(list.id)).toMatchObject({ leads_list_folder_id: null })
    const shown = { Prefer: 'return=representation' }
    const filed = await send('PUT', path, { name: 'Porto', leads_list_folder_id: String(folder.id) }, shown)
    expect(filed).toMatchObject({ status: 200, data: { id: list.id, leads_list_folder_id: folder.id }, meta: {} })
    expect(await send('DELETE', path, undefined, shown)).toMatchObject({ status: 200, data: { name: 'Porto' } })
    expect(await send('DELETE', path)).toMatchObject({ status: 404, errors: [{ id: 'not_found' }] })
    expect(await show(list.id)).toBeUndefined()
  })

  test.each<[string, string, unknown, number, string, string]>([
    ['POST', LISTS, {}, 400, 'wrong_params', 'The name parameter is missing.'],
    ['POST', LISTS, { name: ' ' }, 400, 'wrong_params', 'The name parameter is missing.'],
    ['POST', LISTS, { name: '\u202e\u200b\ufeff' }, 400, 'wrong_params', 'The name parameter is missing.'],
    ['POST', LISTS, { name: 'x'.repeat(256) }, 422, 'validation_failed', 'name must have at most 255 characters.'],
    [
      'POST',
      LISTS,
      { name: 'x', leads_list_folder_id: 99 },
      422,
      'validation_failed',
      'leads_list_folder_id 99 does not exist.',
    ],
    ['PUT', `${LISTS}/1`, { leads_list_folder_id: null }, 400, 'wrong_params', 'The name parameter is missing.'],
    [
      'PUT',
      `${LISTS}/1`,
      { name: 'x', leads_list_folder_id: 99 },
      422,
      'validation_failed',
      'leads_list_folder_id 99 does not exist.',
    ],
    ['PUT', `${LISTS}/999`, { name: 'x' }, 404, 'not_found', 'There is no leads list with id 999.'],
    [
      'PUT',
      `${LISTS}/99999999999999999999`,
      { name: 'x' },
      404,
      'not_found',
      'No record has an id that large; it is 99999999999999999999.',
    ],
    ['PUT', `${LISTS}/99999999999`, { name: 'x' }, 404, 'not_found', 'There is no leads list with id 99999999999.'],
    [
      'PUT',
      `${LISTS}/x`,
      { name: 'x' },
      404,
      'not_found',
      'No record has this id: ids are whole numbers of at least 1; it is "x".',
    ],
    [
      'GET',
      `${LISTS}?limit=101`,
      undefined,
      400,
      'pagination_error',
      'limit must be an integer from 1 to 100; it is 101.',
    ],
    ['POST', `${LISTS}/1/merge`, {}, 400, 'wrong_params', 'The destination_leads_list_id parameter is missing.'],
    [
      'POST',
      `${LISTS}/1/merge`,
      { destination_leads_list_id: 1 },
      422,
      'validation_failed',
      'destination_leads_list_id must be a different list.',
    ],
    [
      'POST',
      `${LISTS}/1/merge`,
      { destination_leads_list_id: 99 },
      422,
      'validation_failed',
      'destination_leads_list_id 99 does not exist.',
    ],
    [
      'POST',
      `${LISTS}/99/merge`,
      { destination_leads_list_id: 1 },
      404,
      'not_found',
      'There is no leads list with id 99.',
    ],
    ['POST', `${LISTS}/99/favorite`, undefined, 404, 'not_found', 'There is no leads list with id 99.'],
    ['POST', FOLDERS, {}, 400, 'wrong_params', 'The name parameter is missing.'],
    ['PUT', `${FOLDERS}/99`, { name: 'x' }, 404, 'not_found', 'There is no folder with id 99.'],
    ['DELETE', `${FOLDERS}/99`, undefined, 404, 'not_found', 'There is no folder with id 99.'],
    ['GET', `${FOLDERS}/99`, undefined, 404, 'not_found', 'There is no folder with id 99.'],
  ])('%s %s %j is refused with %d', async (method, path, body, ...[status, id, details]) => {
    expect(await send(method, path, body)).toMatchObject({ status, errors: [{ id, details }] })
  })

  test('show their leads, newest first, each with the id of the list', async () => {
    const list = await create('With people')
    const path = `/v2/leads-lists/${list.id}`
    await send('POST', '/v2/leads_custom_attributes', { label: 'Shoe size' })
    for (const name of ['Ines', 'Rui', 'Tom'])
      await send('POST', '/v2/leads', { email: `${name}@lumen.example`, first_name: name, leads_list_id: list.id })
    const { data, meta } = await send('GET', `${path}?limit=2`)
    const { leads, ...record } = data as List & { leads: Record<string, unknown>[] }
    expect(record).toEqual({ ...list, leads_count: 3 })
    expect(meta).toEqual({ params: { limit: 2, offset: 0, leads_list_id: list.id } })
    expect(leads.map((lead) => [lead['first_name'], lead['leads_list_id'], lead['shoe_size']])).toEqual([
      ['Tom', list.id, null],
      ['Rui', list.id, null],
    ])
    const alone = (await send('GET', `/v2/leads/${String(leads[0]?.['id'])}`)).data as object
    const keys = Object.keys(alone).map((key) => (key === 'leads_list' ? 'leads_list_id' : key))
    expect(Object.keys(leads[0] ?? {})).toEqual(keys)
    expect((await send('GET', `${path}?offset=3`)).data).toMatchObject({ leads: [] })
    expect(await send('GET', `${LISTS}/999`)).toMatchObject({ status: 404 })
  })

  test("can be a user's favorites", async () => {
    const { id } = await create('Dear')
    const path = `/v2/leads-lists/${id}/favorite`
    for (const _ of [1, 2])
      expect(await send('POST', path)).toMatchObject({ status: 201, data: { id, favorited: true } })
    expect(await send('GET', `${LISTS}/favorites`)).toMatchObject({ data: { leads_list_ids: [id] } })
    expect(await send('DELETE', path)).toMatchObject({ status: 200, data: { id, favorited: false } })
    expect(await send('GET', `${LISTS}/favorites`)).toMatchObject({ data: { leads_list_ids: [] } })
  })

  test('of others are not found', async () => {
    const { key } = await createAccount(app.context, 'free')
    const theirs = { 'x-api-key': key }
    const { id } = await create('Ours')
    const folder = await createFolder('Ours too')
    for (const [method, path] of [
      ['GET', `${LISTS}/${id}`],
      ['PUT', `${LISTS}/${id}`],
      ['DELETE', `${LISTS}/${id}`],
      ['POST', `${LISTS}/${id}/favorite`],
      ['POST', `${LISTS}/${id}/merge`],
      ['PUT', `${FOLDERS}/${folder.id}`],
      ['DELETE', `${FOLDERS}/${folder.id}`],
    ] as const) {
      const body = method === 'GET' ? undefined : { name: 'x', destination_leads_list_id: 1 }
      const { status } = await send(method, path, body, theirs)
      expect([method, path, status]).toEqual([method, path, 404])
    }
    const filed = await send('POST', LISTS, { name: 'x', leads_list_folder_id: folder.id }, theirs)
    expect(filed.status).toBe(422)
  })
})

describe('folders', () => {
  test('get the least used colour, and count their lists', async () => {
    const { key } = await createAccount(app.context, 'free')
    const headers = { 'x-api-key': key }
    const make = async (body: object) => (await send('POST', FOLDERS, body, headers)).data as Folder
    expect(await make({ name: 'A' })).toMatchObject({ color: '374151', leads_lists_count: 0 })
    expect(await make({ name: 'B', color: '3489f9' })).toMatchObject({ color: '3489F9' })
    const third = await make({ name: 'C' })
    expect(third).toMatchObject({ color: '10B981' })
    await send('POST', LISTS, { name: 'In C', leads_list_folder_id: third.id }, headers)
    const { data, meta } = await send('GET', FOLDERS, undefined, headers)
    expect((data as { folders: Folder[] }).folders.map(({ name, leads_lists_count: n }) => [name, n])).toEqual([
      ['C', 1],
      ['B', 0],
      ['A', 0],
    ])
    expect(meta).toEqual({ total: 3, params: { limit: 20, offset: 0 } })
    expect((await send('DELETE', `${FOLDERS}/${third.id}`, undefined, headers)).status).toBe(204)
    const lists = await send('GET', LISTS, undefined, headers)
    expect(lists.data).toMatchObject({ leads_lists: [{ name: 'In C', leads_list_folder_id: null }, {}] })
  })

  test('have unique names, and colours of the palette', async () => {
    const { id } = await createFolder('Q1')
    await createFolder('Q2')
    const taken = { status: 422, errors: [{ id: 'validation_failed', details: 'name is already taken.' }] }
    expect(await send('POST', FOLDERS, { name: 'q1' })).toMatchObject(taken)
    expect(await send('PUT', `${FOLDERS}/${id}`, { name: 'q2' })).toMatchObject(taken)
    expect(await send('PUT', `${FOLDERS}/${id}`, { name: 'q1', color: 'FFD79B' })).toMatchObject({ status: 204 })
    expect((await send('GET', `${FOLDERS}/${id}`)).data).toMatchObject({ name: 'q1', color: 'FFD79B' })
    expect(await send('PUT', `${FOLDERS}/${id}`, { color: '123456' })).toMatchObject({ status: 422 })
    expect(await send('POST', FOLDERS, { name: 'Q3', color: 'red' })).toMatchObject({ status: 422 })
  })

  test('are at most a hundred', async () => {
    const { key } = await createAccount(app.context, 'free')
    const headers = { 'x-api-key': key }
    let folders = 0
    const make = async (count: number) =>
      (
        await Promise.all(
          Array.from({ length: count }, () => send('POST', FOLDERS, { name: `Folder ${++folders}` }, headers)),
        )
      ).map(({ status }) => status)
    for (let tens = 1; tens <= 9; tens++) expect(new Set(await make(10))).toEqual(new Set([201]))
    expect((await make(15)).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(201),
      ...Array<number>(5).fill(422),
    ])
  })
})
