import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FIND_EMAIL_FIXTURE } from '../../../src/core/search/find-email-fixture.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import type { FindEmailOutput } from '../../../src/core/search/find-email-output.ts'
import { learnDomain } from '../../../src/core/crawl/learn-domain.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { acceptsEverybody, mailboxes } from '../../internet/mail-script.ts'
import { startMailServers } from '../../internet/mail-server.ts'
import type { TestMailServer } from '../../internet/mail-server.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { modernClient } from '../../support/doors/mcp-client.ts'
import { startApp } from '../../support/app.ts'
import type { TestAnswer, TestApp } from '../../support/app.ts'
import { seedPage, seedPeople } from '../../support/records/seed.ts'

const COLLEAGUES = [
  ['Ines', 'Calder', 'Support Engineer'],
  ['Rui', 'Abano', 'Chief Technology Officer'],
  ['Tom', 'Birch', 'Sales Manager'],
  ['Lea', 'Novak', 'Head of Design'],
] as const

/** Three servers: one refuses unknown addresses, one accepts all, one hangs up. */
const SERVERS = {
  'strict.example': { rcpt: mailboxes('una.weiss', 'ines.calder', 'jmoss', 'kbrand', 'kbrand2') },
  'open.example': { rcpt: acceptsEverybody },
  'rude.example': { banner: '554 5.7.1 Blocked' },
} as const

let app: TestApp
let stop: () => Promise<void>
let servers: Record<string, TestMailServer>

beforeAll(async () => {
  const domains = Object.keys(SERVERS)
  const mail = await startMailServers(Object.values(SERVERS).map((script, i) => ({ name: `mx.${domains[i]}`, script })))
  const zone = new Map<string, ZoneEntry>([
    ['nomail.example', { txt: ['nothing else'] }],
    ['nullmx.example', { mx: [{ exchange: '.', preference: 0 }] }],
    ['shut.example', { rcode: 'SERVFAIL' }],
    ['adrift.example', { mx: [{ exchange: 'mx.adrift.example', preference: 10 }] }],
    ['mx.adrift.example', { rcode: 'SERVFAIL' }],
    ['closed.example', { mx: [{ exchange: 'mx.closed.example', preference: 10 }] }],
    ['barren.example', { mx: [{ exchange: 'mx.closed.example', preference: 10 }] }],
    // No server listens there.
    ['mx.closed.example', { a: ['127.9.9.9'] }],
    ['sister.example', { mx: [{ exchange: 'mx.open.example', preference: 10 }] }],
    ['gmail.com', { mx: [{ exchange: 'mx.strict.example', preference: 10 }] }],
  ])
  for (const [i, domain] of domains.entries()) {
    zone.set(domain, { mx: [{ exchange: `mx.${domain}`, preference: 10 }] })
    zone.set(`mx.${domain}`, { a: [mail.servers[i]?.address ?? ''] })
  }
  const dns = await startDnsServer(zone)
  servers = Object.fromEntries(domains.map((domain, i) => [domain, mail.servers[i] as TestMailServer]))
  app = await startApp({
    env: { ...verifying({ dnsServer: dns.address, smtpPort: mail.port }), QUARRY_RATE_LIMIT_FACTOR: '0' },
  })
  for (const domain of [...domains, 'shut.example', 'adrift.example', 'closed.example'])
    await seedPeople(app.context, domain, COLLEAGUES)
  stop = async () => {
    await app[Symbol.asyncDispose]()
    await dns.stop()
    await mail[Symbol.asyncDispose]()
  }
})
afterAll(() => stop())

const query = (args: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(args).map(([name, value]): [string, string] => [name, String(value)])).toString()
const find = (args: Record<string, string | number>, path = ''): Promise<TestAnswer> =>
  app.get(`/v2/email-finder${path}?${query(args)}`)
const found = ({ body }: TestAnswer): FindEmailOutput => body as unknown as FindEmailOutput
const charged = ({ headers }: TestAnswer): string | null => headers.get('x-quarry-credits-charged')
const una = { first_name: 'Una', last_name: 'Weiss' }

