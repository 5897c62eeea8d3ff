import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedPeople } from '../support/records/seed.ts'
import { seedCompany } from '../support/records/seed-company.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

let app: TestApp
let maya: Visitor

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  maya = await webVisitor(app)
  await seedPeople(app.context, 'birch.example', [
    ['Jane', 'Rivers', 'Head of Sales'],
    ['Tom', 'Okafor', 'Account Executive'],
  ])
})
afterAll(() => app[Symbol.asyncDispose]())

const JANE = 'jane.rivers@birch.example'
const TOM = 'tom.okafor@birch.example'

const query = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.database.pool.query<Row>(text, values)).rows

/** Returns the page that a form leads to. */
async function next({ status, headers, html }: Page, visitor = maya): Promise<Page> {
  expect([status, status === 303 ? '' : html]).toEqual([303, ''])
  return visitor.see((headers.get('location') ?? '').replace(/^\/app/, ''))
}

const idOf = ({ headers }: Page): number => Number(/\/(\d+)(?:\/|$|\?)/.exec(headers.get('location') ?? '')?.[1])

describe('the single search box', () => {
  test.each([
    ['birch.example', '/app/companies/birch.example'],
    ['Jane@Birch.example', '/app/people/jane%40birch.example'],
    ['Jane Rivers birch.example', '/app/find?full_name=Jane+Rivers&company=birch.example'],
    ['Birch Works', '/app/find?company_name=Birch+Works'],
    ['software companies in Lisbon', '/app/discover?query=software+companies+in+Lisbon'],
    ['127.0.0.1', '/app/find?company_name=127.0.0.1'],
    [' ', '/app'],
    ['', '/app'],
  ])('leads from %s to %s', async (text, path) => {
    const { status, headers } = await maya.see(`/search?q=${encodeURIComponent(text)}`)
    expect([status, headers.get('location')]).toEqual([303, path])
  })
})

test('what is typed into a form that becomes an address is limited, so that the server takes the address', async () => {
  for (const path of ['', '/find', '/discover', '/leads', '/lists', '/campaigns', '/companies/birch.example']) {
    const forms = (await maya.see(path)).html.match(/<form(?![^>]*method="(?:post|dialog)")[^]*?<\/form>/g) ?? []
    const fields = forms.join('').match(/<input(?![^>]*type="(?:hidden|checkbox|radio|number)")[^>]*>/g) ?? []
    expect([path, fields.length > 0, fields.filter((field) => !field.includes(' maxlength='))]).toEqual([
      path,
      true,
      [],
    ])
  }
})

test('the finder first shows people with that name, or at that company, who are saved in the account', async () => {
  const lead = { email: 'ida.known@willow.example', first_name: 'Ida', last_name: 'Known', company: 'Willow & Sons' }
  await app.post('/v2/leads', lead)
  for (const path of ['company_name=Ida+Known', 'company_name=willow', 'full_name=ida+known']) {
    const { html } = await maya.see(`/find?${path}`)
    expect(html, path).toContain('In your leads')
    expect(html, path).toContain('ida.known@willow.example')
  }
  expect((await maya.see('/find?company_name=willow')).html).toContain('href="/app/leads?query=willow"')
  const { accountId } = await createAccount(app.context, 'unlimited')
  const stranger = await webVisitor(app, { accountId })
  expect((await stranger.see('/find?company_name=Ida+Known')).html).not.toContain('willow.example')
})

test('what is typed into the search box also finds lists and campaigns of the account by their names', async () => {
  await app.post('/v2/leads_lists', { name: '50%_<b>Harbour fair</b>' })
  await app.post('/v2/sequences', { name: 'After the harbour fair in June' })
  await app.post('/v2/leads_lists', { name: 'Birches' })
  const stranger = await webVisitor(app, { accountId: (await createAccount(app.context, 'unlimited')).accountId })
  const links = async (typed: string, visitor = maya) =>
    [
      ...(await next(await visitor.see(`/search?q=${encodeURIComponent(typed)}`), visitor)).html.matchAll(
        /href="\/app\/(lists|campaigns)\/\d+"><bdi>(.*?)<\/bdi>/g,
      ),
    ].map(([, kind, name]) => [kind, name])
  const both = [
    ['lists', '50%_&lt;b&gt;Harbour fair&lt;/b&gt;'],
    ['campaigns', 'After the harbour fair in June'],
  ]
  expect(await links('harbour fair')).toEqual(both)
  expect(await links('the harbour fair in june')).toEqual([both[1]])
  expect([await links('%_'), await links('h%r'), await links('\\')]).toEqual([[both[0]], [], []])
  expect([await links('harbour fair', stranger), await links('x'.repeat(900))]).toEqual([[], []])
})

