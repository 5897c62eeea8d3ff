import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { writtenCampaign } from '../support/doors/campaign-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { FormFields, Page, Visitor } from '../support/web/web-visitor.ts'

const NOW = new Date('2026-03-02T04:00:00.000Z')

let app: TestApp
let maya: Visitor
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => NOW } } })
  maya = await webVisitor(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.context.database.pool.query<Row>(text, values)).rows
const draft = async (): Promise<number> => {
  const { id } = await writtenCampaign(app)
  await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['a@twice.example', 'b@twice.example'] })
  return id
}
const started = async (): Promise<number> => {
  const id = await draft()
  await maya.send(`/campaigns/${id}/start`, { expected_recipients: 2 })
  return id
}
const stateOf = async (id: number) =>
  (
    await sql(
      `select status, (select count(*)::int from campaign_recipients r where r.campaign_id = c.id) as people,
         (select count(*)::int from campaign_steps s where s.campaign_id = c.id) as steps,
         (select count(*)::int from messages m where m.campaign_id = c.id) as mails from campaigns c where id = $1`,
      [id],
    )
  )[0] ?? 'gone'

/** Returns what the form of a page would send: its hidden fields. */
async function formOn(place: string, action: string): Promise<FormFields> {
  const { html } = await maya.see(place)
  const start = html.indexOf(`action="/app${action}"`)
  if (start < 0) throw new Error(`No form on ${place} leads to ${action}.`)
  const form = html.slice(start, html.indexOf('</form>', start))
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]))
}

const NOTICE = /<output[^>]*><span><svg.*?<\/svg>([^<]*)/s
/** Returns the notice on the page that an answer leads to. */
async function saidAfter(answer: Page): Promise<string> {
  const place = answer.headers.get('location')
  if (place === null) return String(answer.status)
  const { html } = await maya.see(place.slice('/app'.length))
  return NOTICE.exec(html.replaceAll(/>\s+</g, '><'))?.[1] ?? ''
}

interface Click {
  make: () => Promise<number>
  /** Relative to `/campaigns/:id`. */
  on: string
  to: string
  more?: FormFields
  says: string
  /** In a second tab whose page is older than the first click. */
  later: string | RegExp
}

const uncertain = async (): Promise<number> => {
  const id = await started()
  await sql(`update messages set status = 'uncertain', leased_at = now() where campaign_id = $1`, [id])
  return id
}
const CLICKS: Readonly<Record<string, Click>> = {
  start: {
    make: draft,
    on: 'start',
    to: 'start',
    says: 'Started: 2 people will get mail.',
    later: 'This campaign had already been started. Nothing has changed.',
  },
  pause: { make: started, on: 'stats', to: 'pause', says: 'Paused. Nothing more is sent.', later: /^Paused/ },
  resume: {
    make: async () => {
      const id = await started()
      await maya.send(`/campaigns/${id}/pause`, {})
      return id
    },
    on: 'stats',
    to: 'resume',
    says: 'Resumed.',
    later: 'This campaign was not paused. Nothing has changed.',
  },
  archive: { make: started, on: 'archive', to: 'archive', says: 'Archived.', later: 'Archived.' },
  delete: { make: draft, on: 'delete', to: 'delete', says: 'Draft deleted.', later: 'It had already been deleted.' },
  'add addresses': {
    make: draft,
    on: 'people',
    to: 'people',
    more: { emails: 'c@twice.example' },
    says: '1 person added.',
    later: '0 people added, 1 skipped.',
  },
}

describe.each(Object.entries(CLICKS))('%s', (_, { make, on, to, more = {}, says, later }) => {
  test('pressed twice takes effect once, and both answers say so', async () => {
    const id = await make()
    const fields = { ...(await formOn(`/campaigns/${id}/${on}`, `/campaigns/${id}/${to}`)), ...more }
    const clicks = await Promise.all([1, 2].map(() => maya.send(`/campaigns/${id}/${to}`, fields)))
    expect(clicks.map(({ status }) => status)).toEqual([303, 303])
    expect(await saidAfter(clicks[1] as Page)).toBe(says)
    const state = await stateOf(id)
    const reloaded = await maya.send(`/campaigns/${id}/${to}`, fields)
    expect([await saidAfter(reloaded), await stateOf(id)]).toEqual([says, state])
  })

  test('pressed in two tabs takes effect once, and the second tab says so', async () => {
    const id = await make()
    const place = `/campaigns/${id}/${on}`
    const tabs = [await formOn(place, `/campaigns/${id}/${to}`), await formOn(place, `/campaigns/${id}/${to}`)]
    const first = await maya.send(`/campaigns/${id}/${to}`, { ...tabs[0], ...more })
    expect(await saidAfter(first)).toBe(says)
    const state = await stateOf(id)
    expect(await saidAfter(await maya.send(`/campaigns/${id}/${to}`, { ...tabs[1], ...more }))).toMatch(later)
    expect(await stateOf(id)).toEqual(state)
  })
})

