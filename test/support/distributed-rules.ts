import type { Pool } from 'pg'
import { PARTED, WHOLE_EVERYWHERE } from '../../src/db/distributed-tables.ts'
import { equalTerms, isTiedTo, sameClass } from './plan-conditions.ts'
import { assignmentsIn } from './set-clauses.ts'
import { touchedBy } from './touched-tables.ts'

/**
 * Rules for statements on tables that a multi-node database shards by domain, so that they can be written once and also
 * work there. What PostgreSQL parses shows which tables a statement touches, even those that its plan leaves out; the plan
 * shows how it joins them.
 */

/** Tables sharded by domain. */
export const DISTRIBUTED: readonly string[] = Object.keys(PARTED)
/** Tables that may be joined with either kind. */
const EVERYWHERE: ReadonlySet<string> = new Set(WHOLE_EVERYWHERE)

export type DistributedRule = RuleOfReads | RuleOfLocks | RuleOfChanges
type RuleOfLocks = 'skips what is locked' | 'locks several domains'
type RuleOfChanges = 'changed without domain' | 'changes the domain' | 'sets what each node computes' | 'merges'
type RuleOfReads = 'joined without domain' | 'beside local tables'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'CTE Name'?: string
  'Subplan Name'?: string
  Alias?: string
  Operation?: string
  'Parent Relationship'?: string
  Plans?: Plan[]
  [condition: string]: unknown
}

const MENTIONS = new RegExp(String.raw`\b(?:${DISTRIBUTED.join('|')})\b`, 'i')

const isDistributed = (name: string): boolean => DISTRIBUTED.includes(name)

/**
 * Returns the rules that a statement breaks.
 * @throws PostgreSQL's error for a statement that it does not understand
 */
export async function brokenRules(pool: Pool, text: string): Promise<DistributedRule[]> {
  if (!MENTIONS.test(text)) return []
  const { tables, parsed } = await touchedBy(pool, text)
  if (!tables.some(isDistributed)) return []
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  )
  const nodes = (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan: plan }) => nodesOf(plan))
  const classes = equalTerms(nodes.flatMap(conditionsOf))
  const broken = new Set<DistributedRule>()
  if (tables.some((name) => !isDistributed(name) && !EVERYWHERE.has(name))) broken.add('beside local tables')
  if (/\bSKIP LOCKED\b/.test(parsed)) broken.add('skips what is locked')
  if (/\bMERGE INTO\b/.test(parsed)) broken.add('merges')
  for (const { table, column, value, isConflict } of assignmentsIn(parsed).filter((one) => isDistributed(one.table))) {
    if (column === PARTED[table as keyof typeof PARTED]) broken.add('changes the domain')
    if (await isComputed(pool, value, isConflict)) broken.add('sets what each node computes')
  }
  const locked = nodes.filter((node) => node['Node Type'] === 'LockRows').flatMap(nodesOf)
  if (locked.some((node) => isDistributed(node['Relation Name'] ?? '') && !isOfOneDomain(node)))
    broken.add('locks several domains')
  for (const node of nodes) {
    const { Operation: operation = '', 'Relation Name': table = '' } = node
    const isChanged = /Update|Delete|Merge/.test(operation) && isDistributed(table)
    if (
      isChanged &&
      !nodesOf(node)
        .flatMap(conditionsOf)
        .some((one) => keysOf(node).some((key) => isTiedTo(one, key)))
    )
      broken.add('changed without domain')
    if (joinsWithoutDomain(node, nodes, classes)) broken.add('joined without domain')
  }
  return [...broken]
}

/**
 * Whether a value that is set would differ from node to node: a volatile function, and in the update after a conflict also a
 * stable one such as `now()`.
 */
async function isComputed(pool: Pool, value: string, isConflict: boolean): Promise<boolean> {
  if (isConflict && /\bCURRENT_(?:DATE|TIME)|\bLOCALTIME/.test(value)) return true
  const names = Array.from(value.matchAll(/\b(\w+)\(/g), ([, name = '']) => name)
  const text = 'select 1 from pg_proc where proname = any ($1) group by proname having bool_and(provolatile = any ($2))'
  return (await pool.query(text, [names, isConflict ? ['v', 's'] : ['v']])).rowCount !== 0
}

/** Whether a step reads the rows of a single domain. */
const isOfOneDomain = (node: Plan): boolean =>
  nodesOf(node)
    .flatMap(conditionsOf)
    .some((one) => !one.includes(' = ANY ') && keysOf(node).some((key) => isTiedTo(one, key)))

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const CONDITIONS = ['Hash Cond', 'Merge Cond', 'Join Filter', 'Index Cond', 'Recheck Cond', 'Filter']

const conditionsOf = (node: Plan): string[] =>
  CONDITIONS.flatMap((name) => (typeof node[name] === 'string' ? [node[name]] : []))

/** The columns that say which shard a row of this step is in: of a table its key, of a query with a
 * name any that is called like one. */
function keysOf({ Alias: alias, 'Relation Name': table }: Plan): string[] {
  const columns = table === undefined ? [...new Set(Object.values(PARTED))] : [PARTED[table as keyof typeof PARTED]]
  return columns.map((column) => `${alias ?? table ?? ''}.${column}`)
}

/** Steps of a join or a dependent query that read shards, but are not all tied to the same domain. */
function joinsWithoutDomain(node: Plan, all: readonly Plan[], classes: ReadonlyMap<string, string>): boolean {
  const isJoin = /Join|Nested Loop/.test(node['Node Type'])
  const sides = (node.Plans ?? []).filter(({ 'Parent Relationship': parent }) => parent !== 'InitPlan')
  if (!isJoin && !sides.some(({ 'Parent Relationship': parent }) => parent === 'SubPlan')) return false
  const own = readsShards(node, all) ? [[node]] : []
  const read = [...own, ...sides.map((side) => readersIn(side, all))]
  if (read.filter((side) => side.length > 0).length < 2) return false
  const [first, ...others] = read.flat().map(keysOf)
  return others.some((keys) => !keys.some((key) => first?.some((one) => sameClass(classes, one, key)) === true))
}

/** The uppermost steps that read shards, where their rows have names. */
const readersIn = (node: Plan, all: readonly Plan[]): Plan[] =>
  readsShards(node, all) ? [node] : (node.Plans ?? []).flatMap((one) => readersIn(one, all))

/** Whether this step reads a distributed table, or is a query with a name that does. */
function readsShards(node: Plan, all: readonly Plan[]): boolean {
  const { 'Node Type': type, 'CTE Name': name, 'Relation Name': table } = node
  if (type === 'ModifyTable') return false
  if (type !== 'Subquery Scan' && name === undefined) return table !== undefined && isDistributed(table)
  const within = name === undefined ? [node] : all.filter((one) => one['Subplan Name'] === `CTE ${name}`)
  return within.flatMap(nodesOf).some((one) => isDistributed(one['Relation Name'] ?? ''))
}
