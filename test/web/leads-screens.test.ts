import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChangeLeads } from '../../src/core/leads/leads-change-job.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { queueIsEmpty, seedLeads } from '../support/records/lead-rows.ts'
import { formOn } from '../support/web/form-on.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

let app: TestApp
let maya: Visitor
let birch: number
let elm: number
let ids: number[]

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  maya = await webVisitor(app)
  const createList = async (name: string): Promise<number> =>
    ((await app.post('/v2/leads_lists', { name })).body.data as { id: number }).id
  birch = await createList('Birch')
  elm = await createList('Elm')
  ids = await seedLeads(app, { count: 30, list: birch, prefix: 'birch' })
})
afterAll(() => app[Symbol.asyncDispose]())

const sizeOf = async (list: number): Promise<number> =>
  ((await app.get(`/v2/leads_lists/${list}`)).body.data as { leads_count: number }).leads_count

/** Returns the page that a form leads to, with its notice. */
async function next({ status, headers }: Page): Promise<Page> {
  expect(status).toBe(303)
  return maya.see((headers.get('location') ?? '').replace(/^\/app/, ''))
}

/** Returns the fields of the form that undoes what a notice reports. */
function undoOf({ html }: Page): { path: string; fields: Record<string, string[]> } {
  const form = /<output role="status"[\s\S]*?<form method="post" action="\/app([^"]+)">([\s\S]*?)<\/form>/.exec(html)
  const fields: Record<string, string[]> = {}
  for (const [, name = '', value = ''] of (form?.[2] ?? '').matchAll(/name="([^"]+)" value="([^"]*)"/g))
    (fields[name] ??= []).push(value.replaceAll('&amp;', '&'))
  return { path: form?.[1] ?? '', fields }
}

const addresses = ({ html }: Page): string[] =>
  [...html.matchAll(/class="mono">([^<]+)</g)].map(([, text]) => text ?? '')

describe('the table of people', () => {
  test('pages by key, keeps filters in the address, and says how many match', async () => {
    const first = await maya.see(`/leads?leads_list_id=${birch}&sort=email`)
    expect(first.html).toContain('30 of 30 people')
    expect(addresses(first)).toHaveLength(20)
    const rest = /href="\/app(\/leads\?[^"]+)" ?[^>]*>Next|rel="next" href="\/app([^"]+)"/.exec(first.html)
    const second = await maya.see((rest?.[2] ?? '').replaceAll('&amp;', '&'))
    expect(addresses(second)).toHaveLength(10)
    expect(new Set([...addresses(first), ...addresses(second)]).size).toBe(30)
    const found = await maya.see('/leads?query=birch12')
    expect(addresses(found)).toEqual(['birch12@lumen.example'])
  })

  test('adds a filter to the address; one without matches says what to remove', async () => {
    const led = await maya.see('/leads/filter?add=company&text=Nobody&query=birch')
    expect([led.status, led.headers.get('location')]).toEqual([303, '/app/leads?query=birch&company=Nobody'])
    const { html } = await maya.see('/leads?query=birch&company=Nobody')
    expect(html).toContain('No one matches. Remove a filter:')
    expect(html).toContain('href="/app/leads?query=birch"')
    // Each `%` of a broken escape becomes three characters, and programs follow no link of that length.
    expect((await maya.see(`/leads/filter?query=${'%E0%A4%A'.repeat(1_000)}`)).status).toBe(413)
  })

  test('shows a wrong filter as a sentence on the page', async () => {
    const { status, html } = await maya.see('/leads?verification_status=nonsense')
    expect(status).toBe(200)
    expect(html).toContain('nonsense is not a known verification_status.')
  })

  test('shows people to readers, who can change nothing', async () => {
    const reader = await webVisitor(app, { role: 'reader' })
    const { html } = await reader.see('/leads?query=birch1')
    expect(html).toContain('birch1@lumen.example')
    for (const action of ['/leads/add', '/leads/delete', '/leads/export', 'type="checkbox" name="ids"'])
      expect(html).not.toContain(action)
    expect((await reader.send('/leads/add', { ids: [ids[0] ?? 0], list_name: 'X' })).status).toBe(403)
    expect((await reader.see('/leads/new')).status).toBe(403)
  })
})

