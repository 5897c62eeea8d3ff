import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient, idOf } from '../../support/doors/api-client.ts'
import type { ApiClient, ApiAnswer } from '../../support/doors/api-client.ts'

/** Many clients working on the same leads and lists at once. */

const CLIENTS = 32

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_DATABASE_POOL_SIZE: '20' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const newClient = async (): Promise<ApiClient> => apiClient(app, (await createAccount(app.context, 'starter')).key)
const crowd = (act: (client: number) => Promise<ApiAnswer>): Promise<ApiAnswer[]> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => act(client)))
const statuses = (answers: readonly ApiAnswer[]): Record<number, number> =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(answers, ({ status }) => status),
      ([status, all]) => [status, all.length],
    ),
  )

describe('32 clients at once', () => {
  test('create one lead once, whichever endpoint they use', async () => {
    const { send, lists } = await newClient()
    const created = await crowd(() => send('POST', '/leads', { email: 'same@example.org' }))
    expect(statuses(created)).toEqual({ 201: 1, 422: CLIENTS - 1 })
    const saved = await crowd((client) =>
      send('PUT', '/leads', { email: 'other@example.org', first_name: `Name ${client}` }),
    )
    expect(statuses(saved)).toEqual({ 200: CLIENTS - 1, 201: 1 })
    expect(new Set(saved.map(({ body }) => idOf(body))).size).toBe(1)
    expect((await lists())[0]?.leads_count).toBe(2)
  })

  test('move one lead between lists, and every counter is exact afterwards', async () => {
    const { send, list, lists } = await newClient()
    const ids = [await list('A'), await list('B'), await list('C')]
    const lead = idOf((await send('POST', '/leads', { email: 'a@example.org' })).body)
    const wanted = (client: number) => [ids.slice(0, 2), ids.slice(1), [...ids].reverse(), []][client % 4]
    const moved = await crowd((client) =>
      client % 2 === 0
        ? send('PUT', `/leads/${lead}`, { leads_list_ids: wanted(client) })
        : send('PUT', '/leads', { email: 'a@example.org', leads_list_ids: wanted(client) }),
    )
    expect(statuses(moved)).toEqual({ 200: CLIENTS / 2, 204: CLIENTS / 2 })
    const { body } = await send('GET', `/leads/${lead}`)
    const joined = body.meta['leads_list_ids'] as number[]
    expect([0, 2, 3]).toContain(joined.length)
    for (const { id, leads_count } of await lists())
      expect([id, leads_count]).toEqual([id, joined.includes(id) ? 1 : 0])
  })

  test('save, delete and list the same few leads: no call fails, nothing is miscounted', async () => {
    const { send, list, lists } = await newClient()
    const ids = [await list('A'), await list('B')]
    const answers: ApiAnswer[] = []
    for (let round = 0; round < 6; round++)
      answers.push(
        ...(await crowd(async (client) => {
          const email = `lead${(client + round) % 5}@example.org`
          if (client % 4 === 0) return send('PUT', '/leads', { email, leads_list_ids: ids })
          if (client % 4 === 1)
            return send('POST', '/leads/bulk/save', { people: [email, 'lead9@example.org'], leads_list_id: ids[0] })
          if (client % 4 === 2) return send('GET', '/leads?query=lead')
          const { body } = await send('GET', `/leads/exist?email=${email}`)
          return send('DELETE', `/leads/${idOf(body)}`)
        })),
      )
    expect(answers.filter(({ status }) => ![200, 201, 204, 404].includes(status)).map(({ text }) => text)).toEqual([])
    const { body } = await send('GET', '/leads')
    const rows = body.data['leads'] as unknown[]
    expect([body.meta['total'], body.meta['count']]).toEqual([rows.length, rows.length])
    for (const { id, leads_count } of await lists()) {
      const inList = await send('GET', `/leads?leads_list_id=${id}`)
      expect((inList.body.data['leads'] as unknown[]).length).toBe(leads_count)
    }
  })
})