describe('a known person', () => {
  test('is answered with the published address, its sources and a verification', async () => {
    const answer = await find({ domain: 'strict.example', first_name: 'Ines', last_name: 'Calder' })
    expect(answer.status).toBe(200)
    expect(charged(answer)).toBe('1')
    expect(found(answer)).toMatchObject({
      data: {
        first_name: 'Ines',
        last_name: 'Calder',
        email: 'ines.calder@strict.example',
        domain: 'strict.example',
        accept_all: false,
        position: 'Support Engineer',
        sources: [{ uri: 'https://strict.example/team' }],
        verification: { status: 'valid' },
      },
      meta: {
        params: {
          first_name: 'Ines',
          last_name: 'Calder',
          full_name: null,
          domain: 'strict.example',
          company: null,
          max_duration: null,
        },
      },
    })
    expect(found(answer).data.score).toBeGreaterThanOrEqual(95)
  })

  test.each([
    ['in one name', { full_name: 'Ines Calder' }],
    ['with the family name first', { full_name: 'Calder, Ines' }],
    ['with an initial', { first_name: 'I.', last_name: 'Calder' }],
    ['in other letters', { first_name: 'INÉS', last_name: 'calder' }],
  ])('is found %s', async (_how, name) => {
    const { data } = found(await find({ domain: 'https://www.open.example/team', ...name }))
    expect(data.email).toBe('ines.calder@open.example')
    expect(data.sources).toHaveLength(1)
  })

  test('is found by the profile alone, and other arguments take precedence over it', async () => {
    const person = { firstName: 'Rosa', lastName: 'Lind', linkedin: 'Rosa-Lind-1' }
    await seedPage(app.context, {
      url: 'https://open.example/rosa',
      addresses: [{ value: 'rl@open.example', person }],
    })
    for (const linkedin_handle of ['rosa-lind-1', 'https://www.linkedin.com/in/Rosa-Lind-1/?x=1', 'in/rosa-lind-1'])
      expect(found(await find({ linkedin_handle })).data).toMatchObject({ email: 'rl@open.example', last_name: 'Lind' })
    const elsewhere = found(await find({ linkedin_handle: 'rosa-lind-1', domain: 'strict.example', ...una }))
    expect(elsewhere.data.email).toBe('una.weiss@strict.example')
    expect(found(await find({ linkedin_handle: 'nobody-at-all' })).data).toMatchObject({ email: null, domain: null })
  })
})

