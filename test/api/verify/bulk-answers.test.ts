import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { SaveChecked } from '../../../src/core/verify/save-bulk-results.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { mailboxes } from '../../internet/mail-script.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startMailTown } from '../../support/mails/mail-town.ts'
import type { MailTown } from '../../support/mails/mail-town.ts'
import { queueIsEmpty } from '../../support/records/lead-rows.ts'

const BULK = '/v2/email-verifier/bulk'

interface Answers {
  job: { status: string }
  tally: Record<string, number>
  answers: { place: number; email: string | null; status?: string }[]
}

let town: MailTown
let app: TestApp
beforeAll(async () => {
  town = await startMailTown(2, { script: { rcpt: mailboxes('jane', 'tom') } })
  app = await startApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await town[Symbol.asyncDispose]()
})

async function checked(emails: string[]): Promise<number> {
  const { id } = (await app.post(BULK, { emails })).body.data as { id: number }
  while (((await app.get(`${BULK}/${id}`)).body.data as { status: string }).status !== 'done') await sleep(20)
  return id
}

async function answers(id: number, query = ''): Promise<Answers> {
  return (await app.get(`${BULK}/${id}/answers?${query}`)).body.data as Answers
}

test('answers are counted by outcome, and listed with their places', async () => {
  const id = await checked([
    'jane@town0.example',
    'n/a',
    'nobody@town0.example',
    'tom@town1.example',
    'x@',
    'Jane@Town0.example',
  ])
  const all = await answers(id)
  expect(all.tally).toMatchObject({ valid: 3, invalid: 1, no_address: 2, unknown: 0 })
  expect(all.answers.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6])
  const wrong = await answers(id, 'kind=no_address&limit=1&offset=1')
  expect(wrong.answers).toMatchObject([{ place: 5, status: 'invalid' }])
  const valid = await answers(id, 'kind=valid')
  expect(valid.answers.map(({ email, place }) => [email, place])).toEqual([
    ['jane@town0.example', 1],
    ['tom@town1.example', 4],
    ['jane@town0.example', 6],
  ])
  expect((await app.get(`${BULK}/${id}/answers?kind=nice`)).status).toBe(400)
  const { key } = await createAccount(app.context, 'free')
  expect((await app.get(`${BULK}/${id}/answers`, { 'x-api-key': key })).status).toBe(404)
})

test('valid addresses are saved to a list, each once, and never those that opted out', async () => {
  await addOptout(app.context, 'tom@town1.example', null)
  const id = await checked([
    'jane@town0.example',
    'n/a',
    'nobody@town0.example',
    'jane@town0.example',
    'jane@town1.example',
    'tom@town1.example',
  ])
  const save = () => app.post(`${BULK}/${id}/save`, { leads_list_name: 'Fair' })
  const first = await save()
  expect([first.status, first.body.data]).toMatchObject([200, { leads_count: 3, status: 'done' }])
  const { leads_list_id: list } = first.body.data as { leads_list_id: number }
  expect((await save()).body.data).toMatchObject({ leads_list_id: list })
  const { leads } = (await app.get(`/v2/leads?leads_list_id=${list}`)).body.data as { leads: Record<string, unknown>[] }
  expect(
    leads.map(({ email, source, verification }) => [email, source, (verification as { status: string }).status]),
  ).toEqual([
    ['jane@town1.example', 'Verification', 'valid'],
    ['jane@town0.example', 'Verification', 'valid'],
  ])
  expect((await app.post(`${BULK}/${id}/save`, {})).status).toBe(422)
  expect((await app.post(`${BULK}/${id}/save`, { leads_list_id: 999_999 })).status).toBe(422)
  expect((await app.post(`${BULK}/999999/save`, { leads_list_name: 'Fair' })).status).toBe(404)
})

test('a long list is saved completely in the background', async () => {
  const id = await checked(['jane@town0.example'])
  const outcome = (await app.database.pool.query('select outcome from bulk_rows where job_id = $1', [id])).rows[0]
    ?.outcome as object
  await app.database.pool.query(
    `insert into bulk_rows (account_id, job_id, position, email, domain, queue, due_at, settled_at, outcome)
     select 1, $1, n, 'u' || n || '@town0.example', 'town0.example', '', now(), now(), jsonb_set($2, '{email}', to_jsonb('u' || n || '@town0.example'))
     from generate_series(1, 2500) n`,
    [id, JSON.stringify(outcome)],
  )
  const saved = await app.post(`${BULK}/${id}/save`, { leads_list_name: 'Long' })
  expect([saved.status, saved.body.data]).toMatchObject([202, { status: 'queued' }])
  await queueIsEmpty(app, SaveChecked.name)
  const { rows } = await app.database.pool.query(
    `select count(*) as n from leads_list_members m join leads_lists l on l.id = m.leads_list_id where l.name = 'Long'`,
  )
  expect(rows).toEqual([{ n: 2501 }])
})