test.each([
  ['en', 'Enter a first and a last name'],
  ['de', 'Geben Sie Vor- und Nachnamen ein'],
] as const)('the finder asks for the full name in the words of the screen (%s)', async (language, sentence) => {
  const visitor = await webVisitor(app, { language })
  const { html } = await visitor.see('/find?full_name=Aoife&company=birch.example')
  expect(html).toContain(sentence)
  expect(html).not.toContain('full_name must')
})

describe('a company', () => {
  test('is shown for credits only on request', async () => {
    const { accountId } = await createAccount(app.context, 'free')
    const visitor = await webVisitor(app, { accountId })
    const used = async () =>
      (
        await query<{ used: number }>(
          'select coalesce(sum(credits_used), 0)::float8 as used from billing_periods where account_id = $1',
          [accountId],
        )
      )[0]?.used
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }]) {
      const { html } = await visitor.see('/companies/birch.example', headers)
      expect(html).toContain('Show people, 1 credit for each 10 shown')
      expect(html).not.toContain('Jane')
      expect(await used()).toBe(0)
    }
    for (let visit = 0; visit < 2; visit += 1) {
      const { html } = await visitor.see('/companies/birch.example', { 'sec-fetch-site': 'same-origin' })
      expect(html).toContain('Jane Rivers')
      expect(html).toContain('Addresses look like {first}.{last}@birch.example · 2 people')
      expect(await used()).toBe(1)
    }
    const drawer = await visitor.see(`/companies/birch.example?person=${encodeURIComponent(JANE)}`)
    expect(drawer.html).toMatch(/<aside class="drawer[\s\S]*Head of Sales/)
    expect(drawer.html).toMatch(/<\/meter\s*><a href="#seen" data-tip="How do we know\?"/)
    expect(await used()).toBe(1)
  })

  test('says what is not a domain, and what to do if nobody is found', async () => {
    expect((await maya.see('/companies/nonsense')).html).toContain('That is not a domain. Try birch.example.')
    expect((await maya.see('/companies/elm.example')).html).toContain('No addresses found.')
    const none = await maya.see('/companies/birch.example?department=legal')
    expect(none.html).toContain('No one matches these filters.')
  })

  test('returns only a part on request', async () => {
    const { html } = await maya.see('/companies/birch.example', {
      'hx-request': 'true',
      'hx-request-type': 'partial',
      'hx-target': 'div#live',
    })
    expect(html).toMatch(/^<div id="live"/)
    expect(html).not.toContain('<html')
    // What reading the site has found about the company comes along.
    expect(html).toMatch(/<header id="company"[^>]*hx-swap-oob[\s\S]*Addresses look like/)
  })

  test('offers a reader nothing that the role does not allow', async () => {
    const reader = await webVisitor(app, { role: 'reader' })
    const { html } = await reader.see('/companies/birch.example')
    expect(html).toContain('Check, 0.5 credits each')
    expect(html).not.toContain('/app/save')
    expect((await reader.see(`/save?people=${JANE}`)).status).toBe(403)
    expect((await reader.send('/write', { people: [JANE], name: 'Hello' })).status).toBe(403)
  })

  test('shows the API call for it, with its answer', async () => {
    const { html } = await maya.see('/companies/birch.example?department=sales&json=true')
    expect(html).toContain('/v2/domain-search?domain=birch.example&amp;department=sales&amp;limit=10')
    expect(html).toContain('&quot;value&quot;: &quot;jane.rivers@birch.example&quot;')
  })

  test('lets selected people be verified, once', async () => {
    const send = () => maya.send('/companies/birch.example/check', { people: [JANE, TOM], once: 'check-1' })
    const first = await send()
    await send()
    expect(await query(`select total from bulk_jobs where name = 'birch.example'`)).toEqual([{ total: 2 }])
    const page = await next(first)
    expect(page.html).toContain('Checking 2 people.')
    expect(page.html.match(/name="people"[^>]* checked/g)).toHaveLength(2)
    const nobody = await maya.send('/companies/birch.example/check', {})
    expect([nobody.status, nobody.html.includes('No one is selected.')]).toEqual([422, true])
  })

  test('lets selected people be saved to a new list, and the saving undone', async () => {
    await app.post('/v2/leads', { email: TOM })
    const back = '/app/companies/birch.example'
    const chosen = await maya.see(`/save?people=${JANE},${TOM}&back=${encodeURIComponent(back)}&company=birch.example`)
    expect(chosen.html).toContain('Save 2 people')
    const page = await next(
      await maya.send('/save', { people: [JANE, TOM], leads_list_name: 'Birch', back, once: 's1' }),
    )
    expect(page.html).toContain('2 people saved to Birch.')
    const [, own = ''] = /<option value="(\d+)">My leads/.exec(chosen.html) ?? []
    const list = { leads_list_id: own, leads_list_name: '', back }
    expect((await next(await maya.send('/save', { people: TOM, ...list }))).html).toContain(
      '1 person saved to My leads.',
    )
    const members = `select count(*)::integer as n from leads_list_members m join leads_lists l on l.id = m.leads_list_id where l.name = 'Birch'`
    expect(await query(members)).toEqual([{ n: 2 }])
    const [, ids = ''] = /action="\/app\/save\/undo"[\s\S]*?name="ids" value="(\d+)"/.exec(page.html) ?? []
    expect((await next(await maya.send('/save/undo', { ids, back }))).html).toContain(
      '1 person removed from your leads again.',
    )
    expect(await query(`select email from leads where email = any($1)`, [[JANE, TOM]])).toEqual([{ email: TOM }])
    const elsewhere = await maya.send('/save', {
      people: [JANE],
      leads_list_name: 'Birch',
      back: 'https://evil.example/',
    })
    expect(elsewhere.headers.get('location')).toBe('/app')
  })

  test('lets selected people be written to, in one draft however often the form is sent', async () => {
    const send = () => maya.send('/write', { people: [JANE, TOM], name: 'Hello Birch', once: 'w1' })
    const [first, second] = [await send(), await send()]
    expect(first.headers.get('location')).toBe(second.headers.get('location'))
    expect(await query(`select status from campaigns where name = 'Hello Birch'`)).toEqual([{ status: 'draft' }])
    expect(
      await query('select count(*)::integer as n from campaign_recipients where campaign_id = $1', [idOf(first)]),
    ).toEqual([{ n: 2 }])
    const refused = await maya.send('/write', { people: [JANE], name: '' })
    expect([refused.status, refused.html.includes(`value="${JANE}"`)]).toEqual([422, true])
  })

  test('returns a file of the selected people', async () => {
    const { headers, html: csv } = await maya.see(`/companies/birch.example/people.csv?people=${TOM}`)
    expect(headers.get('content-disposition')).toContain('birch.example.csv')
    expect(
      csv
        .split('\n')
        .slice(0, 2)
        .map((line) => line.split(',')[0]),
    ).toEqual(['email', TOM])
    expect(csv.trim().split('\n')).toHaveLength(2)
  })
})