describe('actions on many people', () => {
  test('add to a list by name, and can be undone', async () => {
    const chosen = ids.slice(0, 3)
    const back = `leads_list_id=${birch}`
    const done = await next(await maya.send('/leads/add', { ids: chosen, list_name: 'elm', back, once: 'a1' }))
    expect(done.html).toContain('3 people in Elm.')
    const odd = await maya.send('/leads/add', { ids: chosen, list_name: 'elm', back: 'query=a\0b', once: 'a2' })
    expect((await next(odd)).status).toBe(200)
    const long = await maya.send('/leads/add', {
      ids: chosen,
      list_name: 'elm',
      back: `query=${'ä'.repeat(5_000)}`,
      once: 'a3',
    })
    expect([long.status, long.headers.get('location')]).toEqual([303, '/app/leads'])
    expect(await sizeOf(elm)).toBe(3)
    const { path, fields } = undoOf(done)
    await maya.send(path, fields)
    expect(await sizeOf(elm)).toBe(0)
  })

  test('move, and back; people already in the target stay there', async () => {
    await app.post('/v2/leads/bulk/add', { leads_list_id: elm, lead_ids: ids.slice(0, 1) })
    const move = { ids: ids.slice(0, 3), leads_list_id: birch, target_list_id: elm, once: 'm1' }
    const done = await next(await maya.send('/leads/move', move))
    expect([await sizeOf(birch), await sizeOf(elm)]).toEqual([27, 3])
    const { path, fields } = undoOf(done)
    await maya.send(path, fields)
    expect([await sizeOf(birch), await sizeOf(elm)]).toEqual([30, 1])
    await app.post('/v2/leads/bulk/remove', { leads_list_id: elm, lead_ids: ids.slice(0, 1) })
  })

  test('apply to all that match only with the number that was seen', async () => {
    const { html } = await maya.see(`/leads?leads_list_id=${birch}&query=birch1&all=1`)
    expect(html).toContain('All 11 matches are selected.')
    const filters = JSON.stringify({ leads_list_id: String(birch), query: 'birch1' })
    const refused = await maya.send('/leads/add', { filters, expected_count: 10, list_name: 'Elm', once: 'f1' })
    expect([refused.status, await sizeOf(elm)]).toEqual([422, 0])
    expect(refused.html).toContain('People shown: 10. People now: 11.')
    await maya.send('/leads/add', { filters, expected_count: 11, list_name: 'Elm', once: 'f2' })
    expect(await sizeOf(elm)).toBe(11)
  })

  test('move more than a thousand at once, and move all of them back to where they were', async () => {
    const oak = ((await app.post('/v2/leads_lists', { name: 'Oak' })).body.data as { id: number }).id
    const oaks = await seedLeads(app, { count: 1_204, list: oak, prefix: 'oak' })
    await app.post('/v2/leads/bulk/add', { leads_list_id: elm, lead_ids: oaks.slice(0, 2) })
    const before = await sizeOf(elm)
    const filters = JSON.stringify({ leads_list_id: String(oak), query: 'oak' })
    const move = { filters, expected_count: 1_204, leads_list_id: oak, target_list_id: elm, once: 'm2' }
    const done = await next(await maya.send('/leads/move', move))
    expect([await sizeOf(oak), await sizeOf(elm)]).toEqual([0, before + 1_202])
    const { path, fields } = undoOf(done)
    expect(JSON.stringify(fields).length).toBeLessThan(1_000)
    await maya.send(path, fields)
    expect([await sizeOf(oak), await sizeOf(elm)]).toEqual([1_204, before])
    await app.post('/v2/leads/bulk/delete', { lead_ids: oaks })
    await queueIsEmpty(app, ChangeLeads.name)
  })

  test('count many matches completely beside the page, or by a link, and select them only with that number', async () => {
    await seedLeads(app, { count: 1_003, list: elm, prefix: 'crowd' })
    const path = '/leads?query=crowd&all=1'
    const { html } = await maya.see(path)
    expect(html).toContain('more than 1,000 of')
    expect(html).toContain('hx-trigger="load delay:0ms"')
    expect(html).not.toContain('name="expected_count"')
    const part = await maya.see(path, { 'hx-request': 'true', 'hx-request-type': 'partial', 'hx-target': 'div#bulk' })
    for (const seen of [part, await maya.see('/leads?query=crowd&all=exact')]) {
      expect(seen.html).toContain('All 1,003 matches are selected.')
      expect(seen.html).toContain('name="expected_count" value="1003"')
    }
    expect(part.html).not.toContain('<html')
    await app.database.pool.query(`delete from leads where email like 'crowd%'`)
  })

  test('create one list on a double click', async () => {
    const fields = { ids: ids.slice(0, 2), list_name: 'Twice', once: 'twice' }
    await Promise.all([maya.send('/leads/add', fields), maya.send('/leads/add', fields)])
    const { rows } = await app.database.pool.query(`select 1 from leads_lists where name = 'Twice'`)
    expect(rows).toHaveLength(1)
  })

  test('ask before deleting, with numbers, and refuse when these have changed', async () => {
    const [one = 0, two = 0] = await seedLeads(app, { count: 2, list: elm, prefix: 'gone' })
    const page = await maya.see(`/leads/delete?ids=${one},${two}`)
    expect(page.html).toContain('Delete 2 people')
    await app.database.pool.query('delete from leads where id = $1', [one])
    const refused = await maya.send('/leads/delete', { ids: [one, two], once: 'd1' })
    expect([refused.status, refused.html.includes('People shown: 2. People now: 1.')]).toEqual([422, true])
    const done = await next(await maya.send('/leads/delete', { ids: [two], once: 'd2' }))
    expect(done.html).toContain('1 person deleted.')
  })

  test('delete more than a hundred only for a user who has just confirmed their identity', async () => {
    await seedLeads(app, { count: 120, list: elm, prefix: 'many' })
    const filters = JSON.stringify({ query: 'many' })
    await app.database.pool.query(`update sessions set confirmed_at = now() - interval '1 hour'`)
    const kept = await maya.send('/leads/delete', { filters, expected_count: 120, once: 'd3' })
    expect(kept.status).toBe(401)
    expect(kept.html).toContain('/app/confirm')
    await app.database.pool.query('update sessions set confirmed_at = now()')
    const done = await next(await maya.send('/leads/delete', { filters, expected_count: 120, once: 'd4' }))
    expect(done.html).toContain('120 people will be gone in a moment.')
    await queueIsEmpty(app, ChangeLeads.name)
  })

  test('add recipients to a campaign: shown in numbers first, then added', async () => {
    const campaign = ((await app.post('/v2/sequences', { name: 'Hello' })).body.data as { id: number }).id
    await app.post('/v2/unsubscribes', { email: 'birch7@lumen.example' })
    const filters = JSON.stringify({ query: 'birch' })
    const query = new URLSearchParams({ filters, expected_count: '30', campaign_id: String(campaign) })
    const { html } = await maya.see(`/leads/write?${query.toString()}`)
    expect(html).toContain('29 people will be added.')
    expect(html).toContain('1 person must not be contacted.')
    const sent = { filters, expected_count: 30, campaign_id: campaign, once: 'w1' }
    const added = await maya.send('/leads/write', sent)
    expect(added.headers.get('location')).toBe(`/app/campaigns/${campaign}/write`)
    const draft = await maya.send('/leads/write', { ...sent, campaign_id: 0, once: 'w2' })
    expect(draft.headers.get('location')).toMatch(/^\/app\/campaigns\/\d+\/write$/)
  })

  test('verify the selected people', async () => {
    const started = await maya.send('/leads/check', { ids: ids.slice(0, 4), once: 'c1' })
    expect(started.headers.get('location')).toMatch(/^\/app\/verify\/\d+$/)
  })

  test('export people to a file, and many of them only for a user who has just confirmed their identity', async () => {
    const made = await maya.send('/leads/export', { filters: '{"query":"birch"}', format: 'csv', once: 'e1' })
    const path = (made.headers.get('location') ?? '').replace(/^\/app|\/file$/g, '')
    expect((await maya.see(path)).html).toContain('30 people as CSV')
    const file = await next(made)
    expect([file.headers.get('content-disposition'), file.html.split('\n').length]).toEqual([
      expect.stringContaining('attachment'),
      32,
    ])
    const ticked = await maya.send('/leads/export', { ids: ids.slice(0, 3), once: 'e2' })
    expect((await next(ticked)).html.split('\n').length).toBe(5)
    // The page stays open beside the download.
    for (const page of ['/leads?query=birch', `/lists/${birch}`]) {
      const { fields } = await formOn(maya, page, /^\/leads\/export/)
      for (const format of ['csv', 'xlsx'])
        expect((await maya.send('/leads/export', { ...fields, format })).headers.get('location')).toMatch(/\/file$/)
    }
    await app.database.pool.query('update leads_exports set total = 1001')
    expect((await maya.see(`${path}/file`)).status).toBe(403)
    await app.database.pool.query(`update sessions set confirmed_at = now() - interval '1 hour'`)
    expect((await maya.see(`${path}/large-file`)).headers.get('location')).toContain('/app/confirm')
    await app.database.pool.query('update sessions set confirmed_at = now()')
  })
})

