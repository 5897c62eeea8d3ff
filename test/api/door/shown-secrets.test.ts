import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { testDatabase } from '../../support/database.ts'
import { dumpDatabase, dumpShows } from '../../support/records/database-dump.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: 'on' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const once = (word: string) => ({ 'idempotency-key': word })

test('no secret ever shown is stored in the database, with or without an Idempotency-Key', async () => {
  const { key: ofAccount } = await createAccount(app.context, 'starter')
  const shown = [app.key, ofAccount]
  for (const headers of [{}, once('first')]) {
    const key = await app.post('/v2/api-keys', { name: 'Reports' }, headers)
    shown.push((key.body.data as { token: string }).token)
    const hook = { target_url: `http://127.0.0.1:9009/told-${shown.length}`, event: 'lead.created' }
    const made = await app.post('/v2/webhooks', hook, headers)
    const { id, secret } = made.body.data as { id: number; secret: string }
    const rotated = await app.post(`/v2/webhooks/${id}/rotate-secret`, {}, headers)
    shown.push(secret, (rotated.body.data as { secret: string }).secret)
    expect([key.status, made.status, rotated.status]).toEqual([201, 201, 200])
  }
  expect(new Set(shown).size).toBe(8)
  const dump = await dumpDatabase(app.database.pool)
  expect(dump).toContain('POST /v2/api-keys first')
  expect(shown.filter((secret) => dumpShows(dump, secret))).toEqual([])
})

test('a repeated request gets its secret again, from the sealed outcome', async () => {
  const make = () => app.post('/v2/api-keys', { name: 'Sync' }, once('second'))
  const [first, second] = [await make(), await make()]
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(second.body).toEqual(first.body)
})

test('a password cannot be guessed from what is stored of its request without the key that is not stored', async () => {
  await using other = await startApp({ env: { QUARRY_SECRET_KEY: Buffer.alloc(32, 'other').toString('base64') } })
  const mailbox = { email: 'me@lumen.example', smtp_host: '127.0.0.1', smtp_port: 1, smtp_security: 'none' }
  const storedOf = async (at: TestApp, body: Record<string, unknown>) => {
    await at.post('/v2/email-accounts', body, once(`of ${JSON.stringify(body)}`))
    const { rows } = await at.database.pool.query<{ fingerprint: string }>(
      `select encode(fingerprint, 'hex') as fingerprint from idempotent_requests order by started_at desc limit 1`,
    )
    return rows[0]?.fingerprint
  }
  const [open, secret] = [mailbox, { ...mailbox, smtp_password: 'hunter2' }]
  expect(await storedOf(app, open)).toBe(await storedOf(other, open))
  expect(await storedOf(app, secret)).not.toBe(await storedOf(other, secret))
})

test('an outcome that can no longer be decrypted is refused, and its request is not run again', async () => {
  const send = () => app.post('/v2/leads_lists', { name: 'Spring' }, once('third'))
  expect((await send()).status).toBe(201)
  await app.database.pool.query(`update idempotent_requests set sealed = sealed || '\\x00'`)
  const { status, body } = await send()
  expect([status, body.errors?.[0]?.id]).toEqual([422, 'idempotency_key_consumed'])
  const { data } = (await app.get('/v2/leads_lists')).body as { data: { leads_lists: { name: string }[] } }
  expect(data.leads_lists.filter(({ name }) => name === 'Spring')).toHaveLength(1)
})

test('secrets that an older Quarry stored in plain text are gone after the upgrade, and their requests still do not run again', async () => {
  await using old = await testDatabase()
  const released = await migration('001_accounts.sql')
  const [table] = /create table idempotent_requests[^;]+;/.exec(released) ?? ['']
  await old.pool.query(`drop table idempotent_requests; ${table}`)
  await (await startApp({ database: old })).stop({ atOnce: true })
  const row = `select id, 1, 'POST /v2/api-keys fourth', $1, $2, now() from accounts limit 1`
  await old.pool.query(`insert into idempotent_requests ${row}`, ['\\x00', { data: { token: 'qry_clear' } }])
  await old.pool.query(await migration('028_sealed_outcomes.sql'))
  expect(await dumpDatabase(old.pool)).not.toContain('qry_clear')
  const kept = await old.pool.query('select name, sealed from idempotent_requests')
  expect(kept.rows).toEqual([{ name: 'POST /v2/api-keys fourth', sealed: null }])
})

const migration = (name: string) => readFile(new URL(`../../../src/db/migrations/${name}`, import.meta.url), 'utf8')
