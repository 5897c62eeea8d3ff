import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { askedToStop, LEAD_COLUMNS, RECORD } from './lead-statements.ts'
import { IMPORT, PERSON_STEP } from './leads-imports-store.ts'
import type { LeadsImport } from './leads-imports-store.ts'
import { lockLists } from './leads-lists-store.ts'
import { askBesideVerdicts, besideVerdicts } from '../beside-verdicts.ts'

export interface MergedSlice {
  /** The import after the slice. */
  leadsImport: LeadsImport
  /** New leads, if a webhook listens for them; empty in a dry run. */
  created: { id: number; email: string }[]
  /** How many leads of the slice are new. */
  written: number
}

/**
 * Several workers may run: each takes an import that no other has, of the account served longest ago, the least advanced first.
 * $1: accounts in the order in which they were served.
 */
const TAKE = `select ${IMPORT}, done_line as "doneLine" from leads_imports where status in ('queued', 'running')
  order by coalesce(array_position($1::bigint[], account_id::bigint), 0), done_line, id limit 1 for update skip locked`

const SLICE = `slice as materialized (
    select * from leads_import_rows where account_id = $1 and import_id = $2 and line > $3 order by line limit $4)`

/** Rows whose address an earlier row already has: the earlier one counts. */
const REPORT_REPEATED = `with ${SLICE}, repeated as (
    select slice.line, first.line as first_line from slice cross join lateral (
      select min(f.line) as line from leads_import_rows f
      where f.account_id = $1 and f.import_id = $2 and f.email = slice.email and f.line < slice.line) first (line)
    where first.line is not null)
  insert into leads_import_errors (account_id, import_id, line, column_name, reason)
  select $1, $2, line, $5, 'The address is already in line ' || first_line % ${PERSON_STEP} || '.' from repeated`

const REPORT_OPTED_OUT = `with ${SLICE}
  insert into leads_import_errors (account_id, import_id, line, column_name, reason)
  select $1, $2, line, $5, 'The owner of this address asked that it not be processed.' from slice
  where ${askedToStop('slice.optout_digests')} on conflict do nothing`

const COLUMNS = Object.keys(LEAD_COLUMNS)
const listed = (write: (column: string) => string): string => COLUMNS.map(write).join(', ')

const ACCEPTED = `accepted as materialized (
    select * from slice where not exists (
      select from leads_import_errors e where e.account_id = $1 and e.import_id = $2 and e.line = slice.line))`

/** An empty cell leaves a value unchanged; a lead that would not change is not written. */
const CHANGE = `do update set ${listed((column) => `${column} = coalesce(excluded.${column}, leads.${column})`)},
    custom_attributes = leads.custom_attributes || excluded.custom_attributes, updated_at = $5
  where (${listed((column) => `leads.${column}`)}, leads.custom_attributes)
    is distinct from (${listed((column) => `coalesce(excluded.${column}, leads.${column})`)},
      leads.custom_attributes || excluded.custom_attributes)`

/** $5 is now; in the order of addresses, so that two large writes never deadlock. */
const write = (conflict: string) =>
  besideVerdicts(
    6,
    (verdicts) => `with ${SLICE}, ${ACCEPTED}, written as (
    insert into leads (account_id, email, ${listed(String)}, custom_attributes, verification_status, verified_at, created_at, updated_at)
    select $1, a.email, ${listed((column) => `r.${column}`)}, a.custom_attributes, v.status, v.checked_at, $5, $5
    from accepted a cross join lateral jsonb_to_record(a.fields) r ${RECORD}
    left join ${verdicts} on v.domain = substring(a.email from '@([^@]+)$') and v.value = a.email
    order by a.email
    on conflict (account_id, email) ${conflict} returning id, email, xmax = 0 as created)
  select (select count(*) from slice) as rows, (select count(*) from accepted) as accepted,
    (select max(line) from slice) as "lastLine", count(*) filter (where created) as created,
    count(*) filter (where not created) as updated,
    coalesce(json_agg(json_build_object('id', id, 'email', email)) filter (where created), '[]') as leads
  from written`,
  )
const EMAILS = `with ${SLICE} select email from slice`

const WRITE = { update: write(CHANGE), skip: write('do nothing') }

const LIST = 'select id from leads_lists where account_id = $1 and id = $5 for key share'

/** $5: the list. */
const JOIN_ALL = `with ${SLICE}, ${ACCEPTED}
  insert into leads_list_members (account_id, leads_list_id, lead_id)
  select $1, k.id, l.id from accepted a join leads l on l.account_id = $1 and l.email = a.email
  cross join (${LIST}) k order by l.id on conflict do nothing`

/** $3: new leads. */
const JOIN_NEW = `insert into leads_list_members (account_id, leads_list_id, lead_id)
  select $1, k.id, lead from unnest($3::bigint[]) lead cross join (${LIST.replace('$5', '$2')}) k order by lead`

