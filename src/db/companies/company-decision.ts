import { emptyOf, FACT_COLUMNS, leadersOf } from './company-columns.ts'
import type { FactColumn } from './company-columns.ts'

/**
 * How a merge decides about a company, field by field, written as SQL from the list of columns. `s` is what the source says, `c`
 * what is stored. `wins` says whether the source's value is better, `takes` whether it is taken: a city, for example, goes with
 * its country, so it is `case when s.country and c.country are known and differ then country wins else city wins end`.
 */

/** What `write` makes of each column, as a list. */
export const listed = (write: (column: FactColumn) => string): string => FACT_COLUMNS.map(write).join(', ')

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

/** The value to store if the source's is taken. */
export const taken = (column: FactColumn): string => {
  const empty = emptyOf(column)
  return empty === null ? `s.${column}` : `coalesce(s.${column}, ${empty})`
}

const changes = (column: FactColumn): string => `t_${column} and ${taken(column)} is distinct from c.${column}`

const namesWhere = (test: (column: FactColumn) => string): string =>
  `array_remove(array[${listed((column) => `case when ${test(column)} then '${column}' end`)}], null)`

/**
 * Where the values of a decided row `n` come from; `c` is the row before. A row entirely from one source has a single entry, `*`;
 * the source in `*` is not named again for single fields.
 */
export const PROVENANCE = `case when n.others = '{}' then jsonb_build_object('*', $2::bigint)
  when c.provenance ->> '*' = $2::text then c.provenance - n.names
  else c.provenance || (select jsonb_object_agg(name, $2::bigint) from unnest(n.names) as name) end`

/** Known companies about which the source says something else. */
export const differing = (columns: readonly FactColumn[]): string =>
  `c.domain = s.domain and (${columns.map(differs).join(' or ') || 'false'})`

/**
 * The result for those in `differing`, field by field, together with the columns `more`. Parameters: $2 id and $3 date of the
 * source, $4 now, $5 rank of the source; of sources with that rank and date, those with an id below $6 are weaker.
 */
export const decided = (more = ''): string => `decided as materialized (
    select c.domain, ${listed((column) => `case when t_${column} then ${taken(column)} else c.${column} end as ${column}`)}${more},
      ${namesWhere(changes)} as names,
      ${namesWhere((column) => `(${changes(column)}) is not true and ${known('c', column)}`)} as others
    from differing cross join lateral (select (said).*) s cross join lateral (select (stored).*) c
    cross join lateral (select array_append(array_agg(cs.id::text), '') as ids from company_sources cs
      where cs.id in (select value::bigint from jsonb_each_text(c.provenance))
        and (cs.rank, cs.seen_on, cs.id) < ($5::smallint, $3::date, $6::bigint)) weaker
    cross join lateral (select ${listed((column) => `(${takes(column)}) as t_${column}`)}) decision)`
