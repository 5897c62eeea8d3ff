import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { recordUnsubscribe } from '../../../src/core/answers/mail-events.ts'
import { listLifts } from '../../../src/core/optouts/unsubscribes.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp, TestBody } from '../../support/app.ts'
import { seedMailbox, seedSent, standing } from '../../support/mails/sent-mail.ts'

let app: TestApp
let operator: string

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  operator = (await createKey(app.context, { name: 'Operator', readOnly: false, operator: true })).key
})
afterAll(() => app[Symbol.asyncDispose]())

interface Sent {
  status: number
  body: TestBody & { status?: string }
}

async function send(method: string, path: string, body?: unknown, key = app.key): Promise<Sent> {
  const response = await fetch(app.origin + path, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Sent['body']) }
}

const refusal = ({ status, body }: Sent) => [status, body.errors?.[0]?.id, body.errors?.[0]?.details]

describe('the addresses an account no longer writes to', () => {
  test('are added by hand, which cancels their mail, are listed, and can be allowed again', async () => {
    const email = 'ines@maker.example'
    const sent = await seedSent(app.context, await seedMailbox(app.context, 1), email)
    const added = await send('POST', '/v2/unsubscribes', { email: 'Ines@Maker.example' })
    expect([added.status, added.body.data]).toMatchObject([201, { email, reason: 'manual' }])
    expect(await standing(app.context, sent)).toMatchObject({ state: 'stopped', followUp: 'canceled' })
    const { body } = await send('GET', '/v2/unsubscribes?limit=5')
    expect(body).toMatchObject({ data: [{ email, reason: 'manual' }], meta: { total: 1, limit: 5, offset: 0 } })
    expect((await send('POST', '/v2/unsubscribes', { email })).status).toBe(201)
    expect(await send('DELETE', '/v2/unsubscribes', { email })).toEqual({ status: 204, body: {} })
    expect(refusal(await send('DELETE', '/v2/unsubscribes', { email }))).toEqual([
      404,
      'not_found',
      'This address is not on the list.',
    ])
  })

  test('stay if the recipient unsubscribed, by link or reply, whatever the account does', async () => {
    const email = 'noor@maker.example'
    const mailbox = await seedMailbox(app.context, 1)
    // A manual entry made before makes no difference.
    await send('POST', '/v2/unsubscribes', { email })
    const sent = await seedSent(app.context, mailbox, email)
    const message = await app.context.store.mailEvents.message(1, sent.messageId)
    if (message !== null) await recordUnsubscribe(app.context, message)
    const refused = await send('DELETE', '/v2/unsubscribes', { email, reason: 'They are a friend.' })
    expect(refusal(refused)).toEqual([403, 'forbidden', expect.stringMatching(/asked for no more email/)])
    await send('DELETE', `/v2/leads/${sent.leadId}`)
    const list = await send('POST', '/v2/leads_lists', { name: 'Others' })
    await send('POST', '/v2/leads', { email, leads_list_id: (list.body.data as { id: number }).id })
    const sequence = await send('POST', '/v2/sequences', { name: 'Again' })
    const path = `/v2/sequences/${(sequence.body.data as { id: number }).id}/recipients`
    expect((await send('POST', path, { emails: [email] })).body.data).toMatchObject({
      recipients_added: 0,
      skipped_recipients: [{ email, reason: 'unsubscribed' }],
    })
    expect(refusal(await send('DELETE', '/v2/unsubscribes', { email }))[0]).toBe(403)
  })

  test('are lifted only by the operator, who gives a reason, and both are recorded', async () => {
    const email = 'bo@maker.example'
    const sent = await seedSent(app.context, await seedMailbox(app.context, 1), email)
    const message = await app.context.store.mailEvents.message(1, sent.messageId)
    if (message !== null) await recordUnsubscribe(app.context, message)
    expect(refusal(await send('DELETE', '/v2/unsubscribes', { email }, operator))[0]).toBe(403)
    const lifted = await send(
      'DELETE',
      '/v2/unsubscribes',
      { email, reason: 'Asked for mail again by phone.' },
      operator,
    )
    expect(lifted.status).toBe(204)
    expect(await listLifts(app.context)).toMatchObject([
      {
        accountId: 1,
        email,
        liftedBy: expect.stringMatching(/^API key \d+$/),
        reason: 'Asked for mail again by phone.',
      },
    ])
  })

  test('are invisible to other accounts', async () => {
    const other = await createAccount(app.context, 'free')
    await send('POST', '/v2/unsubscribes', { email: 'bea@maker.example' })
    expect((await send('GET', '/v2/unsubscribes', undefined, other.key)).body.data).toEqual([])
    expect((await send('DELETE', '/v2/unsubscribes', { email: 'bea@maker.example' }, other.key)).status).toBe(404)
  })

  test('have to be addresses', async () => {
    expect(refusal(await send('POST', '/v2/unsubscribes', {}))).toEqual([
      400,
      'wrong_params',
      'The email parameter is missing.',
    ])
    expect(refusal(await send('POST', '/v2/unsubscribes', { email: 'maker' }))).toEqual([
      400,
      'invalid_email',
      'maker is not a valid email address.',
    ])
  })
})

