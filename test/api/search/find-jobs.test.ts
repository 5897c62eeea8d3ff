import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startPeopleTown } from '../../support/mails/people-town.ts'
import type { PeopleTown } from '../../support/mails/people-town.ts'

interface Job {
  id: number
  status: string
  total: number
  done: number
  found: number
  credits_charged: number
  stopped_reason?: string
  leads_list_id: number | null
}
interface Row {
  ref: string
  status: string | null
  email: string | null
  lead_id: number | null
  reason: string | null
}

const BULK = '/v2/email-finder/bulk'

let town: PeopleTown
let app: TestApp
beforeAll(async () => {
  town = await startPeopleTown(5)
  app = await startApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await town.seed(app.context)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await town[Symbol.asyncDispose]()
})

const used = async (): Promise<number> =>
  ((await app.get('/v2/usage')).body.data as { requests: { credits: { used: number } } }).requests.credits.used

async function ended(body: object, headers: Record<string, string> = {}): Promise<Job> {
  const begun = await app.post(BULK, body, headers)
  expect(begun.status, JSON.stringify(begun.body)).toBe(202)
  let job = begun.body.data as Job
  while (job.status === 'queued' || job.status === 'running') {
    await sleep(20)
    job = (await app.get(`${BULK}/${job.id}`, headers)).body.data as Job
  }
  return job
}

const rowsOf = async ({ id }: Job, query = ''): Promise<Row[]> =>
  ((await app.get(`${BULK}/${id}/results?limit=1000${query}`)).body.data as { rows: Row[] }).rows

const addressOf = ({ first_name, last_name, domain }: { first_name: string; last_name: string; domain: string }) =>
  `${first_name}.${last_name}@${domain}`.toLowerCase()

describe('a list of people', () => {
  test('comes back in its order, with each person found charged once and saved to a list', async () => {
    const before = await used()
    const people = town.people(40).map((person, index) => ({ ...person, ref: `r${index}` }))
    const job = await ended({ people, name: 'Spring', leads_list_name: 'Found in spring' })
    expect(job).toMatchObject({ status: 'done', total: 40, done: 40, found: 30, credits_charged: 30 })
    const rows = await rowsOf(job)
    expect(rows.map(({ ref, status, email }) => [ref, status, email])).toEqual(
      people.map((person) =>
        person.last_name === 'Ewe' ? [person.ref, 'found', addressOf(person)] : [person.ref, 'not_found', null],
      ),
    )
    expect((await used()) - before).toBe(30)
    const leads = await app.get(`/v2/leads?leads_list_id=${job.leads_list_id}&limit=100`)
    const saved = (leads.body.data as { leads: { id: number; email: string }[] }).leads
    expect(new Set(saved.map(({ id, email }) => `${id} ${email}`))).toEqual(
      new Set(rows.flatMap(({ lead_id, email }) => (email === null ? [] : [`${lead_id} ${email}`]))),
    )
    const again = await ended({ people })
    expect(again).toMatchObject({ found: 30, credits_charged: 0 })
    expect((await rowsOf(again, '&status=not_found')).length).toBe(10)
    expect((await used()) - before).toBe(30)
  })

  test.each(['Ref;First name;Last name;Domain', 'ref;Vorname;Nachname;Website'])(
    'is read from CSV (%s) and written as CSV, with formulas escaped',
    async (header) => {
      const [one, two] = town.people(2)
      const csv = `${header};Other\n"=1+1";${one?.first_name};Ewe;${one?.domain};x\n;${two?.first_name};Ewe;${two?.domain}\n`
      const headers = { 'x-api-key': app.key, 'content-type': 'text/csv' }
      const begun = await fetch(`${app.origin}${BULK}`, { method: 'POST', headers, body: csv })
      const { data } = (await begun.json()) as { data: Job }
      await expect
        .poll(async () => (await app.get(`${BULK}/${data.id}`)).body.data)
        .toMatchObject({
          status: 'done',
        })
      const text = await (
        await fetch(`${app.origin}${BULK}/${data.id}/results`, { headers: { ...headers, accept: 'text/csv' } })
      ).text()
      expect(text.split('\n').map((line) => line.split(',', 3).join(' '))).toEqual([
        'ref status email',
        `'=1+1 found ${addressOf({ first_name: '', last_name: '', domain: '', ...one })}`,
        `2 found ${addressOf({ first_name: '', last_name: '', domain: '', ...two })}`,
        '',
      ])
    },
  )

  test('gives the outcome of each row', async () => {
    const job = await ended({
      people: [
        { full_name: 'Ines Calder', domain: town.domains[0] },
        { full_name: 'Ines Calder', domain: 'nowhere.example' },
        { full_name: 'Ines Calder', company: 'Nobody knows of it' },
      ],
    })
    expect(await rowsOf(job)).toMatchObject([
      { ref: '1', status: 'found', email: `ines.calder@${town.domains[0]}`, lead_id: null },
      { ref: '2', status: 'invalid_domain', email: null },
      { ref: '3', status: 'not_found', email: null, reason: 'company_unknown' },
    ])
    expect(job).toMatchObject({ found: 1, credits_charged: 1 })
  })

  test('reveals nothing about people who opt out, before or after', async () => {
    const [person] = town.people(1)
    const gone = { first_name: 'Opt', last_name: 'Ewe', domain: town.domains[1] ?? '' }
    const job = await ended({ people: [gone, person], leads_list_name: 'Opting out' })
    expect((await rowsOf(job))[0]).toMatchObject({ status: 'found', email: addressOf(gone) })
    await addOptout(app.context, addressOf(gone), null)
    expect((await rowsOf(job))[0]).toMatchObject({ status: 'opted_out', email: null, lead_id: null })
    const { rows } = await app.context.database.pool.query<{ asked: object; outcome: object | null }>(
      'select asked, outcome from find_rows where job_id = $1 order by place limit 1',
      [job.id],
    )
    expect(rows).toEqual([{ asked: {}, outcome: null }])
    const after = await ended({ people: [gone, person] })
    expect((await rowsOf(after))[0]).toMatchObject({ status: 'opted_out', email: null })
  })
})