describe('a person', () => {
  test('is looked up with the pages as evidence, and a verification shown before stays', async () => {
    const page = await maya.see(`/people/${JANE}?profile=true`)
    expect(page.html).toContain('<h1><bdi>Jane Rivers</bdi></h1>')
    expect(page.html).toMatch(/Seen on 1 page[\s\S]*birch\.example/)
    const part = await maya.see(`/people/${JANE}?verify=true`, {
      'hx-request': 'true',
      'hx-request-type': 'partial',
      'hx-target': 'div#verdict',
    })
    expect(part.html).toMatch(/id="owner"[^>]*hx-swap-oob[\s\S]*verify=true&amp;profile=true/)
    const nobody = await maya.see('/people/nobody.known@birch.example?profile=true')
    expect(nobody.html).toMatch(
      /Nothing else is known about this person\. <a href="\/app\/find\?company=birch\.example"/,
    )
  })

  test('is no longer written to, and written to again if that was a mistake', async () => {
    const page = await next(await maya.send(`/people/${JANE}/never-write`, { back: `/app/people/${JANE}` }))
    expect(page.html).toContain(`This account no longer writes to ${JANE}.`)
    expect(await query('select email from unsubscribes')).toEqual([{ email: JANE }])
    await next(await maya.send(`/people/${JANE}/write-again`, { back: '/app' }))
    expect(await query('select email from unsubscribes')).toEqual([])
  })

  test('can be forgotten only by the operator, after a confirmation', async () => {
    const path = `/people/forget?email=${encodeURIComponent('ana@fir.example')}`
    expect((await maya.see(path)).status).toBe(403)
    const olga = await webVisitor(app, { operator: true })
    const { html } = await olga.see(path)
    expect(html).toContain('Remove ana@fir.example from this installation?')
    await next(await olga.send('/people/forget', { email: 'ana@fir.example' }), olga)
    const checked = await olga.see('/people/ana%40fir.example?verify=true')
    expect(checked.html).toContain('role="alert"')
  })
})

test('companies are found by words, and what was understood can be removed', async () => {
  expect((await maya.see('/discover?query=software')).html).toContain('Quarry does not know any companies yet.')
  const { html } = await maya.see('/discover?query=software+companies+in+Lisbon')
  expect(html).toContain('Understood:')
  const [, without = ''] = /class="chip" href="\/app([^"]+)"/.exec(html) ?? []
  const rest = await maya.see(without.replaceAll('&amp;', '&'))
  expect(rest.status).toBe(200)
  expect(rest.html.match(/class="chip" href/g) ?? []).toHaveLength((html.match(/class="chip" href/g) ?? []).length - 1)
})

