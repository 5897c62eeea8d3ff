import { randomBytes } from 'node:crypto'
import type { Context } from '../../../src/context.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { apiClient, idOf } from '../doors/api-client.ts'
import type { ApiAnswer } from '../doors/api-client.ts'
import type { Filling } from './filling.ts'
import { fillCampaigns } from './full-campaigns.ts'
import { fillChanges } from './full-changes.ts'
import { ALDER, BIRCH, inventCompanies, outcomeOf } from './invented-companies.ts'
import type { Invented } from './invented-companies.ts'

/** A Quarry with one account, and its key. */
export interface Fillable {
  context: Context
  origin: string
  key: string
}

/** Ids of records, by the path of a screen, or by the word before them in paths. */
export type PathValues = Readonly<Record<string, string>>

/** People of the account other than those of the companies; enough for a second page. */
const SURNAMES = ['Abel', 'Burg', 'Costa', 'Dahl', 'Ekman', 'Farr', 'Gold', 'Hope', 'Imai', 'Jost', 'Kerr', 'Lund']
const FIRST_NAMES = ['Anna', 'Bo', 'Cleo', 'Dev', 'Elif']

/**
 * Fills an account with some of everything that its screens show when people have worked with it. All people and
 * companies are invented.
 */
export async function fillAccount({ context, origin, key }: Fillable): Promise<PathValues> {
  const now = context.clock.now().getTime()
  const { send, raw } = apiClient({ origin }, key)
  const filling: Filling = {
    run: async (text, values = []) =>
      (await context.database.pool.query<Record<string, unknown>>(text, [...values])).rows,
    send: async (...given) => good(await send(...given), given[1]),
    raw: async (...given) => good(await raw(...given), given[1]),
    ago: (ms) => new Date(now - ms),
  }
  await inventCompanies(context)
  const list = await fillLeads(filling)
  const ids = {
    accounts: 1,
    lists: list,
    exports: idOf((await filling.send('POST', '/leads/exports', { format: 'csv' })).body),
    imports: await fillImports(filling),
    verify: await fillVerifications(filling),
    webhooks: await fillWebhooks(filling),
    ...(await fillPeople(filling)),
    ...(await fillCampaigns(filling)),
    apps: await fillApps(filling),
  }
  await fillChanges(filling)
  await fillUsage(filling)
  const [upload] = await filling.run(
    `insert into leads_uploads (account_id, name, bytes, complete, created_at) values (1, 'fair.csv', 77, true, now()) returning id`,
  )
  await filling.run(
    `insert into leads_upload_pieces values (1, $1, 0, convert_to('email,first name,Met at\nann@willow.example,Ann,Porto\nbo@willow.example,Bo,\n', 'UTF8'))`,
    [upload?.['id']],
  )
  const [folder] = await filling.run('select id from leads_list_folders limit 1')
  const [own] = await filling.run('select id from leads_custom_attributes limit 1')
  const [lead] = await filling.run(`select id from leads where account_id = 1 and email = 'jane.rivers@birch.example'`)
  const texts = Object.entries({
    ...ids,
    leads: lead?.['id'],
    folders: folder?.['id'],
    fields: own?.['id'],
    files: upload?.['id'],
  }).map(([name, id]) => [name, String(id)])
  return { ...(await recordsOf(filling)), ...Object.fromEntries(texts) }
}

/**
 * Returns an id from each table with account records, so that the screen of a new kind of record is checked without a
 * line here.
 */