describe('the opt-outs of the installation', () => {
  test("are only for the operator's keys", async () => {
    for (const [method, body] of [
      ['GET'],
      ['POST', { domain: 'maker.example' }],
      ['DELETE', { domain: 'maker.example' }],
    ] as const)
      expect(refusal(await send(method, '/v2/suppressions', body))).toEqual([
        403,
        'forbidden',
        'This key is not allowed to do that.',
      ])
  })

  test('are added, listed without addresses, and lifted', async () => {
    const email = 'rui@out.example'
    const added = await send('POST', '/v2/suppressions', { email, reason: 'asked by mail' }, operator)
    expect([added.status, added.body.data]).toMatchObject([
      201,
      { kind: 'email', domain: null, reason: 'asked by mail' },
    ])
    expect((await send('POST', '/v2/suppressions', { domain: 'gone.example' }, operator)).status).toBe(201)
    expect((await app.get(`/v2/email-verifier?email=${email}`)).status).toBe(451)
    const { body } = await send('GET', '/v2/suppressions', undefined, operator)
    expect(body).toMatchObject({
      data: [
        { kind: 'domain', domain: 'gone.example' },
        { kind: 'email', domain: null },
      ],
      meta: { total: 2 },
    })
    expect(JSON.stringify(body)).not.toContain('rui@')
    expect((await send('DELETE', '/v2/suppressions', { email }, operator)).status).toBe(204)
    expect((await send('DELETE', '/v2/suppressions', { email }, operator)).status).toBe(404)
  })

  test('need exactly one subject', async () => {
    for (const body of [{}, { email: 'a@out.example', domain: 'out.example' }])
      expect(refusal(await send('POST', '/v2/suppressions', body, operator))).toEqual([
        400,
        'wrong_params',
        'Send either email or domain.',
      ])
    expect(refusal(await send('POST', '/v2/suppressions', { email: 'x' }, operator))[1]).toBe('invalid_email')
    expect(refusal(await send('POST', '/v2/suppressions', { domain: '..' }, operator))[1]).toBe('invalid_domain')
  })
})

