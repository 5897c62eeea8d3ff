import { FACT_COLUMNS, FACT_TYPES } from './company-columns.ts'
import type { FactColumn } from './company-columns.ts'
import { decided, differing, listed, PROVENANCE, taken } from './company-decision.ts'

/** The statements of a merge, in one database and over several nodes; `company-decision.ts` says what they decide. */

/** Every statement gets the same values; even unused ones need a type. `statement` follows `with`. */
export const typed = (statement: string, ...more: string[]): string =>
  `with given as (select ${[...TYPES, ...more].map((type, at) => `$${at + 1}::${type}`).join(', ')}), ${statement}`
const TYPES = ['text', 'bigint', 'date', 'timestamptz', 'smallint', 'bigint']

/** The JSON of a parameter as rows: domain, facts, and more. */
const recordsOf = (parameter: string, columns: readonly FactColumn[], more = ''): string =>
  `jsonb_to_recordset(${parameter}::jsonb) as staged (domain text${columns.map((column) => `, ${column} ${FACT_TYPES[column]}`).join('')}${more})`

/** $1: rows as JSON. */
export const rowsWith = (columns: readonly FactColumn[]): string => `(select * from ${recordsOf('$1', columns)})`

/** Companies from one source. */
export interface Staged {
  /** A table, or a query in parentheses; an insert needs only its `columns`. */
  from: string
  /** Those in which the source says anything. */
  columns: readonly FactColumn[]
}

const FACTS_OF_N = listed((column) => `${column} = n.${column}`)

/**
 * Follows `with`; parameters as in `decided`. Locks the companies in the order of their domains, decides field by field, and writes.
 * Each is looked up individually, because a slice is small compared with what is stored.
 */
export const updateKnown = ({ from: staged, columns }: Staged): string => `differing as materialized (
    select s as said, c as stored from (select * from ${staged} rows order by domain) s
    cross join lateral (select * from companies c where ${differing(columns)} for update) c),
  ${decided()}
  update companies c set ${FACTS_OF_N},
    provenance = ${PROVENANCE}, indexed_on = greatest(c.indexed_on, $3::date), updated_at = $4
  from decided n where c.domain = n.domain and n.names <> '{}'`

/**
 * $1: domains. Nodes do not have the sources, and can lock many rows only by changing them: the version shows later whether a
 * row has changed.
 */
export const STORED = `select domain, ${FACT_COLUMNS.join(', ')}, provenance, xmin::text as version from companies
  where domain = any($1::text[])`
const STORED_TYPES = ', provenance jsonb, version text'

/** Follows `with`; parameters as in `decided`, $7 is what is stored: the coordinator decides. */
export const decideKnown = (columns: readonly FactColumn[]): string => `differing as materialized (
    select s as said, c as stored from ${rowsWith(FACT_COLUMNS)} s
    join (select * from ${recordsOf('$7', FACT_COLUMNS, STORED_TYPES)}) c on ${differing(columns)}),
  ${decided(', c.provenance as was, c.version')}
  select n.domain, ${listed((column) => `n.${column}`)}, ${PROVENANCE} as provenance, n.version
  from decided n cross join lateral (select n.was as provenance) c where n.names <> '{}'`

/** Writes rows that have not changed since they were read: $1 the decisions, $2 their domains, $3 date of the source, $4 now. */
export const WRITE_KNOWN = `update companies c set ${FACTS_OF_N},
    provenance = n.provenance, indexed_on = greatest(c.indexed_on, $3::date), updated_at = $4
  from (select * from ${recordsOf('$1', FACT_COLUMNS, STORED_TYPES)}) n
  where c.domain = n.domain and c.domain = any($2::text[]) and c.xmin::text = n.version returning c.domain`

/** The beginning of an insert; parameters as in `decided`. */
const inserted = (columns: readonly FactColumn[]): string => `
    insert into companies (${['domain', ...columns].join(', ')}, provenance, personal_count, generic_count, indexed_on, updated_at)
    select ${['s.domain', ...columns.map(taken)].join(', ')}, jsonb_build_object('*', $2::bigint),
      coalesce(counted.personal_count, 0), coalesce(counted.generic_count, 0), $3::date, $4`

/**
 * Follows `with`; parameters as in `decided`. The counters are read under a lock that an ingest has to wait for: what it counts
 * afterwards, it also counts in companies, because it sees them by then.
 */
export const insertUnknown = ({ from: staged, columns }: Staged): string => `written as (${inserted(columns)}
    from (select * from ${staged} s where not exists (select from companies c where c.domain = s.domain) order by s.domain) s
      left join lateral (select d.personal_count, d.generic_count from domains d where d.domain = s.domain for share) counted on true
    on conflict (domain) do nothing returning 1)
  select (select count(*) from ${staged} s) as total, (select count(*) from written) as created`

export const KNOWN = 'select domain from companies where domain = any($1::text[])'

/** Over several nodes, counters are locked by changing them. */
export const HOLD_COUNTERS = `update domains set updated_at = updated_at where domain = any($1::text[])
  returning domain, personal_count, generic_count`

/** $1 to $4 as in `decided`, $5 the counters. */
export const insertAtNodes = (columns: readonly FactColumn[]): string => `${inserted(columns)}
    from ${rowsWith(columns)} s left join jsonb_to_recordset($5::jsonb)
      counted (domain text, personal_count integer, generic_count integer) using (domain)
    order by s.domain on conflict (domain) do nothing returning domain`
