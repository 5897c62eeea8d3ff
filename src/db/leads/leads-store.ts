import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { CREATE, EXIST, FIND, REMOVE, REPLACE_LISTS, SCHEDULED_OF_LEAD, UPDATE, UPSERT } from './lead-statements.ts'
import type { LeadColumn } from './lead-statements.ts'
import { makeNamed } from './leads-lists-store.ts'
import { askBesideVerdicts } from '../beside-verdicts.ts'
import type { Beside } from '../beside.ts'
import { errorCode } from '../../lib/text/error-code.ts'

/** A lead as stored; times as `YYYY-MM-DD HH:MM:SS UTC`. */
export interface LeadRow extends Record<Exclude<LeadColumn, 'confidence_score'>, string | null> {
  id: number
  email: string
  confidence_score: number | null
  sync_status: 'pending' | 'success' | 'error' | null
  sending_status: string | null
  last_activity_at: string | null
  last_contacted_at: string | null
  verification_status: string | null
  verified_at: string | null
  created_at: string
  updated_at: string
  custom_attributes: Record<string, string>
  /** If it is in several, the one it joined last. */
  leads_list: { id: number; name: string; leads_count: number } | null
}

export interface FoundLead {
  lead: LeadRow
  listIds: number[]
  /** Slugs of all custom attributes of the account. */
  slugs: string[]
}

/** What to write; only the keys that were sent. */
export interface LeadChanges {
  values: Partial<Record<LeadColumn, string | number | null>>
  attributes: { set: Record<string, string>; clear: readonly string[] }
  /** Undefined leaves memberships unchanged; a name means the newest list with that name, created if absent. */
  lists?: { ids: readonly number[] } | { name: string }
}

export interface AddressedLead extends LeadChanges {
  address: { full: string; domain: string }
  /** Keyed hashes under which its owner may have opted out. */
  optoutDigests: readonly Buffer[]
}

/** Why nothing was saved. */
export type LeadRefusal = { refused: 'opted_out' | 'taken' | 'absent' } | { refused: 'unknown_lists'; ids: number[] }

export interface SavedLead extends FoundLead {
  created: boolean
  /** Whether a webhook listens for new leads. */
  heard: boolean
}

interface Outcome extends Partial<SavedLead> {
  optedOut: boolean
  unknown: number[] | null
}

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

/** Single leads. Pages are read by `lead-pages-store`. */
export const createLeadsStore = (pool: Pool, isDistributed: boolean) => ({
  find: async (accountId: number, id: number): Promise<FoundLead | null> => findLead(pool, accountId, id),

  /** The lead with an address, and the list it shows. */
  exist: async (accountId: number, email: string): Promise<ExistingLead | null> => {
    const query = { name: 'lead-exist', text: EXIST, values: [accountId, email] }
    return (await pool.query<ExistingLead>(query)).rows[0] ?? null
  },

  /** Creates a lead; without lists, it is added to the account's newest one. */
  create: (accountId: number, wanted: AddressedLead, now: Date): Promise<SavedLead | LeadRefusal> =>
    settled(wanted, () =>
      wanted.lists !== undefined && 'name' in wanted.lists
        ? undoingRefused(pool, (client) =>
            saveWith(client, { statement: CREATE, isDistributed, accountId, now }, wanted),
          )
        : save(pool, { statement: CREATE, isDistributed, accountId, now }, wanted),
    ),

  /** Creates a lead, or changes the one with this address. */
  upsert: (accountId: number, wanted: AddressedLead, now: Date): Promise<SavedLead | LeadRefusal> =>
    settled(wanted, () =>
      wanted.lists === undefined
        ? save(pool, { statement: UPSERT, isDistributed, accountId, now }, wanted)
        : undoingRefused(pool, (client) =>
            saveWith(client, { statement: UPSERT, isDistributed, accountId, now }, wanted),
          ),
    ),

  /** Changes a lead, including its address if that was sent. */
  update: (
    accountId: number,
    id: number,
    wanted: LeadChanges & Partial<AddressedLead>,
    now: Date,
  ): Promise<SavedLead | LeadRefusal> =>
    settled(wanted, () =>
      wanted.lists === undefined
        ? save(pool, { statement: UPDATE, isDistributed, accountId, id, now }, wanted)
        : undoingRefused(pool, (client) =>
            saveWith(client, { statement: UPDATE, isDistributed, accountId, id, now }, wanted),
          ),
    ),

  /** Removes a lead and cancels what is scheduled for it; returns the lead as it was. */
  remove: async (accountId: number, id: number): Promise<FoundLead | null> =>
    inTransaction(pool, async (client) => (await client.query<FoundLead>(REMOVE, [accountId, id])).rows[0] ?? null),

  /** How many emails are scheduled for a lead. */
  scheduledMessages: async (accountId: number, id: number): Promise<number> =>
    (await pool.query<{ messages: number }>(SCHEDULED_OF_LEAD, [accountId, id])).rows[0]?.messages ?? 0,
})

