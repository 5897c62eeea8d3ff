import type { PoolClient } from 'pg'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'

/** A person who has left, according to the latest statement on each, with their addresses. */
export interface Leaver {
  addresses: readonly string[]
  /** `YYYY-MM-DD` */
  leftOn: string
  evidence: readonly { uri: string; seen_on: string; says: string }[]
}

/** An address whose state is to be judged again. */
export interface MarkedAddress {
  domain: string
  value: string
}

/**
 * $1: leavers. An address without a state waits to be judged; if the process dies before that, it stays marked. Over several
 * nodes, the domains are repeated so that only their shards are queried.
 */
const leave = (
  near: string,
): string => `update addresses a set left_on = l.left_on, left_evidence = l.evidence, affiliation = null
  from jsonb_to_recordset($1) as l (domain text, value text, left_on date, evidence jsonb)
  where a.domain = l.domain and a.value = l.value${near}
    and (a.left_on is distinct from l.left_on or a.left_evidence is distinct from l.evidence or a.affiliation is null)
  returning a.domain, a.value`
const LEAVE = { one: leave(''), nodes: leave(' and a.domain = any($2::text[])') }

const stay = (near: string): string => `update addresses a set left_on = null, left_evidence = null, affiliation = null
  from unnest($1::text[], $2::text[]) as s (domain, value)
  where a.domain = s.domain and a.value = s.value${near} and (a.left_on is not null or a.affiliation is null)
  returning a.domain, a.value`
const STAY = { one: stay(''), nodes: stay(' and a.domain = any($1::text[])') }

/**
 * Marks the addresses of those who have left, and removes the mark from a site's other addresses.
 * @returns those whose state is now different
 */
export async function markLeavers(
  client: PoolClient,
  isDistributed: boolean,
  { addresses, leavers }: { addresses: readonly string[]; leavers: readonly Leaver[] },
): Promise<MarkedAddress[]> {
  const at = isDistributed ? 'nodes' : 'one'
  const left = leavers.flatMap(({ addresses: own, leftOn: left_on, evidence }) =>
    own.map((value) => ({ domain: domainOfAddress(value), value, left_on, evidence })),
  )
  const gone = new Set(left.map(({ value }) => value))
  const here = addresses.filter((value) => !gone.has(value))
  const domainsLeft = isDistributed ? [[...gone].map(domainOfAddress)] : []
  const mark = async (text: string, values: unknown[]) => (await client.query<MarkedAddress>(text, values)).rows
  return [
    ...(gone.size === 0 ? [] : await mark(LEAVE[at], [JSON.stringify(left), ...domainsLeft])),
    ...(here.length === 0 ? [] : await mark(STAY[at], [here.map(domainOfAddress), here])),
  ]
}