describe('the keys of a user', () => {
  interface Key {
    id: number
    name: string
    token: string
  }
  const create = async (body: object, key?: string) => (await send('POST', '/v2/api-keys', body, key)).body.data as Key

  test('are created, shown once, renamed and revoked', async () => {
    const made = await send('POST', '/v2/api-keys', { name: 'Sheets' })
    const { id, name, token } = made.body.data as Key
    expect([made.status, made.body.status, name]).toEqual([201, 'success', 'Sheets'])
    expect((await send('GET', '/v2/account', undefined, token)).status).toBe(200)
    const { body } = await send('GET', '/v2/api-keys')
    expect(body.status).toBe('success')
    expect((body.data as Key[])[0]).toMatchObject({ id, name: 'Sheets', token: `********${token.slice(-4)}` })
    const renamed = await send('PUT', `/v2/api-keys/${id}`, { name: 'Tables' })
    expect([renamed.status, (renamed.body.data as Key).name]).toEqual([200, 'Tables'])
    expect((await send('DELETE', `/v2/api-keys/${id}`)).status).toBe(204)
    expect((await send('DELETE', `/v2/api-keys/${id}`)).status).toBe(404)
    expect(JSON.stringify((await send('GET', '/v2/api-keys')).body)).not.toContain('Tables')
  })

  test('can be read-only', async () => {
    const { token } = await create({ read_only: true })
    expect((await send('GET', '/v2/unsubscribes', undefined, token)).status).toBe(200)
    expect(refusal(await send('POST', '/v2/api-keys', {}, token))).toEqual([
      403,
      'forbidden',
      'This key is not allowed to do that.',
    ])
  })

  test('never have operator rights when created by a user', async () => {
    const { token } = await create({ name: 'x', operator: true, scopes: ['operator'] }, operator)
    expect((await send('GET', '/v2/suppressions', undefined, token)).status).toBe(403)
  })

  test('always include one: the last cannot be revoked, even by simultaneous calls', async () => {
    const { key } = await createAccount(app.context, 'free')
    const second = await create({}, key)
    const listed = (await send('GET', '/v2/api-keys', undefined, key)).body.data as Key[]
    const answers = await Promise.all(listed.map(({ id }) => send('DELETE', `/v2/api-keys/${id}`, undefined, key)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422])
    expect(second.token).toMatch(/^qry_/)
  })

  test('number at most a hundred', async () => {
    const { key } = await createAccount(app.context, 'free')
    const make = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => send('POST', '/v2/api-keys', {}, key)))).filter(
        ({ status }) => status === 201,
      ).length
    for (let tens = 1; tens <= 9; tens++) expect(await make(10)).toBe(10)
    expect(await make(20)).toBe(9)
    expect(refusal(await send('POST', '/v2/api-keys', {}, key))).toEqual([
      422,
      'validation_failed',
      'A user can have at most 100 keys.',
    ])
  })

  test('of others are not found', async () => {
    const { key } = await createAccount(app.context, 'free')
    const { id } = await create({})
    expect((await send('PUT', `/v2/api-keys/${id}`, { name: 'x' }, key)).status).toBe(404)
    expect((await send('DELETE', `/v2/api-keys/${id}`, undefined, key)).status).toBe(404)
  })

  test('need a valid name', async () => {
    const { id } = await create({})
    expect(refusal(await send('PUT', `/v2/api-keys/${id}`, {}))[1]).toBe('wrong_params')
    expect(refusal(await send('POST', '/v2/api-keys', { name: 'x'.repeat(256) }))[1]).toBe('validation_failed')
  })
})

test('many simultaneous opt-outs do not deadlock', async () => {
  const emails = Array.from({ length: 12 }, (_, n) => `ines.mora${n}@birch.example`)
  for (const email of emails) expect((await send('POST', '/v2/leads', { email })).status).toBe(201)
  const asked = await Promise.all(
    emails.flatMap((email, n) => [
      send('POST', '/v2/people/forget', { email }, operator),
      send('POST', '/v2/leads', { email: `rui.abano${n}@birch.example` }),
    ]),
  )
  expect(asked.map(({ status }) => status)).toEqual(emails.flatMap(() => [200, 201]))
})

test('an unsubscribe is not kept for somebody who has opted out, who gets no mail anyway', async () => {
  const email = 'wilma@forgotten.example'
  await send('POST', '/v2/suppressions', { email }, operator)
  const added = await send('POST', '/v2/unsubscribes', { email })
  expect([added.status, added.body.data]).toMatchObject([201, { email, reason: 'manual' }])
  await send('POST', '/v2/suppressions', { domain: 'gone.example' }, operator)
  expect((await send('POST', '/v2/unsubscribes', { email: 'rui@gone.example' })).status).toBe(201)
  const { body } = await send('GET', '/v2/unsubscribes')
  expect(JSON.stringify(body)).not.toMatch(/forgotten\.example|gone\.example/)
})