describe('a person without a published address', () => {
  test('is guessed by the pattern and confirmed by the server', async () => {
    const { data } = found(await find({ domain: 'strict.example', ...una }))
    expect(data).toMatchObject({
      ...una,
      email: 'una.weiss@strict.example',
      accept_all: false,
      sources: [],
      verification: { status: 'valid' },
    })
    expect(data.score).toBeGreaterThanOrEqual(95)
  })

  test('is found after refused guesses, with few questions, one at a time', async () => {
    const server = servers['strict.example'] as TestMailServer
    const before = server.commands.length
    const { data } = found(await find({ domain: 'strict.example', first_name: 'Juna', last_name: 'Moss' }))
    const asked = server.commands.slice(before).filter(({ line }) => /^RCPT TO:<j/i.test(line))
    expect(asked.map(({ line }) => line.slice(0, 20))).toEqual([
      'RCPT TO:<juna.moss@s',
      'RCPT TO:<jmoss@stric',
      'RCPT TO:<jmoss2@stri',
    ])
    expect(new Set(asked.slice(0, 2).map(({ session }) => session)).size).toBe(1)
    expect(data).toMatchObject({ email: 'jmoss@strict.example', verification: { status: 'valid' } })
  })

  test('is returned with a probability if the server accepts all addresses, with the next best guess', async () => {
    const { data, meta } = found(await find({ domain: 'open.example', ...una }))
    expect(data).toMatchObject({
      email: 'una.weiss@open.example',
      accept_all: true,
      verification: { status: 'accept_all' },
    })
    expect(data.score).toBeGreaterThan(60)
    expect(data.score).toBeLessThan(95)
    for (const { email, score } of meta.alternatives ?? []) {
      expect(email).toMatch(/@open\.example$/)
      expect(score).toBeLessThan(data.score ?? 0)
    }
  })

  test('is returned with a probability if nothing can be verified but colleagues show the pattern', async () => {
    for (const domain of ['rude.example', 'closed.example']) {
      const { data, meta } = found(await find({ domain, ...una, max_duration: 3 }))
      expect(data).toMatchObject({
        email: `una.weiss@${domain}`,
        accept_all: false,
        verification: { status: 'unknown' },
      })
      expect(meta).toMatchObject({ unknown: ['accept_all'] })
    }
  })

  test('is not guessed where no mail server answers and no colleague is known', async () => {
    const miss = await find({ domain: 'barren.example', ...una, max_duration: 3 })
    expect(miss.body).toMatchObject({ data: { email: null }, meta: { reason: 'mail_server_unreachable' } })
    expect(charged(miss)).toBe('0')
  })

  test.each([
    ['for the domain', 'shut.example'],
    ['for its mail servers', 'adrift.example'],
  ])('is not guessed while DNS does not answer %s; a published address is still returned', async (_, domain) => {
    const miss = await find({ domain, ...una, max_duration: 3 })
    expect(miss.status).toBe(200)
    expect(miss.body).toMatchObject({ data: { email: null, score: null }, meta: { reason: 'dns_unreachable' } })
    expect(charged(miss)).toBe('0')
    const { data } = found(await find({ domain, full_name: 'Tom Birch', max_duration: 3 }))
    expect(data).toMatchObject({ email: `tom.birch@${domain}`, verification: { status: 'unknown' } })
    expect(data.sources).not.toEqual([])
  })

  test('costs nothing when not found, and is charged once when asked for again', async () => {
    const miss = await find({ domain: 'strict.example', first_name: 'Otto', last_name: 'Nobody', max_duration: 5 })
    expect(miss.status).toBe(200)
    expect(charged(miss)).toBe('0')
    expect(miss.body).toEqual({
      data: {
        first_name: null,
        last_name: null,
        email: null,
        score: null,
        domain: 'strict.example',
        accept_all: null,
        position: null,
        twitter: null,
        linkedin_url: null,
        phone_number: null,
        company: null,
        sources: [],
        verification: { date: null, status: null },
      },
      meta: {
        params: {
          first_name: 'Otto',
          last_name: 'Nobody',
          full_name: null,
          domain: 'strict.example',
          company: null,
          max_duration: 5,
        },
        reason: 'no_candidate',
      },
    })
    const lea = { domain: 'open.example', full_name: 'Lea Novak' }
    expect(charged(await find(lea))).toBe('1')
    expect(charged(await find({ ...lea, max_duration: 4 }))).toBe('0')
  })

  test('is not guessed when only published addresses are requested', async () => {
    expect(found(await find({ domain: 'open.example', ...una }, '/found')).data.email).toBeNull()
    expect(found(await find({ domain: 'open.example', full_name: 'Tom Birch' }, '/found')).data.email).toBe(
      'tom.birch@open.example',
    )
  })

  test('is guessed by how people of the same company elsewhere are written', async () => {
    await seedPage(app.context, {
      url: 'https://group.test/team',
      addresses: ['Ada Holm', 'Finn Oakley', 'Vera Lindow'].map((name) => {
        const [firstName = '', lastName = ''] = name.split(' ')
        return { value: `${lastName}-${firstName}@group.test`.toLowerCase(), person: { firstName, lastName } }
      }),
    })
    await learnDomain(app.context, 'group.test')
    const summary = { organization: null, aliases: [], seenOn: '2026-01-01' }
    const link = (domain: string) => [{ domain, kind: 'alias' as const }]
    await app.context.store.sites.summarize({ ...summary, domain: 'sister.example', linkedDomains: link('group.test') })
    const { data } = found(await find({ domain: 'sister.example', first_name: 'Milo', last_name: 'Garrow' }))
    expect(data.email).toBe('garrow-milo@sister.example')
  })
})