test('people of a list are added once when the same confirmation is pressed twice', async () => {
  const list = ((await app.post('/v2/leads_lists', { name: 'Fair' })).body.data as { id: number }).id
  await app.post('/v2/leads/bulk/save', { people: ['e@twice.example', 'f@twice.example'], leads_list_id: list })
  const id = await draft()
  const path = `/campaigns/${id}/people`
  const asked = await maya.send(path, { ...(await formOn(path, path)), leads_list_id: list })
  const inputs = [...asked.html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const own = new Set(['leads_list_id', 'expected_count', 'sure', 'once'])
  const fields = Object.fromEntries(
    inputs.flatMap(([, name = '', value = '']) => (own.has(name) ? [[name, value]] : [])),
  )
  const clicks = await Promise.all([1, 2].map(() => maya.send(path, fields)))
  expect(await saidAfter(clicks[1] as Page)).toBe('2 people added.')
  expect(await stateOf(id)).toMatchObject({ people: 4 })
})

test('a step is deleted once, and restored once', async () => {
  const id = await draft()
  const steps = `/campaigns/${id}/steps`
  const body = 'A reminder of many words. '.repeat(400).trim()
  await maya.send(steps, { body, wait_days: 4 })
  const [, second] = await sql<{ id: number }>('select id from campaign_steps where campaign_id = $1 order by step', [
    id,
  ])
  const remove = `${steps}/${second?.id}/delete`
  const fields = await formOn(`/campaigns/${id}/write?step=2`, remove)
  const clicks = await Promise.all([1, 2].map(() => maya.send(remove, fields)))
  expect(clicks.map(({ status }) => status)).toEqual([303, 303])
  expect(await stateOf(id)).toMatchObject({ steps: 1 })
  const { html } = await maya.see(`/campaigns/${id}/write`)
  const undo = html.slice(html.indexOf('<output'), html.indexOf('</output>'))
  const back = Object.fromEntries(
    [...undo.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  await Promise.all([1, 2].map(() => maya.send(steps, back)))
  expect(await stateOf(id)).toMatchObject({ steps: 2 })
  expect(await sql('select body, wait_days from campaign_steps where campaign_id = $1 and step = 1', [id])).toEqual([
    { body, wait_days: 4 },
  ])
  expect(await saidAfter(await maya.send(remove, { once: 'another-tab' }))).toBe('It had already been deleted.')
})

test('an email in doubt is settled once', async () => {
  const id = await uncertain()
  const path = (place: string, message: number) => `/campaigns/${id}/messages/${message}/${place}`
  const [first, second] = await sql<{ id: number }>('select id from messages where campaign_id = $1 order by id', [id])
  for (const [place, message, said] of [
    ['resend', first?.id ?? 0, 'The email is being sent again.'],
    ['sent', second?.id ?? 0, 'Counted as sent.'],
  ] as const) {
    const fields = await formOn(`/campaigns/${id}/stats`, path(place, message))
    const clicks = await Promise.all([1, 2].map(() => maya.send(path(place, message), fields)))
    expect(clicks.map(({ status }) => status)).toEqual([303, 303])
    expect(await saidAfter(clicks[1] as Page)).toBe(said)
  }
})

test('no notice claims that a draft was paused', async () => {
  const id = await draft()
  expect(await saidAfter(await maya.send(`/campaigns/${id}/resume`, {}))).toBe(
    'This campaign was not paused. Nothing has changed.',
  )
  expect(await stateOf(id)).toMatchObject({ status: 'draft' })
})
