import { describe, expect, test } from 'vitest'
import { clientNetwork } from '../../../src/lib/input/client-network.ts'
import { startApp } from '../../support/app.ts'
import type { TestBody } from '../../support/app.ts'
import { seedPeople } from '../../support/records/seed.ts'

const PATH = '/v2/email-count?domain=lumen.example'

describe('an email count without a key', () => {
  test('is answered, and nothing else is', async () => {
    await using app = await startApp()
    await seedPeople(app.context, 'lumen.example', [['Rui', 'Abano', 'Head of Sales']])
    const counted = await fetch(app.origin + PATH)
    expect([counted.status, await counted.json()]).toMatchObject([200, { data: { total: 1 } }])
    expect((await fetch(`${app.origin}/v2/domain-search?domain=lumen.example`)).status).toBe(401)
    expect((await fetch(PATH_WITH('api_key=wrong', app.origin))).status).toBe(401)
  })

  test('is also answered for a domain that is not known yet, whose site is then crawled', async () => {
    await using app = await startApp({ env: { QUARRY_CRAWL: 'on', QUARRY_ROLE: 'server' } })
    const counted = await fetch(`${app.origin}/v2/email-count?domain=unknown.example`)
    const body = (await counted.json()) as TestBody
    expect([counted.status, body.data, body.meta]).toMatchObject([200, { total: 0 }, { crawl: { status: 'queued' } }])
  })

  test('cannot send the crawler everywhere: ten sites an hour for an address, fifteen unfinished for all', async () => {
    const env = { QUARRY_CRAWL: 'on', QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_TRUST_PROXY: '1' }
    await using app = await startApp({ env })
    const crawled = async (client: string, name: string) => {
      const headers = { 'x-forwarded-for': client }
      const counted = await fetch(`${app.origin}/v2/email-count?domain=${name}.example`, { headers })
      return [counted.status, ((await counted.json()) as { meta: { crawl?: object } }).meta.crawl !== undefined]
    }
    const asked = async (client: string, count: number) => {
      const answers: unknown[] = []
      for (let turn = 0; turn < count; turn += 1)
        answers.push(await crawled(client, `site${turn}-${client.at(-1) ?? ''}`))
      return answers
    }
    const [yes, no] = [
      [200, true],
      [200, false],
    ]
    expect(await asked('198.51.100.1', 12)).toEqual([...Array<unknown>(10).fill(yes), no, no])
    expect(await asked('198.51.100.2', 7)).toEqual([...Array<unknown>(5).fill(yes), no, no])
    expect((await app.get('/v2/email-count?domain=own.example')).body.meta).toMatchObject({
      crawl: { status: 'queued' },
    })
  })

  test('has the rate limit of its client address', async () => {
    const now = new Date('2026-03-01T10:00:00.100Z')
    const env = { QUARRY_TRUST_PROXY: '1' }
    await using app = await startApp({ env, replace: { clock: { now: () => now } } })
    const from = async (client: string) =>
      (await fetch(app.origin + PATH, { headers: { 'x-forwarded-for': client } })).status
    const statuses = await Promise.all(Array.from({ length: 31 }, (_, host) => from(`2001:db8:1:2::${host + 1}`)))
    expect(statuses.filter((status) => status === 403)).toHaveLength(1)
    expect(await from('2001:db8:1:3::1')).toBe(200)
    expect((await app.get(PATH)).status).toBe(200)
  })

  test('is refused where the operator disabled it', async () => {
    await using app = await startApp({ env: { QUARRY_PUBLIC_EMAIL_COUNT: 'off' } })
    expect((await fetch(app.origin + PATH)).status).toBe(401)
    expect((await app.get(PATH)).status).toBe(200)
  })
})

const PATH_WITH = (more: string, origin: string): string => `${origin}${PATH}&${more}`

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['2001:0db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('the client %s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