describe('not found:', () => {
  test('people at webmail domains and unknown companies', async () => {
    expect(found(await find({ domain: 'gmail.com', ...una }))).toMatchObject({
      data: { email: null, domain: 'gmail.com' },
      meta: { reason: 'webmail_domain' },
    })
    expect(found(await find({ company: 'Nobody Knows Ltd', ...una })).data).toMatchObject({ email: null, domain: null })
  })

  test('people who have left: free, with the evidence, and the published address on request', async () => {
    const left = { full_name: 'Ines Calder', domain: 'strict.example' }
    await app.database.pool.query(
      `update addresses set affiliation = 'former', affiliation_since = '2026-02-01', left_on = '2026-02-01',
        left_evidence = '[{"uri": "https://strict.example/team", "seen_on": "2026-02-01", "says": "not listed"}]'
        where value = 'ines.calder@strict.example'`,
    )
    const miss = await find(left)
    expect(charged(miss)).toBe('0')
    expect(found(miss)).toMatchObject({
      data: { email: null },
      meta: { reason: 'left_company', affiliation: { state: 'former', since: '2026-02-01' } },
    })
    const asked = found(await find({ ...left, include_former: 'true', include: 'affiliation' }))
    expect(asked.data).toMatchObject({ email: 'ines.calder@strict.example', affiliation: { state: 'former' } })
    expect(asked.meta.params).toEqual({ ...found(miss).meta.params })
    expect(found(await find({ ...left, include_former: 'true' })).data).not.toHaveProperty('affiliation')
    await app.database.pool.query(
      `insert into changes (domain, change_key, type, person_key, person_name, field, evidence, happened_to, confidence, detected_at)
        values ('strict.example', 'k', 'left', 'una weiss', 'Una Weiss', 'person', '[]', '2026-02-01', 0.9, now())`,
    )
    expect(found(await find({ domain: 'strict.example', ...una, include_former: 'true' }))).toMatchObject({
      data: { email: null },
      meta: { reason: 'left_company' },
    })
    await app.database.pool.query('delete from changes')
    await app.database.pool.query('update addresses set affiliation = null, left_on = null, left_evidence = null')
  })

  test('people who have left: with where they are now, if the same profile shows it', async () => {
    const person = { firstName: 'Ines', lastName: 'Calder' }
    const of = (linkedin: string) => ({ person: { ...person, linkedin } })
    await seedPage(app.context, {
      url: 'https://open.example/people',
      addresses: [{ value: 'i.calder@open.example', ...of('ines-calder-4') }],
    })
    await app.database.pool.query(
      `update addresses set affiliation = 'former', left_on = '2026-02-01', left_evidence = '[]', linkedin = 'Ines-Calder-4'
        where value = 'ines.calder@strict.example'`,
    )
    const asked = { full_name: 'Ines Calder', domain: 'strict.example' }
    const affiliation = async () => found(await find(asked)).meta.affiliation
    expect(await affiliation()).toMatchObject({
      state: 'former',
      now_at: { domain: 'open.example', uri: 'https://open.example/people' },
    })
    const unlinked = [`linkedin = 'another'`, `first_name = 'Inga'`, `affiliation = 'likely'`]
    for (const change of unlinked) {
      await app.database.pool.query(`update addresses set ${change} where value = 'i.calder@open.example'`)
      expect(await affiliation()).not.toHaveProperty('now_at')
      await app.database.pool.query(
        `update addresses set linkedin = 'ines-calder-4', first_name = 'Ines', affiliation = 'current'
          where value = 'i.calder@open.example'`,
      )
    }
    expect(await affiliation()).toHaveProperty('now_at')
    await app.database.pool.query(`delete from addresses where value = 'i.calder@open.example'`)
    await app.database.pool.query(
      `update addresses set affiliation = null, left_on = null, left_evidence = null, linkedin = null where domain = 'strict.example'`,
    )
  })

  test('people who share a name, until something tells them apart', async () => {
    const person = { firstName: 'Nils', lastName: 'Berg' }
    await seedPage(app.context, {
      url: 'https://open.example/offices',
      addresses: [
        { value: 'nils.berg@open.example', person: { ...person, linkedin: 'nils-berg-7' } },
        { value: 'nils.t.berg@open.example', person },
      ],
    })
    const both = await find({ domain: 'open.example', full_name: 'Nils Berg' })
    expect(charged(both)).toBe('0')
    expect(found(both)).toMatchObject({ data: { email: null }, meta: { reason: 'ambiguous_person' } })
    expect(
      found(both)
        .meta.ambiguous_person?.map(({ email }) => email)
        .toSorted(),
    ).toEqual(['nils.berg@open.example', 'nils.t.berg@open.example'])
    const onlyTheServer = await find({ domain: 'strict.example', first_name: 'Kai', last_name: 'Brand' })
    expect(charged(onlyTheServer)).toBe('0')
    expect(onlyTheServer.body).toMatchObject({ data: { email: null }, meta: { reason: 'ambiguous_person' } })
    const told = async (more: Record<string, string>) =>
      found(await find({ domain: 'open.example', ...more })).data.email
    expect(await told({ full_name: 'Nils T. Berg' })).toBe('nils.t.berg@open.example')
    expect(await told({ full_name: 'Nils Berg', linkedin_handle: 'nils-berg-7' })).toBe('nils.berg@open.example')
  })
})

