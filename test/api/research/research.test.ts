import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { mailboxes } from '../../internet/mail-script.ts'
import { startMailServers } from '../../internet/mail-server.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { modernClient } from '../../support/doors/mcp-client.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedCompany } from '../../support/records/seed-company.ts'
import { seedPeople } from '../../support/records/seed.ts'

/** Research in one call: what it finds, and that it stays within its budget. */

/** A verification is stored with its address, so each test has its own company. */
const DOMAINS = Array.from({ length: 30 }, (_, i) => `lumen${i}.example`)
let taken = 0

let app: TestApp
let close: () => Promise<void>

beforeAll(async () => {
  const mail = await startMailServers([
    { name: 'mx.lumen.example', script: { rcpt: mailboxes('ines.calder', 'rui.abano') } },
  ])
  const zone = new Map<string, ZoneEntry>([['example', {}]])
  for (const { name, address } of mail.servers) {
    for (const domain of DOMAINS) zone.set(domain, { mx: [{ exchange: name, preference: 10 }] })
    zone.set(name, { a: [address] })
  }
  const dns = await startDnsServer(zone)
  app = await startApp({
    env: { ...verifying({ dnsServer: dns.address, smtpPort: mail.port }), QUARRY_RATE_LIMIT_FACTOR: '0' },
  })
  close = async () => {
    await app[Symbol.asyncDispose]()
    await mail[Symbol.asyncDispose]()
    await dns.stop()
  }
})
afterAll(() => close())

interface Research {
  data: {
    domain: string
    profile: { name: string; industry: string } | null
    addresses: { total: number }
    departments: { department: string; people: { value: string; verification: { status: string | null } }[] }[]
  }
  meta: {
    spent: { profile: number; people: number; verification: number; seconds: number }
    left_out: { what: string; count: number; reason: string }[]
  }
}

async function newCompany(): Promise<string> {
  const domain = DOMAINS[taken] ?? ''
  taken += 1
  await seedPeople(app.context, domain, [
    ['Ines', 'Calder', 'Head of Sales'],
    ['Rui', 'Abano', 'Chief Technology Officer'],
    ['Otto', 'Brandt', 'Chief Financial Officer'],
    ['Lena', 'Sommer', 'Intern'],
  ])
  await seedCompany(app.context, { domain, name: 'Lumen', industry: 'Software Development', country: 'PT' })
  return domain
}

/** Researches a new company from a new account, unless another domain is given. */
async function research(given: Record<string, unknown>) {
  const domain = 'domain' in given ? given['domain'] : await newCompany()
  const { key } = await createAccount(app.context, 'starter')
  const answer = await app.post('/v2/research', { ...given, domain }, { 'x-api-key': key })
  const again = () => app.post('/v2/research', { ...given, domain }, { 'x-api-key': key })
  const { data, meta } = answer.body as unknown as Research
  const charged = Number(answer.headers.get('x-quarry-credits-charged'))
  return { status: answer.status, data, meta, charged, errors: answer.body.errors, again }
}

const peopleOf = ({ departments }: Research['data']) => departments.flatMap(({ people }) => people)