test('the profile of a company says where else it is', async () => {
  await seedCompany(app.context, {
    domain: 'birch.example',
    other_locations: [
      { country: 'FR', state: null, city: 'Lyon' },
      { country: 'AT', state: null, city: 'Vienna' },
    ],
  })
  const { html } = await maya.see('/companies/birch.example?profile=true')
  expect(html).toMatch(/Also in<\/dt>\s*<dd><bdi>Lyon, France · Vienna, Austria<\/bdi>/)
})

test('companies that do not match everything are not shown as if they did', async () => {
  const elm = { domain: 'elm-soft.example', name: 'Elm Soft', industry: 'Software Development', headcount: '11-50' }
  await seedCompany(app.context, { ...elm, country: 'PT', city: 'Lisbon' })
  const wider = await maya.see('/discover?query=software+companies+in+Lisbon+with+51-200+people')
  expect(wider.html).toContain('No company matches everything, so Quarry was less strict about this: 51-200.')
  const none = { headquarters_location: { include: [{ country: 'PT' }] }, headcount: ['10001+'] }
  const { html: empty } = await maya.see(`/discover?filters=${encodeURIComponent(JSON.stringify(none))}`)
  expect(empty).toContain('No companies match: the filter Size leaves none.')
})

test('people whom a question asks for are not dropped without a word', async () => {
  const oak = { domain: 'oak-soft.example', name: 'Oak Soft', industry: 'Software Development', headcount: '11-50' }
  await seedCompany(app.context, { ...oak, country: 'PT', city: 'Porto' })
  const { html } = await maya.see('/discover?query=CFOs+of+software+companies+in+Porto')
  expect(html).toContain('oak-soft.example')
  expect(html).toContain('Companies are listed here. Open one to find its people: CFOs.')
  const { html: nothing } = await maya.see('/discover?query=CTOs')
  expect(nothing).toContain('Nothing here can be used as a filter.')
})

test('the sites of several companies are read at once, and nothing is charged', async () => {
  await using reading = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_CRAWL: 'on' } })
  const domains = ['kiln.example', 'lathe.example']
  for (const domain of domains)
    await seedCompany(reading.context, { domain, name: domain, industry: 'Software Development', country: 'PT' })
  const visitor = await webVisitor(reading)
  const path = '/discover?query=software+companies+in+Portugal'
  expect((await visitor.see(path)).html.match(/name="domains" value="(?:lathe|kiln)\.example"/g)).toHaveLength(2)
  const sent = await visitor.send('/discover/look', { domains, back: `/app${path}` })
  expect((await next(sent, visitor)).html).toContain('Reading 2 sites')
  const { rows } = await reading.database.pool.query<{ domain: string }>('select domain from crawls order by 1')
  expect(rows.map(({ domain }) => domain)).toEqual(domains)
  const nothing = await visitor.send('/discover/look', { back: `/app${path}` })
  expect((await next(nothing, visitor)).html).toContain('Select a company first.')
})

test('the finder keeps the results of a visit, and accepts no list made by another site', async () => {
  const first = await maya.see('/find?full_name=Jane+Rivers&company=birch.example')
  expect(first.html).not.toContain('Earlier searches in this session')
  const earlier = /name="earlier" value="([^"]+)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const query = new URLSearchParams({ full_name: 'Tom, of Nowhere', company: 'elm.example', earlier })
  const second = await maya.see(`/find?${query.toString()}`)
  expect(second.html).toMatch(/Earlier searches in this session[\s\S]*Jane Rivers[\s\S]*jane\.rivers@birch\.example/)
  const both = /name="earlier" value="([^"]+)"/.exec(second.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const third = `/find?${new URLSearchParams({ company_name: 'Birch', earlier: `${both},n=%3Cb%3Ex&c=y&e=javascript:1` }).toString()}`
  const { html } = await maya.see(third)
  expect(html).toMatch(/Tom, of Nowhere[\s\S]*nothing found[\s\S]*Jane Rivers[\s\S]*&lt;b&gt;x[\s\S]*nothing found/)
  expect(html).not.toContain('javascript:')
  expect((await maya.see(third, { 'sec-fetch-site': 'cross-site' })).html).not.toContain(
    'Earlier searches in this session',
  )
})

test('the finder says why it returns nobody', async () => {
  const { html } = await maya.see('/find?full_name=Jane+Rivers&company=gmail.com')
  expect(html).toContain('Quarry does not guess addresses at mail services')
})