const ADVANCE = `update leads_imports set status = 'running', done_line = $3, done = done + $4, created = created + $5,
    updated = updated + $6, unchanged = unchanged + $7, skipped = skipped + $8, failed = failed + $9
  where account_id = $1 and id = $2 returning ${IMPORT}`

const FINISH = `with gone as (delete from leads_import_rows where account_id = $1 and import_id = $2)
  update leads_imports set status = 'done', finished_at = $3 where account_id = $1 and id = $2 returning ${IMPORT}`

const HEARD = `select 1 from webhooks where account_id = $1 and event = 'lead.created' and disabled_at is null limit 1`

interface Written {
  rows: number
  accepted: number
  lastLine: number | null
  created: number
  updated: number
  leads: { id: number; email: string }[]
}

type Taken = LeadsImport & { doneLine: number }

/** Merges the rows of imports into leads, one transaction per slice: a process that dies during one leaves nothing half done. */
export const createLeadsMergeStore = (pool: Pool, isDistributed: boolean) => ({
  /** Updates the planner's statistics on how many leads there are; on its own, it would do so only within a minute. */
  learnSizes: async (): Promise<void> => {
    await pool.query('analyze leads, leads_list_members')
  },

  /**
   * Merges the next slice of an import. Accounts already `served` come after the others, in this order.
   * @param onTake called with the import, for handling a failure.
   * @returns null when there is nothing to do.
   */
  mergeSlice: (
    { size, now, served = [] }: { size: number; now: Date; served?: readonly number[] },
    onTake: (taken: LeadsImport) => void,
  ): Promise<MergedSlice | null> =>
    inTransaction(pool, async (client) => {
      const [taken] = (await client.query<Taken>(TAKE, [served])).rows
      if (taken === undefined) return null
      onTake(taken)
      const slice = [taken.accountId, taken.id, taken.doneLine, size]
      await reportUnusable(client, taken, slice)
      const written = await writeLeads(client, taken, slice, { now, isDistributed })
      if (written.rows === 0) return { leadsImport: await finish(client, taken, now), created: [], written: 0 }
      const leadsImport = await advance(client, taken, written)
      const isHeard =
        !taken.dryRun && written.created > 0 && (await client.query(HEARD, [taken.accountId])).rowCount === 1
      return { leadsImport, created: isHeard ? written.leads : [], written: written.created }
    }),
})

async function reportUnusable(client: PoolClient, { columns }: Taken, slice: unknown[]): Promise<void> {
  const emailColumn = columns.find(({ field }) => field === 'email')?.column ?? null
  await client.query(REPORT_REPEATED, [...slice, emailColumn])
  await client.query(REPORT_OPTED_OUT, [...slice, emailColumn])
}

/** A dry run writes as well, and rolls back. */
async function writeLeads(
  client: PoolClient,
  taken: Taken,
  slice: unknown[],
  { now, isDistributed }: { now: Date; isDistributed: boolean },
): Promise<Written> {
  if (taken.dryRun) await client.query('savepoint trial')
  else await lockLists(client, taken.accountId)
  const emails = { text: EMAILS, values: slice }
  const asked = { statement: WRITE[taken.onExisting], values: [...slice, now], emails }
  const [written] = (await askBesideVerdicts<Written>(client, isDistributed, asked)) as [Written]
  if (taken.dryRun) await client.query('rollback to savepoint trial')
  else if (taken.leadsListId !== null) await joinList(client, taken, slice, written)
  return written
}

/** Existing leads join a list chosen for them, unless they are to be left alone. */
async function joinList(client: PoolClient, taken: Taken, slice: unknown[], { leads }: Written): Promise<void> {
  const { accountId, leadsListId, listNamed, onExisting } = taken
  if (listNamed && onExisting === 'update') await client.query(JOIN_ALL, [...slice, leadsListId])
  else await client.query(JOIN_NEW, [accountId, leadsListId, leads.map(({ id }) => id)])
}

async function advance(
  client: PoolClient,
  { accountId, id, onExisting }: Taken,
  written: Written,
): Promise<LeadsImport> {
  const { rows: count, accepted, lastLine, created, updated } = written
  const left = accepted - created - updated
  const [unchanged, skipped] = onExisting === 'update' ? [left, 0] : [0, left]
  const counts = [count, created, updated, unchanged, skipped, count - accepted]
  const { rows } = await client.query<LeadsImport>(ADVANCE, [accountId, id, lastLine, ...counts])
  return rows[0] as LeadsImport
}

async function finish(client: PoolClient, { accountId, id }: Taken, now: Date): Promise<LeadsImport> {
  const { rows } = await client.query<LeadsImport>(FINISH, [accountId, id, now])
  return rows[0] as LeadsImport
}