describe('research', () => {
  test('tells what a company is, how many addresses it has, and verifies those of its key people by department', async () => {
    const { data, meta, charged } = await research({ max_credits: 5 })
    expect(data).toMatchObject({ profile: { name: 'Lumen', industry: 'Software Development' } })
    expect(data.addresses.total).toBe(4)
    const found = data.departments.map(({ department, people }) => [department, people.map(({ value }) => value)])
    expect(Object.fromEntries(found)).toEqual({
      sales: [`ines.calder@${data.domain}`],
      it: [`rui.abano@${data.domain}`],
      finance: [`otto.brandt@${data.domain}`],
    })
    const statuses = peopleOf(data).map(({ value, verification }) => [value.split('.')[0], verification.status])
    expect(Object.fromEntries(statuses)).toEqual({ ines: 'valid', rui: 'valid', otto: 'invalid' })
    expect(meta.spent).toMatchObject({ profile: 0.2, people: 1, verification: 1.5 })
    expect(meta.left_out).toEqual([])
    expect(charged).toBe(2.7)
  })

  test('costs nothing again in the same period, and then reports that it spent nothing', async () => {
    const { again } = await research({})
    const { body, headers } = await again()
    expect(headers.get('x-quarry-credits-charged')).toBe('0')
    expect((body as unknown as Research).meta.spent).toMatchObject({ profile: 0, people: 0, verification: 0 })
  })

  test.each([0, 0.1, 0.2, 0.5, 1, 1.2, 1.5, 1.7, 2.2, 2.7, 50])(
    'never costs more than the %d credits granted, and says what it left out',
    async (granted) => {
      const { data, meta, charged } = await research({ max_credits: granted })
      const { profile, people, verification } = meta.spent
      expect(charged).toBeLessThanOrEqual(granted)
      expect(profile + people + verification).toBeCloseTo(charged, 6)
      expect(data.addresses.total).toBe(4)
      expect(data.profile === null).toBe(granted < 0.2)
      expect(peopleOf(data).length > 0).toBe(people > 0)
      const left = Object.fromEntries(meta.left_out.map(({ what, count }) => [what, count]))
      expect(left['profile'] ?? 0).toBe(profile > 0 ? 0 : 1)
      expect(left['people'] ?? 0).toBe(people > 0 ? 0 : 1)
      expect(peopleOf(data).filter((person) => person.verification.status === null)).toHaveLength(
        left['verification'] ?? 0,
      )
      for (const { reason } of meta.left_out) expect(reason).toBe('max_credits')
    },
  )

  test('does nothing that costs when out of time, and covers only the departments and people requested', async () => {
    const late = await research({ max_seconds: 0 })
    expect(late.charged).toBe(0)
    expect(late.meta.left_out.map(({ what, reason }) => `${what} ${reason}`)).toEqual([
      'profile max_seconds',
      'people max_seconds',
    ])
    const narrow = await research({ department: 'finance,it', people: 1 })
    expect(peopleOf(narrow.data)).toHaveLength(1)
    expect(narrow.data.departments[0]?.department).toMatch(/^(?:finance|it)$/)
  })

  test('returns what is free or already paid for to an account without credits, and says why', async () => {
    const { key, accountId } = await createAccount(app.context, 'free')
    const domain = await newCompany()
    const ask = (max_credits: number) => app.post('/v2/research', { domain, max_credits }, { 'x-api-key': key })
    await ask(0.2)
    const { pool } = app.context.database
    await pool.query('update billing_periods set credits_used = 50 where account_id = $1', [accountId])
    const { data, meta } = (await ask(50)).body as unknown as Research
    expect(data).toMatchObject({ profile: { name: 'Lumen' }, addresses: { total: 4 }, departments: [] })
    expect(meta.left_out).toEqual([{ what: 'people', count: 1, reason: 'balance' }])
  })

  test('knows nothing about an unknown company, and leaves out people who opted out', async () => {
    const nobody = await research({ domain: undefined, company: 'Nobody and Sons' })
    expect(nobody).toMatchObject({ status: 200, charged: 0, data: { domain: null, departments: [] } })
    await addOptout(app.context, 'private.example', null)
    const claimed = await research({ domain: 'private.example' })
    expect([claimed.status, claimed.errors?.[0]?.id]).toEqual([451, 'claimed_email'])
  })

  test.each([{ max_credits: -1 }, { max_credits: 51 }, { max_seconds: 21 }, { max_seconds: 'soon' }, { people: 11 }])(
    'refuses %j',
    async (given) => {
      expect((await research(given)).status).toBe(400)
    },
  )

  test('returns the same through the tool as through the endpoint', async () => {
    const { key } = await createAccount(app.context, 'starter')
    const domain = await newCompany()
    const client = await modernClient(`${app.origin}/mcp`, 'auto', { 'X-API-KEY': key })
    const ask = async () => {
      const answer = await client.callTool({ name: 'research_company', arguments: { domain } })
      return answer.structuredContent as Research & { meta: { credits: object; untrusted_fields: string[] } }
    }
    const first = await ask()
    expect(first.meta).toMatchObject({
      credits: { charged: 2.7 },
      untrusted_fields: ['name', 'location', 'first_name', 'last_name', 'position'],
    })
    const { data } = await research({ domain })
    expect((await ask()).data).toEqual(data)
    await client.close()
  })
})
