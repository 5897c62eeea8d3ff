import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** Empty, wrong and mistyped values are treated the same everywhere, and an error shows what was sent. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const LISTS = ['/domain-search?domain=a.example', '/leads?', '/leads_lists?', '/campaigns?', '/sequences?']

test.each(LISTS)('%s: an empty limit counts as none, a wrong one is refused and shown', async (path) => {
  expect((await app.get(`/v2${path}&limit=`)).status).toBe(200)
  for (const limit of ['0', '-1', 'ten', '1.5']) {
    const { status, body } = await app.get(`/v2${path}&limit=${limit}`)
    expect([status, body.errors?.[0]?.id]).toEqual([400, 'pagination_error'])
    expect(body.errors?.[0]?.details).toMatch(new RegExp(`^limit must be an integer .*; it is "?${limit}"?\\.$`))
  }
})

test.each(['/leads', '/leads_lists', '/sequences', '/email-verifier/bulk'])(
  '%s: an invalid id is not found, and shown',
  async (path) => {
    for (const id of ['abc', '0', '-7', '1.5', '99999999999999999999']) {
      const { status, body } = await app.get(`/v2${path}/${id}`)
      expect([path, id, status, body.errors?.[0]?.id]).toEqual([path, id, 404, 'not_found'])
      expect(body.errors?.[0]?.details).toContain(`; it is ${id === 'abc' ? '"abc"' : id}.`)
    }
  },
)

test.each([
  ['/domain-search?domain=a.example&type=robot', 'type must be personal or generic; it is "robot".'],
  ['/email-finder?domain=a.example&full_name=Una+Weiss&max_duration=90', /from 3 to 20; it is 90\.$/],
  ['/answers?kind=7', /^kind must be one of .*; it is 7\.$/],
])('%s: a value outside the allowed ones is refused and shown', async (path, said) => {
  const { status, body } = await app.get(`/v2${path}`)
  expect([status, body.errors?.[0]?.details]).toEqual([400, expect.stringMatching(said)])
})

test('a text parameter accepts no number or boolean, and no character that cannot be stored', async () => {
  const asked: [string, object, number, string][] = [
    ['/leads', { email: 'a@b.example', company: 12 }, 422, 'company must be a string; it is 12.'],
    ['/leads', { email: 'a@b.example', notes: true }, 422, 'notes must be a string; it is true.'],
    [
      '/leads',
      { email: 'a@b.example', notes: 'a\0b' },
      422,
      'notes must be a string; it contains the character U+0000.',
    ],
    [
      '/sequences/1/follow-ups',
      { step: 1, body: 'a\0b' },
      400,
      'body must be a string; it contains the character U+0000.',
    ],
    [
      '/sequences/1/follow-ups',
      { step: 1, subject: '\0' },
      400,
      'subject must be a string; it contains the character U+0000.',
    ],
    ['/leads_lists', { name: 7 }, 400, 'name must be a string; it is 7.'],
    ['/sequences', { name: 7 }, 400, 'name must be a string; it is 7.'],
    ['/domain-search', { company: 365 }, 400, 'company is not a valid company name; it is 365.'],
    ['/domain-search', { domain: 365 }, 400, '365 is not a valid domain name.'],
  ]
  for (const [path, sent, status, details] of asked) {
    const answer = await app.post(`/v2${path}`, sent)
    expect([answer.status, answer.body.errors?.map((error) => error.details)]).toEqual([
      status,
      expect.arrayContaining([details]),
    ])
  }
  expect((await app.post('/v2/leads', { email: 'a@b.example', company: '12' })).status).toBe(201)
})

test('unknown names are reported by calls that write, and only by them', async () => {
  const created = await app.post('/v2/leads_lists', { name: 'Told', colour: 'red', __proto__x: 1 })
  expect([created.status, created.body.meta]).toEqual([201, { ignored: ['colour', '__proto__x'] }])
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${'n'.repeat(100)}${at}`, at]))
  const { ignored } = (await app.post('/v2/leads', { email: 'told@a.example', ...many })).body.meta as {
    ignored: string[]
  }
  expect([ignored.length, ignored[0]?.length]).toEqual([20, 60])
  const plain = await app.post('/v2/leads', { email: 'plain@a.example', lead_list_id: undefined })
  expect(plain.body.meta).not.toHaveProperty('ignored')
  expect((await app.get('/v2/leads?colour=red')).body.meta).not.toHaveProperty('ignored')
})