export interface ExistingLead {
  id: number
  listId: number | null
  listName: string | null
}

const NAMES = new Map<Beside, string>([
  [CREATE, 'lead-create'],
  [UPSERT, 'lead-upsert'],
  [UPDATE, 'lead-update'],
])

type Queryable = Pick<Pool, 'query'>

/** The statement, and whom it is for; `id` if an existing lead is changed. */
interface Saving {
  statement: Beside
  isDistributed: boolean
  accountId: number
  id?: number
  now: Date
}

async function findLead(queryable: Queryable, accountId: number, id: number): Promise<FoundLead | null> {
  const { rows } = await queryable.query<FoundLead>({ name: 'lead-find', text: FIND, values: [accountId, id] })
  return rows[0] ?? null
}

/** Runs one statement; the lists of an existing lead stay unchanged. */
async function save(
  client: Pool | PoolClient,
  { statement, isDistributed, accountId, id, now }: Saving,
  wanted: LeadChanges & Partial<AddressedLead>,
): Promise<SavedLead | LeadRefusal> {
  const { address, optoutDigests = [], values, attributes, lists } = wanted
  const [saved] = await askBesideVerdicts<Outcome>(client, isDistributed, {
    name: NAMES.get(statement) ?? '',
    statement,
    values: [
      accountId,
      address?.full ?? null,
      address?.domain ?? null,
      now,
      optoutDigests,
      attributes.set,
      attributes.clear,
      values,
      lists !== undefined && 'ids' in lists ? lists.ids : null,
      ...(id === undefined ? [] : [id]),
    ],
    emails: address === undefined ? [] : [address.full],
  })
  const { lead, optedOut, unknown, ...rest } = saved as Outcome
  if (lead) return { lead, ...rest } as SavedLead
  if (optedOut) return { refused: 'opted_out' }
  if (unknown !== null) return { refused: 'unknown_lists', ids: unknown }
  return { refused: id === undefined ? 'taken' : 'absent' }
}

/** Saves a lead with lists: a named one is looked up or created, and those of an existing lead are replaced. */
async function saveWith(
  client: PoolClient,
  saving: Saving,
  { lists, ...wanted }: LeadChanges & Partial<AddressedLead>,
): Promise<SavedLead | LeadRefusal> {
  const { accountId, now } = saving
  const ids =
    lists !== undefined && 'name' in lists
      ? [(await makeNamed(client, accountId, lists.name, now)).list.id]
      : (lists?.ids ?? [])
  const saved = await save(client, saving, { ...wanted, lists: { ids } })
  if ('refused' in saved || saved.created) return saved
  for (const statement of REPLACE_LISTS) await client.query(statement, [accountId, saved.lead.id, ids])
  return { ...saved, ...(await findLead(client, accountId, saved.lead.id)) }
}

/** Handles what only the database can detect: another lead has the address, or a list was deleted meanwhile. */
async function settled(
  { lists }: LeadChanges,
  work: () => Promise<SavedLead | LeadRefusal>,
): Promise<SavedLead | LeadRefusal> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (code === UNIQUE_VIOLATION) return { refused: 'taken' }
    if (code === FOREIGN_KEY_VIOLATION && lists !== undefined && 'ids' in lists)
      return { refused: 'unknown_lists', ids: [...lists.ids] }
    throw error
  }
}

/** Carries a refusal out of a transaction, which is then rolled back. */
class Refusal extends Error {
  readonly refusal: LeadRefusal
  constructor(refusal: LeadRefusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

async function undoingRefused(
  pool: Pool,
  work: (client: PoolClient) => Promise<SavedLead | LeadRefusal>,
): Promise<SavedLead | LeadRefusal> {
  try {
    return await inTransaction(pool, async (client) => {
      const saved = await work(client)
      if ('refused' in saved) throw new Refusal(saved)
      return saved
    })
  } catch (error) {
    if (error instanceof Refusal) return error.refusal
    throw error
  }
}
