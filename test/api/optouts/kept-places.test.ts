import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient } from '../../support/doors/api-client.ts'

/** Where an address was noted before its owner opted out: it is not shown from there, and not used. */

const DOMAIN = 'teasel.example'
const ADA = `ada.teasel@${DOMAIN}`

let app: TestApp
let send: ReturnType<typeof apiClient>['send']
let optOut: (subject: Record<string, string>) => Promise<void>
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  ;({ send } = apiClient(app, app.key))
  const { key } = await createKey(app.context, { name: 'Operator', readOnly: false, operator: true })
  optOut = async (subject) => {
    const once = { 'idempotency-key': JSON.stringify(subject) }
    for (const replayed of [null, 'true']) {
      const answer = await app.post('/v2/suppressions', subject, { 'x-api-key': key, ...once })
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, replayed])
    }
  }
})
afterAll(() => app[Symbol.asyncDispose]())

test.each([
  ['an address', 'email', ADA, { people: [{ email: ADA, first_name: 'Ada' }, `rui@${DOMAIN}`] }],
  ['a domain', 'domain', 'sorrel.example', { people: [`ben@mail.sorrel.example`] }],
])('the answer to a repeated request does not show %s that has opted out since', async (_, kind, subject, body) => {
  const once = { 'idempotency-key': `save ${subject}` }
  const save = () => app.post('/v2/leads/bulk/save', body, once)
  expect((await save()).status).toBe(200)
  expect((await save()).headers.get('idempotent-replayed')).toBe('true')
  const lists = () => app.post('/v2/leads_lists', { name: 'Of nobody' }, once)
  expect((await lists()).status).toBe(201)
  await optOut({ [kind]: subject })
  const { status, body: refused } = await save()
  expect([status, refused.errors?.[0]?.id]).toEqual([422, 'idempotency_key_consumed'])
  expect(JSON.stringify(refused)).not.toContain(subject)
  expect((await lists()).headers.get('idempotent-replayed')).toBe('true')
})

test('nor an address whose owner asked only this account to forget them', async () => {
  await app.context.store.accounts.createAccount('free', new Date())
  const once = { 'idempotency-key': 'save forgotten' }
  const save = () => app.post('/v2/leads/bulk/save', { people: ['tom@yarrow.example'] }, once)
  expect((await save()).status).toBe(200)
  expect((await send('POST', '/people/forget', { email: 'tom@yarrow.example', confirm: true })).status).toBe(200)
  expect((await save()).status).toBe(422)
})

test('blind copies are not addressed to somebody who opted out, before or after', async () => {
  const before = 'log@bistort.example'
  const { id } = (await send('POST', '/sequences', { name: 'Copied', bcc_recipient: before })).body.data
  const shown = async () => JSON.stringify((await send('GET', `/sequences/${String(id)}`)).body)
  expect(await shown()).toContain(before)
  await optOut({ email: before })
  expect(await shown()).not.toContain(before)
  for (const to of [before, before.toUpperCase()]) {
    const refused = [
      await send('PUT', `/sequences/${String(id)}`, { bcc_recipient: to }),
      await send('POST', '/sequences', { name: 'Again', bcc_recipient: to }),
    ]
    for (const { status, body } of refused)
      expect([status, body.errors?.[0]?.details]).toEqual([
        422,
        'bcc_recipient: the owner of this address asked that no mail be sent to it.',
      ])
  }
})