describe('refused:', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['no company', una, ['wrong_params: Send domain, company or linkedin_handle.']],
    ['no person', { domain: 'a.example' }, ['wrong_params: Send first_name and last_name, or full_name.']],
    [
      'a first name alone',
      { domain: 'a.example', first_name: 'Una' },
      ['wrong_params: Send first_name and last_name, or full_name.'],
    ],
    [
      'nothing at all',
      {},
      [
        'wrong_params: Send domain, company or linkedin_handle.',
        'wrong_params: Send first_name and last_name, or full_name.',
      ],
    ],
    [
      'names that are none',
      { domain: 'a.example', first_name: '42', last_name: 'u@b.example' },
      [
        'invalid_first_name: first_name is not a valid name; it is 42.',
        'invalid_last_name: last_name is not a valid name; it is "u@b.example".',
      ],
    ],
    [
      'one word as a full name',
      { domain: 'a.example', full_name: 'Una' },
      ['invalid_full_name: full_name must contain a first and a last name.'],
    ],
    [
      'a duration out of range',
      { domain: 'a.example', ...una, max_duration: '21' },
      ['invalid_max_duration: max_duration must be an integer from 3 to 20; it is 21.'],
    ],
    ['no domain name', { domain: '192.0.2.1', ...una }, ['invalid_domain: 192.0.2.1 is not a valid domain name.']],
    [
      'no MX nor address',
      { domain: 'nomail.example', ...una },
      ['invalid_domain: nomail.example does not receive email.'],
    ],
    ['a null MX', { domain: 'nullmx.example', ...una }, ['invalid_domain: nullmx.example does not receive email.']],
    [
      'a foreign profile',
      { linkedin_handle: 'https://example.org/in/una' },
      ['invalid_linkedin_handle: linkedin_handle is not a profile handle.'],
    ],
  ])('%s', async (_what, args, errors) => {
    const { status, body } = await find(args)
    expect(status).toBe(400)
    expect(body.errors?.map(({ id, details }) => `${id}: ${details}`)).toEqual(errors)
  })

  test('people and companies that opted out', async () => {
    await addOptout(app.context, 'vera.oak@open.example', null)
    await addOptout(app.context, 'optout.example', null)
    const person = await find({ domain: 'open.example', first_name: 'Vera', last_name: 'Oak' })
    expect([person.status, person.body.errors?.[0]?.id]).toEqual([451, 'claimed_email'])
    const company = await find({ domain: 'sub.optout.example', ...una })
    expect([company.status, company.body.errors?.[0]]).toMatchObject([
      400,
      {
        id: 'invalid_domain',
        details: "Addresses of sub.optout.example are not processed at the owner's request.",
      },
    ])
  })
})

describe('the test key', () => {
  test('gets the fixed answer after the checks of parameters', async () => {
    const headers = { 'x-api-key': 'test-api-key' }
    const answer = await app.get(`/v2/email-finder?${query({ domain: 'any.example', ...una })}`, headers)
    expect(answer.body).toEqual(FIND_EMAIL_FIXTURE)
    expect((await app.get('/v2/email-finder?domain=any.example', headers)).status).toBe(400)
  })
})

describe('the tool', () => {
  let call: (args: Record<string, unknown>) => Promise<{ isError?: boolean; text: string; structured: unknown }>
  let close: () => Promise<void>
  beforeEach(async () => {
    const client = await modernClient(`${app.origin}/mcp`, { pin: '2026-07-28' }, { 'X-API-KEY': app.key })
    close = () => client.close()
    call = async (args) => {
      const answer = await client.callTool({ name: 'find_email', arguments: args })
      const [first] = answer.content as { text?: string }[]
      return { isError: answer.isError === true, text: first?.text ?? '', structured: answer.structuredContent }
    }
  })

  test('returns the same data and refuses in the same words', async () => {
    for (const args of [
      { domain: 'strict.example', ...una },
      { domain: 'open.example', ...una },
      { company: 'Nobody Knows Ltd', ...una },
    ]) {
      const { structured } = await call(args)
      const { body } = await find(args)
      expect((structured as FindEmailOutput).data).toEqual(body.data)
      expect((structured as FindEmailOutput).meta).toMatchObject(body.meta as object)
    }
    const refused = await call({ domain: 'open.example', full_name: 'Una' })
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain('invalid_full_name: full_name must contain a first and a last name.')
    await close()
  })
})
