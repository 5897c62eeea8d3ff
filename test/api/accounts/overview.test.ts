import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { ChangeLeads } from '../../../src/core/leads/leads-change-job.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

interface Overview {
  running: Record<string, unknown>[]
  needs: Record<string, unknown>[]
}

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const overview = async (key?: string): Promise<Overview> => {
  const { status, body } = await app.get('/v2/overview', key === undefined ? {} : { 'x-api-key': key })
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data as Overview
}

test('an empty account has nothing to show', async () => {
  expect(await overview()).toEqual({ running: [], needs: [] })
})

test('running work is shown with its progress, only to its own account', async () => {
  const { body } = await app.post('/v2/email-verifier/bulk', {
    emails: ['jane@birch.example', 'tom@birch.example'],
    name: 'Fair',
  })
  const { id } = body.data as { id: number }
  await app.database.pool
    .query(`insert into crawls (domain, status, requested_at, account_id, pages, queued, page_budget, heartbeat_at)
    values ('birch.example', 'running', now(), 1, 9, 40, 30, now() + '1 hour'), ('alder.example', 'done', now(), 1, 3, 0, 30, null)`)
  const list = (await app.post('/v2/leads_lists', { name: 'From' })).body.data as { id: number }
  const to = (await app.post('/v2/leads_lists', { name: 'To' })).body.data as { id: number }
  await app.context.queue.send(
    ChangeLeads,
    { action: 'move', accountId: 1, leadsListId: list.id, targetId: to.id, leadIds: null, upTo: 0 },
    { startAfterSeconds: 3_600 },
  )
  const { running } = await overview()
  expect(running).toMatchObject([
    {
      kind: 'check',
      id,
      name: 'Fair',
      done: 0,
      total: 2,
      sentence: '0 of 2 addresses checked.',
      link: `/app/verify/${id}`,
    },
    { kind: 'crawl', id: null, name: 'birch.example', done: 9, total: 30, link: '/app/companies/birch.example' },
    { kind: 'move', id: list.id, name: 'From', link: `/app/lists/${list.id}` },
  ])
  const { key } = await createAccount(app.context, 'free')
  expect(await overview(key)).toEqual({ running: [], needs: [] })
})

test('whatever needs attention is shown: mailboxes, webhooks, and credits about to run out', async () => {
  const { key, accountId: id } = await createAccount(app.context, 'free')
  await app.database.pool.query(
    `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security, problem)
     select $1, id, 'anna@birch.example', 'mail.birch.example', 465, 'tls', 'The password was refused.' from users where account_id = $1`,
    [id],
  )
  await app.database.pool.query(
    `insert into webhooks (account_id, target_url, event, secret_sealed, failing_since, created_at)
     values ($1, 'https://hooks.birch.example/secret-path?token=1', 'lead.created', '', now(), now())`,
    [id],
  )
  await app.database.pool.query(
    `insert into billing_periods (account_id, starts_on, credits_used) select id, created_at::date, 46 from accounts where id = $1`,
    [id],
  )
  const { needs } = await overview(key)
  expect(needs).toMatchObject([
    { kind: 'mailbox', name: 'anna@birch.example' },
    { kind: 'webhook', name: 'hooks.birch.example' },
    { kind: 'credits', done: 4, total: 50, link: '/app/settings/usage' },
  ])
})

test('the progress of a crawl can be read without starting one', async () => {
  const ask = async (domain: string) => (await app.get(`/v2/domain-search/crawl?domain=${domain}`)).body.data
  expect(await ask('birch.example')).toEqual({
    domain: 'birch.example',
    status: 'running',
    reason: null,
    pages: 9,
    expected_pages: 30,
    addresses: 0,
  })
  expect(await ask('elm.example')).toMatchObject({ status: null, pages: 0 })
  const { rowCount } = await app.database.pool.query(`select from crawls where domain = 'elm.example'`)
  expect(rowCount).toBe(0)
})
