import { emptyOf, FACT_COLUMNS, FACT_TYPES, leadersOf } from './company-columns.ts'
import type { FactColumn } from './company-columns.ts'

/** The two statements of a merge, behind `with`, written once from the list of columns. `s` is what the source says, `c` what is stored. */

/** $1: rows as JSON. */
export const rowsWith = (columns: readonly FactColumn[]): string =>
  `(select * from jsonb_to_recordset($1::jsonb) as staged (domain text${columns.map((column) => `, ${column} ${FACT_TYPES[column]}`).join('')}))`

const known = (row: 's' | 'c', column: FactColumn): string => {
  const empty = emptyOf(column)
  return empty === null ? `${row}.${column} is not null` : `${row}.${column} <> ${empty}`
}

const differs = (column: FactColumn): string => `(${known('s', column)} and s.${column} is distinct from c.${column})`

/** Whether the source's value stays, where it says something: it fills a gap, or its rival is weaker. */
const wins = (column: FactColumn): string =>
  `(${known('s', column)} and (not (${known('c', column)}) or coalesce(c.provenance ->> '${column}', c.provenance ->> '*', '') = any (weaker.ids)))`

/** Beside a leader on which the two disagree, whoever gives the leader gives this too, known or not. */
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
  `array_remove(array[${FACT_COLUMNS.map((column) => `case when ${test(column)} then '${column}' end`).join(', ')}], null)`

/** All of a row from one source is one entry; a source that gives everything else is not named again. */
const PROVENANCE = `case when n.others = '{}' then jsonb_build_object('*', $2::bigint)
  when c.provenance ->> '*' = $2::text then c.provenance - n.names
  else c.provenance || (select jsonb_object_agg(name, $2::bigint) from unnest(n.names) as name) end`

/** Companies of one source. */
export interface Staged {
  /** A table, or a query in brackets; an insert needs no more than `columns` of it. */
  from: string
  /** Those that the source says anything in. */
  columns: readonly FactColumn[]
}

/**
 * Parameters: $2 id, $3 rank, $4 date of the source, $5 now, $6 sources of that date below this id are weaker. Companies that
 * are known and of which the source says something else are locked in the order of their names, decided field by field, and
 * written. Each is looked up on its own: beside many stored ones a slice is small.
 */
export const updateKnown = ({ from: staged, columns }: Staged): string => `differing as materialized (
    select s as said, c as stored from (select * from ${staged} rows order by domain) s
    cross join lateral (select * from companies c
      where c.domain = s.domain and (${columns.map(differs).join(' or ') || 'false'}) for update) c),
  decided as materialized (
    select c.domain, ${FACT_COLUMNS.map((column) => `case when t_${column} then ${taken(column)} else c.${column} end as ${column}`).join(', ')},
      ${namesWhere(changes)} as names,
      ${namesWhere((column) => `(${changes(column)}) is not true and ${known('c', column)}`)} as others
    from differing cross join lateral (select (said).*) s cross join lateral (select (stored).*) c
    cross join lateral (select array_append(array_agg(cs.id::text), '') as ids from company_sources cs
      where cs.id in (select value::bigint from jsonb_each_text(c.provenance))
        and (cs.rank, cs.seen_on, cs.id) < ($3::smallint, $4::date, $6::bigint)) weaker
    cross join lateral (select ${FACT_COLUMNS.map((column) => `(${takes(column)}) as t_${column}`).join(', ')}) decision)
  update companies c set ${FACT_COLUMNS.map((column) => `${column} = n.${column}`).join(', ')},
    provenance = ${PROVENANCE}, indexed_on = greatest(c.indexed_on, $4::date), updated_at = $5
  from decided n where c.domain = n.domain and n.names <> '{}'`

const unknownOf = (staged: string): string =>
  `from ${staged} s where not exists (select from companies c where c.domain = s.domain)`

/**
 * The counters are read under a lock that an ingest has to wait for: what it counts after that it counts in companies too, because
 * it then sees them. Several nodes lock many rows only by changing them.
 */
const COUNTED = {
  one: `lateral (select d.personal_count, d.generic_count from domains d where d.domain = s.domain for share) counted on true`,
  nodes:
    'jsonb_to_recordset($7::jsonb) counted (domain text, personal_count integer, generic_count integer) using (domain)',
}
export const HOLD_COUNTERS = `update domains set updated_at = updated_at where domain = any($1::text[])
  returning domain, personal_count, generic_count`

/** Of $1, or of a table, the companies that the next statement stores. */
export const unknownDomains = ({ from: staged }: Staged): string => `unknown as (select s.domain ${unknownOf(staged)})
  select coalesce(array_agg(domain), '{}') as domains from unknown`

/** Parameters as above; over several nodes $7 counters as JSON. */
export const insertUnknown = ({ from: staged, columns }: Staged, isDistributed: boolean): string => `written as (
    insert into companies (${['domain', ...columns].join(', ')}, provenance, personal_count, generic_count, indexed_on, updated_at)
    select ${['s.domain', ...columns.map(taken)].join(', ')}, jsonb_build_object('*', $2::bigint),
      coalesce(counted.personal_count, 0), coalesce(counted.generic_count, 0), $4::date, $5
    from (select * ${unknownOf(staged)} order by s.domain) s
      left join ${isDistributed ? COUNTED.nodes : COUNTED.one}
    on conflict (domain) do nothing returning 1)
  select (select count(*) from ${staged} s) as total, (select count(*) from written) as created`