describe('the cost of a list', () => {
  test('stops it at its limit, and what was not looked up is reported', async () => {
    const people = town.people(80).slice(40)
    const job = await ended({ people, max_credits: 5 })
    expect(job).toMatchObject({ status: 'stopped', stopped_reason: 'max_credits', found: 5, credits_charged: 5 })
    // Rows already in progress when it stopped may still be answered, and are free if not found.
    await expect
      .poll(async () => {
        const notChecked = await rowsOf(job, '&status=not_checked')
        const { done } = (await app.get(`${BULK}/${job.id}`)).body.data as Job
        return notChecked.length > 0 && notChecked.length === 40 - done
      })
      .toBe(true)
    expect((await rowsOf(job, '&status=found')).length).toBe(5)
  })

  test('stops it when the account has no credits left', async () => {
    const poor = await createAccount(app.context, 'free')
    await app.context.database.pool.query(
      `insert into billing_periods (account_id, starts_on, credits_used, search_credits_used)
       select id, created_at::date, 47, 47 from accounts where id = $1`,
      [poor.accountId],
    )
    const headers = { 'x-api-key': poor.key }
    const job = await ended({ people: town.people(20) }, headers)
    expect(job).toMatchObject({ status: 'stopped', stopped_reason: 'credits_used_up', found: 3, credits_charged: 3 })
    const none = await app.post(BULK, { people: town.people(20) }, headers)
    expect([none.status, none.body.errors?.[0]?.id]).toEqual([429, 'too_many_requests'])
  })
})

test('a key stops at its daily spending limit, in lists too', async () => {
  const made = await app.post('/v2/api-keys', { name: 'Thrifty', daily_credits: 4 })
  const { token } = made.body.data as { token: string }
  const job = await ended({ people: town.people(120).slice(90) }, { 'x-api-key': token })
  expect(job).toMatchObject({ status: 'stopped', stopped_reason: 'daily_limit', found: 4, credits_charged: 4 })
})

describe('an error', () => {
  test('names wrong rows, ten at most', async () => {
    const people = Array.from({ length: 14 }, (_, index) => (index === 0 ? town.people(1)[0] : { first_name: 'Ann' }))
    const { status, body } = await app.post(BULK, { people })
    expect(status).toBe(400)
    expect(body.errors?.length).toBe(11)
    expect(body.errors?.[0]?.details).toMatch(/^Row 2: Send domain or company\./)
    expect(body.errors?.[10]?.details).toBe('3 more rows are wrong.')
  })

  test.each([
    [{}, 'The people parameter is missing.'],
    [{ people: ['Ann Birch'] }, 'Row 1: it must be an object with a name and a domain or company.'],
    [{ people: [{ full_name: 'Ann Birch', domain: 'a.example', iban: 'x' }] }, 'Row 1: there is no iban; it takes'],
  ])('%#: is one sentence', async (body, sentence) => {
    const answer = await app.post(BULK, body)
    expect([answer.status, answer.body.errors?.[0]?.details.startsWith(sentence)]).toEqual([400, true])
  })

  test('is returned for the jobs of other accounts, and a cancelled job ends', async () => {
    const other = await createAccount(app.context, 'unlimited')
    const begun = await app.post(BULK, { people: town.people(200).slice(100) })
    const { id } = begun.body.data as Job
    const headers = { 'x-api-key': other.key }
    expect((await app.get(`${BULK}/${id}`, headers)).status).toBe(404)
    const cancelled = await fetch(`${app.origin}${BULK}/${id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': app.key },
    })
    expect(((await cancelled.json()) as { data: Job }).data.status).toBe('cancelled')
  })
})
