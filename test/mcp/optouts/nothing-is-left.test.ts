import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASKED_AGAIN } from '../../../src/core/verify/verification-runs.ts'
import { publishEvent } from '../../../src/core/webhooks/publish-event.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { testDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { apiClient } from '../../support/doors/api-client.ts'
import { writtenCampaign } from '../../support/doors/campaign-client.ts'
import { seedConversation } from '../../support/mails/kept-conversation.ts'
import { dumpDatabase, dumpShows } from '../../support/records/database-dump.ts'
import { seedChange } from '../../support/records/seed-change.ts'
import { seedPeople } from '../../support/records/seed.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'

/** A person known to every part of an installation asks to be forgotten. */

const DOMAIN = 'quaywright.example'
const NAME = 'Orla Quennell'
const EMAIL = `orla.quennell@${DOMAIN}`
/** What any row would contain of the person. */
const SIGNS = [EMAIL, 'quennell', 'Quennell', 'NELL@QUAY']
const OTHER = `sam.otter@${DOMAIN}`

let database: TestDatabase
let app: TestApp
beforeAll(async () => {
  database = await testDatabase()
  app = await startApp({ database, env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const dump = () => dumpDatabase(app.context.database.pool)
const rowsThatShow = async (sign: string): Promise<string[]> =>
  (await dump()).split('\n').filter((row) => dumpShows(row, sign))

/** Uploads a file that waits to be processed, in pieces split in the middle of the address. */
async function upload(csv: string): Promise<void> {
  const { leadsUploads } = app.context.store
  const begun = await leadsUploads.begin(1, 'quay.csv', { atMost: 5, now: app.context.clock.now() })
  const middle = csv.indexOf('QUENNELL') + 4
  for (const [place, piece] of [csv.slice(0, middle), csv.slice(middle)].entries())
    await leadsUploads.addPiece(begun, place, Buffer.from(piece))
  await leadsUploads.complete(begun)
}

/** Everything that stores people: records, files on their way in and out, lists, emails, and pending work and events. */
async function heardOf(): Promise<void> {
  const { send, raw } = apiClient(app, app.key)
  await send('POST', '/webhooks', { event: 'lead.created', target_url: 'https://hooks.example.org/all' })
  await send('POST', '/webhooks', { event: 'change.detected', target_url: 'https://hooks.example.org/all' })
  await seedPeople(app.context, DOMAIN, [
    ['Orla', 'Quennell', 'Harbour Master'],
    ['Sam', 'Otter', 'Buyer'],
  ])
  const change = {
    domain: DOMAIN,
    type: 'title_changed',
    person: NAME,
    address: EMAIL,
    before: 'Pilot',
    after: 'Harbour Master',
  }
  await seedChange(app.context, change)
  await publishEvent(app.context, 1, { type: 'change.detected', data: { change: { domain: DOMAIN, person: NAME } } })
  const lead = { email: EMAIL, first_name: 'Orla', last_name: 'Quennell', notes: `Call ${EMAIL}` }
  await send('POST', '/leads', lead, { 'idempotency-key': 'once' })
  await send('POST', '/leads', { email: OTHER, first_name: 'Sam' })
  const csv = `email,first name,notes\n${OTHER},Sam,\n${EMAIL.toUpperCase()},Orla,Knows the quay\n`
  await upload(csv)
  expect((await raw('POST', '/leads/imports', csv, 'text/csv')).status).toBe(202)
  expect((await send('POST', '/leads/exports', { format: 'csv', query: EMAIL })).status).toBe(202)
  await send('POST', '/email-verifier/bulk', { emails: [EMAIL, OTHER] })
  const people = [
    { full_name: NAME, domain: DOMAIN, ref: 'Quennell, Orla' },
    { first_name: 'Sam', last_name: 'Otter', domain: DOMAIN, ref: 'Otter, Sam' },
  ]
  await send('POST', '/email-finder/bulk', { people })
  await app.context.queue.send(ASKED_AGAIN, { email: EMAIL }, { singletonKey: `${EMAIL} 1`, startAfterSeconds: 3_600 })
  const { id } = await writtenCampaign(app, { steps: 2 })
  await app.post(`/v2/campaigns/${id}/recipients`, { emails: [EMAIL, OTHER] })
  await app.post(`/v2/campaigns/${id}/start`, {})
  const { id: conversation_id } = await seedConversation(app.context, {
    email: EMAIL,
    text: `Yes. ${NAME}`,
    mailClass: 'interested',
  })
  const caller = await toolCaller(app)
  await caller.call('reply', { conversation_id, text: `Dear Ms Quennell` })
  await caller.close()
}

test('no row of a dump mentions a forgotten person, including pending work', async () => {
  await heardOf()
  for (const sign of SIGNS) expect((await rowsThatShow(sign)).length, sign).toBeGreaterThan(0)
  const caller = await toolCaller<{ removed: Record<string, unknown> }>(app)
  const { structuredContent } = await caller.call('forget_person', {
    email: EMAIL,
    reason: 'Asked by mail',
    confirm: true,
  })
  await caller.close()
  expect(structuredContent?.data.removed).toMatchObject({ leads: 1, index: 'removed' })
  // Waiting lists notice it as soon as it is their turn.
  await using _worker = await startApp({ database, key: app.key, env: { QUARRY_ROLE: 'worker' } })
  for (const sign of SIGNS) await expect.poll(() => rowsThatShow(sign), { timeout: 30_000 }).toEqual([])
  // No other person was removed.
  expect((await app.get(`/v2/leads?email=${OTHER}`)).body.meta).toMatchObject({ count: 1 })
  expect((await rowsThatShow('Otter, Sam')).length).toBeGreaterThan(0)
})

test('an address that comes back in a file is refused again', async () => {
  const { raw, send } = apiClient(app, app.key)
  const { body } = await raw('POST', '/leads/imports', `email\n${EMAIL}\n`, 'text/csv')
  await using _worker = await startApp({ database, key: app.key, env: { QUARRY_ROLE: 'worker' } })
  const state = async () => (await send('GET', `/leads/imports/${String(body.data['id'])}`)).body.data['status']
  await expect.poll(state, { timeout: 60_000 }).toBe('done')
  for (const sign of SIGNS) expect(await rowsThatShow(sign), sign).toEqual([])
})