describe('one person', () => {
  test('is added, shown, changed, and changed back', async () => {
    const fields = {
      email: 'new@willow.example',
      first_name: 'Wanda',
      company: 'Willow',
      leads_list_id: elm,
      once: 'n1',
    }
    const shown = await next(await maya.send('/leads/new', fields))
    expect(shown.html).toContain('Wanda has been saved.')
    const { rows } = await app.database.pool.query<{ id: number }>(
      `select id from leads where email = 'new@willow.example'`,
    )
    const path = `/leads/${rows[0]?.id}`
    const changed = await next(await maya.send(path, { ...fields, company: 'Willow Works', notes: 'Met in Lisbon.' }))
    expect(changed.html).toContain('Willow Works')
    const undo = undoOf(changed)
    expect(undo.path).toBe(path)
    const again = await next(await maya.send(undo.path, undo.fields))
    expect(again.html).not.toContain('Willow Works</bdi>')
    expect((await app.get(`/v2${path}`)).body.data).toMatchObject({ company: 'Willow', notes: null })
  })

  test('has errors next to their field, with what was typed', async () => {
    await app.post('/v2/leads_custom_attributes', { label: 'Met in' })
    const typed = { email: 'nonsense', first_name: 'Nora', 'custom_attributes[met_in]': 'Faro', once: 'n2' }
    const { status, html } = await maya.send('/leads/new', typed)
    expect(status).toBe(422)
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('value="Nora"')
    expect(html).toContain('value="Faro"')
  })

  test('of another account is found nowhere', async () => {
    expect((await maya.see('/leads/999999')).status).toBe(404)
  })
})

test('the notes of a person are shown in the lines they were typed in', async () => {
  const { body } = await app.post('/v2/leads', {
    email: 'lines@willow.example',
    notes: 'Met in Lisbon.\nCalls on Mondays.',
  })
  const { html } = await maya.see(`/leads/${(body.data as { id: number }).id}`)
  expect(html).toContain('<span class="lines">Met in Lisbon.\nCalls on Mondays.</span>')
})
