import { emptyOf, FACT_COLUMNS, FACT_TYPES, leadersOf } from './company-columns.ts'
import type { FactColumn } from './company-columns.ts'

/** The statements of a merge, generated from the list of columns. `s` is what the source says, `c` what is stored. */

const listed = (write: (column: FactColumn) => string): string => FACT_COLUMNS.map(write).join(', ')

/** Every statement gets the same values; even unused ones need a type. `statement` follows `with`. */
export const typed = (statement: string, ...more: string[]): string =>
  `with given as (select ${[...TYPES, ...more].map((type, at) => `$${at + 1}::${type}`).join(', ')}), ${statement}`
const TYPES = ['text', 'bigint', 'date', 'timestamptz', 'smallint', 'bigint']

/** The JSON of a parameter as rows: domain, facts, and more. */
const recordsOf = (parameter: string, columns: readonly FactColumn[], more = ''): string =>
  `jsonb_to_recordset(${parameter}::jsonb) as staged (domain text${columns.map((column) => `, ${column} ${FACT_TYPES[column]}`).join('')}${more})`

/** $1: rows as JSON. */
export const rowsWith = (columns: readonly FactColumn[]): string => `(select * from ${recordsOf('$1', columns)})`

const known = (row: 's' | 'c', column: FactColumn): string => {
  const empty = emptyOf(column)
  return empty === null ? `${row}.${column} is not null` : `${row}.${column} <> ${empty}`
}

const differs = (column: FactColumn): string => `(${known('s', column)} and s.${column} is distinct from c.${column})`

/** Whether the source's value, if it has one, is taken: it fills a gap, or replaces the value of a weaker source. */
const wins = (column: FactColumn): string =>
  `(${known('s', column)} and (not (${known('c', column)}) or coalesce(c.provenance ->> '${column}', c.provenance ->> '*', '') = any (weaker.ids)))`

/** If the two disagree on a leading column, whichever wins that one also decides this column, known or not. */
function takes(column: FactColumn): string {
  const disputes = leadersOf(column).map(
    (leader) =>
      `when ${known('s', leader)} and ${known('c', leader)} and s.${leader} <> c.${leader} then ${wins(leader)}`,
  )
  return disputes.length === 0 ? wins(column) : `case ${disputes.join(' ')} else ${wins(column)} end`
}

const taken = (column: FactColumn): string => {
  const empty = emptyOf(column)
  return empty === null ? `s.${column}` : `coalesce(s.${column}, ${empty})`
}

const changes = (column: FactColumn): string => `t_${column} and ${taken(column)} is distinct from c.${column}`

const namesWhere = (test: (column: FactColumn) => string): string =>
  `array_remove(array[${listed((column) => `case when ${test(column)} then '${column}' end`)}], null)`

/** A row entirely from one source has a single entry, `*`; the source in `*` is not named again for single fields. */
const PROVENANCE = `case when n.others = '{}' then jsonb_build_object('*', $2::bigint)
  when c.provenance ->> '*' = $2::text then c.provenance - n.names
  else c.provenance || (select jsonb_object_agg(name, $2::bigint) from unnest(n.names) as name) end`

/** Companies from one source. */
export interface Staged {
  /** A table, or a query in parentheses; an insert needs only its `columns`. */
  from: string
  /** Those in which the source says anything. */
  columns: readonly FactColumn[]
}

/** Known companies about which the source says something else. */
const differing = (columns: readonly FactColumn[]): string =>
  `c.domain = s.domain and (${columns.map(differs).join(' or ') || 'false'})`

/**
 * The result for those in `differing`, field by field, together with the columns `more`. Parameters: $2 id and $3 date of the
 * source, $4 now, $5 rank of the source; of sources with that rank and date, those with an id below $6 are weaker.
 */
const decided = (more = ''): string => `decided as materialized (
    select c.domain, ${listed((column) => `case when t_${column} then ${taken(column)} else c.${column} end as ${column}`)}${more},
      ${namesWhere(changes)} as names,
      ${namesWhere((column) => `(${changes(column)}) is not true and ${known('c', column)}`)} as others
    from differing cross join lateral (select (said).*) s cross join lateral (select (stored).*) c
    cross join lateral (select array_append(array_agg(cs.id::text), '') as ids from company_sources cs
      where cs.id in (select value::bigint from jsonb_each_text(c.provenance))
        and (cs.rank, cs.seen_on, cs.id) < ($5::smallint, $3::date, $6::bigint)) weaker
    cross join lateral (select ${listed((column) => `(${takes(column)}) as t_${column}`)}) decision)`

const FACTS_OF_N = listed((column) => `${column} = n.${column}`)

/**
 * Follows `with`; parameters as above. Locks the companies in the order of their domains, decides field by field, and writes.
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

/** Follows `with`; parameters as above, $7 is what is stored: the coordinator decides. */
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

/** The beginning of an insert; parameters as above. */
const inserted = (columns: readonly FactColumn[]): string => `
    insert into companies (${['domain', ...columns].join(', ')}, provenance, personal_count, generic_count, indexed_on, updated_at)
    select ${['s.domain', ...columns.map(taken)].join(', ')}, jsonb_build_object('*', $2::bigint),
      coalesce(counted.personal_count, 0), coalesce(counted.generic_count, 0), $3::date, $4`

/**
 * Follows `with`; parameters as above. The counters are read under a lock that an ingest has to wait for: what it counts
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

/** $1 to $4 as above, $5 the counters. */
export const insertAtNodes = (columns: readonly FactColumn[]): string => `${inserted(columns)}
    from ${rowsWith(columns)} s left join jsonb_to_recordset($5::jsonb)
      counted (domain text, personal_count integer, generic_count integer) using (domain)
    order by s.domain on conflict (domain) do nothing returning domain`
