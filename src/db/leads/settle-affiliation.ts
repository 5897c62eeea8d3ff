import type { Pool } from 'pg'
import { leadConditions, statesOf } from './lead-conditions.ts'
import type { LeadFilter } from './lead-conditions.ts'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'

const AT_ONCE = 10_000

/** Compares domains and addresses separately, so that each shard is asked only for what it stores. */
const OF_STATES = `select value from addresses
  where domain = any($1::text[]) and value = any($2::text[]) and affiliation = any($3::text[])`

/** Those that the index has in one of these states. */
async function inStates(pool: Pool, emails: readonly string[], states: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < emails.length; at += AT_ONCE) {
    const some = emails.slice(at, at + AT_ONCE)
    const query = {
      name: 'addresses-of-states',
      text: OF_STATES,
      values: [[...new Set(some.map(domainOfAddress))], some, states],
    }
    found.push(...(await pool.query<{ value: string }>(query)).rows.map(({ value }) => value))
  }
  return found
}

/**
 * Over several nodes, leads cannot be joined with the index: a filter by affiliation becomes one by the matching addresses,
 * among leads that match the rest. If all tables are in one database, the filter stays unchanged.
 */
export async function settleAffiliation(
  { pool, isDistributed }: { pool: Pool; isDistributed: boolean },
  accountId: number,
  filter: LeadFilter,
): Promise<LeadFilter> {
  const { affiliation: wanted, ...rest } = filter
  if (!isDistributed || wanted === undefined) return filter
  const { isOneOf, states } = statesOf(wanted)
  const { text, values } = leadConditions(accountId, rest)
  const leads = `select distinct l.email from leads l where ${text}`
  const { rows } = await pool.query<{ email: string }>(leads, values)
  const emails = rows.map(({ email }) => email)
  return { ...rest, emails: { isOneOf, values: await inStates(pool, emails, states) } }
}

/** Minimum number of leads looked up together. */
const LOOKED_AT = 1_000

/**
 * The ids of the next leads below an id, newest first. Over several nodes, only leads passed on the way are looked up in the
 * index, so that a walk through all of them looks up each only once.
 */
export async function nextLeads(
  { pool, isDistributed }: { pool: Pool; isDistributed: boolean },
  { accountId, filter }: { accountId: number; filter: LeadFilter },
  belowId: number,
  limit: number,
): Promise<number[]> {
  const { affiliation: wanted, ...rest } = filter
  const isApart = isDistributed && wanted !== undefined
  const { text, values } = leadConditions(accountId, isApart ? rest : filter)
  const next = `select l.id, l.email from leads l where ${text} and l.id < $${values.length + 1}
    order by l.id desc limit $${values.length + 2}`
  const after = async (below: number, most: number) =>
    (await pool.query<{ id: number; email: string }>(next, [...values, below, most])).rows
  if (!isApart) return (await after(belowId, limit)).map(({ id }) => id)
  const { isOneOf, states } = statesOf(wanted)
  const most = Math.max(limit, LOOKED_AT)
  const found: number[] = []
  for (let below = belowId; ;) {
    const rows = await after(below, most)
    const emails = rows.map(({ email }) => email)
    const known = new Set(await inStates(pool, emails, states))
    found.push(...rows.filter(({ email }) => known.has(email) === isOneOf).map(({ id }) => id))
    if (found.length >= limit || rows.length < most) return found.slice(0, limit)
    below = rows.at(-1)?.id ?? 0
  }
}