async function recordsOf({ run }: Filling): Promise<PathValues> {
  const tables = await run(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name in ('id', 'account_id')
     group by table_name having count(*) = 2`,
  )
  const ids = tables.map(
    ({ name }) => `select '${String(name)}' as name, max(id)::text as id from ${String(name)} where account_id = 1`,
  )
  const records = await run(ids.join(' union all '))
  return Object.fromEntries(
    records.flatMap(({ name, id }) => (typeof id === 'string' ? [[String(name).replaceAll('_', '-'), id]] : [])),
  )
}

function good(answer: ApiAnswer, path: string): ApiAnswer {
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
  return answer
}

/** @returns the id of the list with the most people */
async function fillLeads({ send, run }: Filling): Promise<number> {
  const folder = idOf((await send('POST', '/leads_lists/folders', { name: 'Iberia', color: '10B981' })).body)
  const lists: number[] = []
  for (const name of ['Birch', 'Fair 2026', 'People who asked for a call back after the spring webinar'])
    lists.push(
      idOf(
        (await send('POST', '/leads_lists', { name, ...(lists.length === 0 && { leads_list_folder_id: folder }) }))
          .body,
      ),
    )
  await send('POST', '/leads_custom_attributes', { label: 'Met at' })
  await send('POST', '/leads_custom_attributes', { label: 'Budget holder' })
  for (const person of [...BIRCH, ...ALDER]) await send('POST', '/leads', leadOf(person, lists[0] ?? 0))
  await run(
    `with added as (
       insert into leads (account_id, email, first_name, last_name, company, position, created_at)
       select 1, lower(first || '.' || last) || '@fir.example', first, last, 'Fir & Co', 'Buyer', now() - interval '3 hours' * n
       from unnest($1::text[]) with ordinality f (first, n), unnest($2::text[]) last returning id)
     insert into leads_list_members (account_id, leads_list_id, lead_id) select 1, $3, id from added`,
    [FIRST_NAMES, SURNAMES, lists[1]],
  )
  return lists[0] ?? 0
}

const leadOf = ({ first, last, position, email }: Invented, list: number) => ({
  email,
  first_name: first,
  last_name: last,
  position,
  company: email.endsWith('@birch.example') ? 'Birch Works' : 'Alder Systems',
  company_industry: 'Software Development',
  country_code: 'PT',
  notes: first === 'Jane' ? 'Met at the fair in Porto; wants to see figures first.' : null,
  custom_attributes: { met_at: 'Fair in Porto' },
  leads_list_id: list,
})

const SHEET = `email,first_name,last_name,company
kim.lee@larch.example,Kim,Lee,Larch
not an address,Nobody,Here,Larch
pat.moss@larch.example,Pat,Moss,Larch
pat.moss@larch.example,Pat,Moss,Larch
`

async function fillImports({ raw, run }: Filling): Promise<number> {
  const { body } = await raw('POST', '/leads/imports?name=larch.csv', SHEET, 'text/csv')
  const id = idOf(body)
  for (;;) {
    const [row] = await run('select status from leads_imports where account_id = 1 and id = $1', [id])
    if (row === undefined || !['uploading', 'queued', 'running'].includes(String(row['status']))) return id
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * One finished list, and one that is running without a worker, so that it stays as it is.
 * @returns the id of the first
 */
async function fillVerifications({ run, ago }: Filling): Promise<number> {
  const job = async (name: string, status: string, done: number, people: readonly Invented[]) => {
    const [row] = await run(
      `insert into bulk_jobs (account_id, name, status, total, done, credits_charged, created_at)
       values (1, $1, $2, $3, $4::integer, $4::integer * 0.5, $5) returning id`,
      [name, status, people.length, done, ago(done * MINUTE_MS)],
    )
    const outcomes = people.map(({ email, status: said = 'unknown' }, position) =>
      position < done ? JSON.stringify(outcomeOf(email, said, ago(HOUR_MS))) : null,
    )
    await run(
      `insert into bulk_rows (account_id, job_id, position, email, domain, queue, due_at, settled_at, outcome)
       select 1, $1, n - 1, email, split_part(email, '@', 2), 'none', $4, case when outcome is not null then $4::timestamptz end, outcome
       from unnest($2::text[], $3::jsonb[]) with ordinality given (email, outcome, n)`,
      [row?.['id'], people.map(({ email }) => email), outcomes, ago(HOUR_MS)],
    )
    await run(
      `update bulk_jobs set tally = (
         select coalesce(jsonb_object_agg(kind, number), '{}') from (
           select outcome ->> 'status' as kind, count(*) as number from bulk_rows where job_id = $1 and outcome is not null group by 1) kinds)
       where id = $1`,
      [row?.['id']],
    )
    return Number(row?.['id'])
  }
  await job('alder.csv', 'running', 1, ALDER)
  return job('fair-2026.csv', 'done', BIRCH.length, BIRCH)
}

async function fillWebhooks({ send, run, ago }: Filling): Promise<number> {
  const target = { target_url: 'https://hooks.birch.example/quarry/leads', event: 'lead.created' }
  const id = idOf((await send('POST', '/webhooks', target)).body)
  const tries = [
    { status: 'success', code: 204, problem: null, age: DAY_MS },
    { status: 'error', code: 500, problem: 'The target answered with status 500.', age: 3 * HOUR_MS },
    { status: 'error', code: null, problem: 'The target did not answer within 10 seconds.', age: HOUR_MS },
  ]
  for (const { status, code, problem, age } of tries)
    await run(
      `insert into webhook_deliveries (account_id, webhook_id, event_id, event, payload, status, attempts, due_at,
         response_status, problem, created_at, finished_at)
       values (1, $1, $2, 'lead.created', '{"event":"lead.created"}', $3, 3, $6, $4, $5, $6, $6)`,
      [id, `evt_${randomBytes(6).toString('hex')}`, status, code, problem, ago(age)],
    )
  await run('update webhooks set failing_since = $1 where account_id = 1 and id = $2', [ago(3 * HOUR_MS), id])
  return id
}

/** @returns the id of an app that a user connected */
async function fillApps({ run, ago }: Filling): Promise<string> {
  const grant = randomBytes(32)
  await run(
    `insert into oauth_objects (model, id_hash, grant_hash, account_id, user_id, client_id, scopes, daily_credits, payload, created_at, expires_at)
     select 'Grant', $1, $1, 1, min(id), 'https://notes.example/client', array['read', 'write'], 20, '{"client_name": "Notes for Sales"}', $2, $3
     from users where account_id = 1`,
    [grant, ago(3 * DAY_MS), ago(-80 * DAY_MS)],
  )
  return `app_${grant.toString('hex').slice(0, 16)}`
}

/** Colleagues, invitations, keys, and an audit log. @returns the ids of a key and of a colleague */
async function fillPeople({ send, run, ago }: Filling): Promise<{ keys: number; team: number }> {
  const keys = idOf((await send('POST', '/api-keys', { name: 'Spreadsheet' })).body)
  await send('POST', '/unsubscribes', { email: 'please.stop@fir.example' })
  for (const [email, first, role] of [
    ['ben@studio.example', 'Ben', 'admin'],
    ['olga.with-a-very-long-name@studio.example', 'Olga', 'reader'],
  ])
    await run(
      `with login as (insert into logins (email, first_name) values ($1, $2) on conflict (email) do update set email = $1 returning id)
       insert into users (account_id, first_name, email, login_id, role) select 1, $2, $1, id, $3 from login`,
      [email, first, role],
    )
  const [colleague] = await run('select max(id) as id from users where account_id = 1')
  await run(
    `insert into one_time_links (hash, kind, account_id, role, email, created_by, created_at, expires_at)
     select $1, 'invitation', 1, 'member', 'new.person@studio.example', min(id), $2, $3 from users where account_id = 1`,
    [randomBytes(32), ago(DAY_MS), ago(-6 * DAY_MS)],
  )
  const acts = [
    ['sign_in', null],
    ['key_created', 'Spreadsheet'],
    ['role_changed', 'ben@studio.example'],
    ['mailbox_connected', 'anna@studio.example'],
    ['export_started', 'Fair 2026'],
  ]
  for (const [index, [action, subject]] of acts.entries())
    await run(
      `insert into audit_events (account_id, at, user_id, actor, via, action, subject, details)
       select 1, $1, min(id), 'a user', 'session', $2, $3, $4 from users where account_id = 1`,
      [
        ago(index * 5 * HOUR_MS),
        action,
        subject,
        JSON.stringify(action === 'role_changed' ? { from: 'member', to: 'admin' } : {}),
      ],
    )
  return { keys, team: Number(colleague?.['id']) }
}

/** Three weeks of credits. */
async function fillUsage({ run, ago }: Filling): Promise<void> {
  const start = ago(20 * DAY_MS)
  await run('update accounts set created_at = $1 where id = 1', [start])
  await run(
    `insert into billing_periods (account_id, starts_on, credits_used, search_credits_used, verifications_used)
     values (1, $1, 116, 74, 12)
     on conflict (account_id, starts_on) do update set credits_used = 116, search_credits_used = 74, verifications_used = 12`,
    [start],
  )
  for (let day = 0; day < 20; day += 1)
    await run(
      `insert into charges (account_id, starts_on, fingerprint, kind, credits, settled, created_at)
       values (1, $1, $2, $3, $4, true, $5)`,
      [start, randomBytes(16), day % 3 === 0 ? 'verification' : 'search', 1 + ((day * 7) % 11), ago(day * DAY_MS)],
    )
  await run('delete from usage_days where account_id = 1')
  await run(
    `insert into usage_days (account_id, day, searches, verifications)
     select account_id, (created_at at time zone 'UTC')::date, coalesce(sum(credits) filter (where kind = 'search'), 0),
       coalesce(sum(credits) filter (where kind = 'verification'), 0)
     from charges where account_id = 1 and settled group by 1, 2`,
  )
}
