import type { Pool } from 'pg'
import { PARTED, WHOLE_EVERYWHERE } from '../../src/db/distributed-tables.ts'

/**
 * Rules for statements on tables that a multi-node database shards by domain, so that they can be written once and also
 * work there. PostgreSQL's plans show which tables a statement touches and how it joins them.
 */

/** Tables sharded by domain. */
export const DISTRIBUTED: readonly string[] = Object.keys(PARTED)
/** Tables that may be joined with either kind. */
const EVERYWHERE: ReadonlySet<string> = new Set(WHOLE_EVERYWHERE)

export type DistributedRule = RuleOfReads | 'changed without domain' | 'skips what is locked'
type RuleOfReads = 'joined without domain' | 'beside local tables'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Operation?: string
  'Parent Relationship'?: string
  Plans?: Plan[]
  [condition: string]: unknown
}

const isDistributed = (name: string): boolean => DISTRIBUTED.includes(name)

/**
 * Returns the rules that a statement breaks.
 * @throws PostgreSQL's error for a statement that it does not understand
 */
export async function brokenRules(pool: Pool, text: string): Promise<DistributedRule[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  )
  const plans = rows[0]?.['QUERY PLAN'].map(({ Plan: plan }) => plan) ?? []
  const nodes = plans.flatMap(nodesOf)
  const tables = new Set(nodes.flatMap((node) => node['Relation Name'] ?? []))
  if (![...tables].some(isDistributed)) return []
  const broken = new Set<DistributedRule>()
  if ([...tables].some((name) => !isDistributed(name) && !EVERYWHERE.has(name))) broken.add('beside local tables')
  if (nodes.some((node) => node['Node Type'].includes('LockRows')) && /skip locked/i.test(text))
    broken.add('skips what is locked')
  for (const node of nodes) {
    const { Operation: operation = '', 'Relation Name': table = '' } = node
    if (/Update|Delete/.test(operation) && isDistributed(table) && !isByDomain(node, node))
      broken.add('changed without domain')
    if (/Join|Nested Loop/.test(node['Node Type']) && joinsWithoutDomain(node)) broken.add('joined without domain')
  }
  return [...broken]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const CONDITIONS = ['Hash Cond', 'Merge Cond', 'Join Filter', 'Index Cond', 'Recheck Cond', 'Filter']

const aliasOf = (node: Plan): string => node.Alias ?? node['Relation Name'] ?? ''

/** Whether a condition of this step, or of one below it, contains the domain of that table. */
function isByDomain(node: Plan, table: Plan): boolean {
  const column = PARTED[(table['Relation Name'] ?? '') as keyof typeof PARTED]
  const named = new RegExp(String.raw`(?<![\w.])${aliasOf(table)}\.${column}\b`)
  return nodesOf(node).some((one) =>
    CONDITIONS.some((name) => {
      const condition = one[name]
      return typeof condition === 'string' && named.test(condition)
    }),
  )
}

/** Whether there are distributed tables on both sides, and neither the join nor its look-ups give the domain of one of them. */
function joinsWithoutDomain(node: Plan): boolean {
  const sides = (node.Plans ?? []).map(nodesOf)
  const touched = sides.map((side) => side.filter((one) => isDistributed(one['Relation Name'] ?? '')))
  if (touched.filter((side) => side.length > 0).length < 2) return false
  return touched.flat().some((one) => !isByDomain(node, one))
}
