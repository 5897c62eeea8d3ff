import type { Pool, PoolClient } from 'pg'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'
import { inTransaction } from '../database.ts'
import { COMPANIES_OF_INDEX, ENRICH, ENRICH_MANY, JOIN_LISTS, PEOPLE_OF_INDEX, SAVE_PEOPLE } from './lead-facts.ts'
import type { AddressedLead, LeadRefusal, LeadChanges } from './leads-store.ts'
import { makeNamed } from './leads-lists-store.ts'
import { askBesideVerdicts } from '../beside-verdicts.ts'
import { errorCode } from '../../lib/text/error-code.ts'

export type LeadPerson = Pick<AddressedLead, 'address' | 'optoutDigests' | 'values'>

export interface SavedPeople {
  saved: { id: number; email: string; created: boolean }[]
  /** The lists that all of them are now in. */
  listIds: number[]
  /** Whether a webhook listens for new leads. */
  heard: boolean
}

/** In the order of ids, like all code that locks several leads. */
const TAG = `with held as (select id from leads where account_id = $1 and id = any($2::bigint[]) order by id for update)
  update leads l set custom_attributes = (l.custom_attributes || $3::jsonb) - $4::text[], updated_at = $5
  from held where l.account_id = $1 and l.id = held.id returning l.id`

const FOREIGN_KEY_VIOLATION = '23503'

/** Leads with what the index knows: filled in, or saved many at once. */
export const createLeadPeopleStore = (pool: Pool, isDistributed: boolean) => ({
  /** Fills empty columns from the index; does nothing if the index knows nothing. */
  enrich: async (accountId: number, id: number, domain: string, now: Date): Promise<void> => {
    const known = await knownOf(pool, await emailsOf(pool, accountId, [id]))
    await pool.query(ENRICH, [accountId, id, domain, now, ...known])
  },

  /** The same for many. @returns those in which a gap was filled. */
  enrichMany: async (accountId: number, ids: readonly number[], now: Date): Promise<number[]> => {
    const known = await knownOf(pool, await emailsOf(pool, accountId, ids))
    return (await pool.query<{ id: number }>(ENRICH_MANY, [accountId, ids, now, ...known])).rows.map(({ id }) => id)
  },

  /** Sets attributes of many leads, and clears others. @returns those that exist. */
  tag: async (accountId: number, ids: readonly number[], { set, clear }: LeadChanges['attributes'], now: Date) => {
    const { rows } = await pool.query<{ id: number }>(TAG, [accountId, ids, set, clear, now])
    return rows.map(({ id }) => id)
  },

  /**
   * Saves people, each address once; those whose owner has opted out are left out of the result. Without lists, new leads are
   * added to the newest one.
   */
  save: async (
    accountId: number,
    people: readonly LeadPerson[],
    lists: LeadChanges['lists'],
    now: Date,
  ): Promise<SavedPeople | LeadRefusal> => {
    try {
      return await inTransaction(pool, (client) => savePeople(client, isDistributed, { accountId, people, lists, now }))
    } catch (error) {
      if (errorCode(error) === FOREIGN_KEY_VIOLATION && lists !== undefined && 'ids' in lists)
        return { refused: 'unknown_lists', ids: [...lists.ids] }
      throw error
    }
  },
})

async function emailsOf(pool: Pool, accountId: number, ids: readonly number[]): Promise<string[]> {
  const text = 'select email from leads where account_id = $1 and id = any($2::bigint[])'
  return (await pool.query<{ email: string }>(text, [accountId, ids])).rows.map(({ email }) => email)
}

/** @returns people and companies, as JSON for the statements. */
async function knownOf(client: Pool | PoolClient, emails: readonly string[]): Promise<[string, string]> {
  const domains = emails.map(domainOfAddress)
  const { rows: people } = await client.query<{ people: string }>(PEOPLE_OF_INDEX, [domains, emails])
  const { rows: companies } = await client.query<{ companies: string }>(COMPANIES_OF_INDEX, [domains])
  return [people[0]?.people ?? '[]', companies[0]?.companies ?? '[]']
}

interface SavingPeople {
  accountId: number
  people: readonly LeadPerson[]
  lists: LeadChanges['lists']
  now: Date
}

async function savePeople(
  client: PoolClient,
  isDistributed: boolean,
  { accountId, people, lists, now }: SavingPeople,
): Promise<SavedPeople | LeadRefusal> {
  if (lists !== undefined && 'ids' in lists) {
    const known = 'select id from leads_lists where account_id = $1 and id = any($2::bigint[]) for key share'
    const { rows } = await client.query<{ id: number }>(known, [accountId, lists.ids])
    const unknown = lists.ids.filter((id) => !rows.some((row) => row.id === id))
    if (unknown.length > 0) return { refused: 'unknown_lists', ids: unknown }
  }
  const rows = people.map(({ address, optoutDigests, values }) => ({
    email: address.full,
    domain: address.domain,
    digests: optoutDigests.map((digest) => digest.toString('hex')),
    values,
  }))
  const emails = rows.map(({ email }) => email)
  const values = [accountId, JSON.stringify(rows), now, ...(await knownOf(client, emails))]
  const asked = { statement: SAVE_PEOPLE, values, emails }
  const saved = await askBesideVerdicts<SavedPeople['saved'][number]>(client, isDistributed, asked)
  const listIds = await listsFor(client, accountId, lists, now)
  const joining = lists === undefined ? saved.filter(({ created }) => created) : saved
  await client.query(JOIN_LISTS, [accountId, joining.map(({ id }) => id), listIds])
  const heard = `select 1 from webhooks where account_id = $1 and event = 'lead.created' and disabled_at is null limit 1`
  return { saved, listIds, heard: (await client.query(heard, [accountId])).rowCount === 1 }
}

async function listsFor(
  client: PoolClient,
  accountId: number,
  lists: LeadChanges['lists'],
  now: Date,
): Promise<number[]> {
  if (lists !== undefined)
    return 'ids' in lists ? [...lists.ids] : [(await makeNamed(client, accountId, lists.name, now)).list.id]
  const newest =
    'select id from leads_lists where account_id = $1 order by created_at desc, id desc limit 1 for key share'
  return (await client.query<{ id: number }>(newest, [accountId])).rows.map(({ id }) => id)
}
