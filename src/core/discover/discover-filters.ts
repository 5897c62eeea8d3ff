import type { Call } from '../../context.ts'
import { parseQuery } from '../../engine/discover/query-parser.ts'
import type { AmbiguousPlace } from '../../engine/discover/ambiguous-places.ts'
import type { InferredFilter } from '../../engine/discover/query-parser.ts'
import { AppError } from '../../errors.ts'
import type { CompanyFilters } from '../../lib/companies/company-filters.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import { peopleInQuestion } from './question-people.ts'
import type { AskedPeople } from './asked-titles.ts'
import { besideRules } from './beside-rules.ts'
import { proposedFilters } from './discover-assistant.ts'
import { FILTER_FIELDS } from './discover-input.ts'
import type { DiscoverInput } from './discover-input.ts'
import { MAX_NOTE_LENGTH, MOST_AMBIGUOUS, MOST_NOTES } from './discover-output.ts'
import { planOf } from '../billing/plans.ts'
import { knownNames } from './known-names.ts'

/** What a request asks for, and which parts of a plain-language query it does not cover. */
export interface AskedFilters {
  filters: CompanyFilters
  /** How many companies a query asks for; null if it does not say. */
  askedFor: number | null
  /** True if they were read from a question; filters that a caller sends are meant literally. */
  isSaid: boolean
  /** Keywords that were in quotes. */
  required: readonly string[]
  /** Filters that words of the question imply without stating them. */
  inferred: readonly InferredFilter[]
  /**
   * Only for a query: corrected words, widened and ambiguous places, words that no filter covers, filters that the plan does
   * not include, who read the query, and the people it asks for.
   */
  leftOut: {
    corrected?: { said: string; read_as: string }[]
    widened?: { said: string; to: string }[]
    ambiguous?: AmbiguousPlace[]
    not_understood?: string[]
    dropped_filters?: string[]
    understood_by?: 'assistant' | 'rules'
    people?: AskedPeople
  }
}

export type FilterName = keyof typeof FILTER_FIELDS

export const FILTER_NAMES = Object.keys(FILTER_FIELDS) as FilterName[]

const PREMIUM: readonly FilterName[] = ['similar_to', 'year_founded', 'technology', 'funding']
const DEFAULT_LIMIT = 100

/** The plan opens no page from this many companies on; null for none. Without a premium plan, there is only the first. */
export const companiesInReach = ({ plan }: Pick<Call['principal'], 'plan'>): number | null =>
  planOf(plan).premium ? null : 0

/**
 * The filters of a request: those that were sent, or those read from its query.
 * @throws AppError pagination_error, no_discover_access for what the plan does not include.
 */
export async function askedFilters(
  call: Pick<Call, 'clock' | 'config' | 'jsonClient' | 'principal' | 'remembered' | 'store'>,
  input: DiscoverInput,
): Promise<AskedFilters> {
  const { query, limit = DEFAULT_LIMIT, offset = 0, ...sent } = input
  const { premium } = planOf(call.principal.plan)
  if (!premium && (limit !== DEFAULT_LIMIT || offset !== 0))
    throw new AppError('pagination_error', 'limit and offset can only be changed on a premium plan.', {
      field: 'limit',
    })
  if (!call.principal.discover) throw new AppError('no_discover_access', 'This plan does not include discover.')
  if (query !== undefined) return filtersOfQuery(call, query, premium)
  const filters = withoutEmpty(sent)
  const beyond = PREMIUM.find((name) => !premium && filters[name] !== undefined)
  if (beyond !== undefined)
    throw new AppError('no_discover_access', `The filter ${beyond} needs a premium plan.`, { field: beyond })
  return { filters, askedFor: null, isSaid: false, required: [], inferred: [], leftOut: {} }
}

async function filtersOfQuery(
  call: Pick<Call, 'clock' | 'config' | 'jsonClient' | 'remembered' | 'store'>,
  query: string,
  premium: boolean,
): Promise<AskedFilters> {
  const people = peopleInQuestion(query)
  const proposal = await proposedFilters(call, people?.rest ?? query)
  const byRules = await saidByRules(call, people?.rest ?? query)
  const { said, notUnderstood, widened, ambiguous, corrected } =
    proposal === null ? byRules : besideRules(proposal, byRules)
  const mended = [...(people?.corrected ?? []), ...corrected]
  const filters = withoutEmpty(said)
  const dropped = premium ? [] : PREMIUM.filter((name) => filters[name] !== undefined)
  for (const name of dropped) delete filters[name]
  return {
    filters,
    askedFor: byRules.askedFor,
    isSaid: true,
    required: byRules.required,
    inferred: proposal?.filters.headcount === undefined ? byRules.inferred : [],
    leftOut: {
      ...(mended.length > 0 && { corrected: mended.slice(0, MOST_NOTES).map(shortened) }),
      ...(widened.length > 0 && { widened: widened.slice(0, MOST_NOTES).map(shortened) }),
      ...(ambiguous.length > 0 && { ambiguous: ambiguous.slice(0, MOST_AMBIGUOUS).map(shortened) }),
      ...(notUnderstood !== undefined && notUnderstood.length > 0 && { not_understood: notUnderstood }),
      ...(dropped.length > 0 && { dropped_filters: dropped }),
      ...(people !== null && { people: people.people }),
      ...(call.config.assistant !== null && { understood_by: proposal === null ? 'rules' : 'assistant' }),
    },
  }
}

const shortened = <Note extends { said: string }>(note: Note): Note => ({
  ...note,
  said: note.said.slice(0, MAX_NOTE_LENGTH).toWellFormed(),
})

/** Filters read from a query pass through the same schema as those of callers, so that sending them back gives the same result. */
async function saidByRules(call: Pick<Call, 'clock' | 'store'>, query: string) {
  const names = await knownNames(call, query)
  const { askedFor, filters, required, inferred, notUnderstood, widened, ambiguous, corrected } = parseQuery(
    query,
    call.clock.now(),
    names,
  )
  const said: Record<string, unknown> = {}
  for (const name of FILTER_NAMES) {
    const parsed = FILTER_FIELDS[name].safeParse(filters[name])
    if (parsed.success) said[name] = parsed.data
  }
  return { askedFor, said, required, inferred, notUnderstood, widened, ambiguous, corrected }
}

/** Drops empty lists, which have no meaning. */
function withoutEmpty(sent: Readonly<Record<string, unknown>>): CompanyFilters {
  const present = Object.entries(sent).flatMap(([name, value]): [string, unknown][] => {
    if (isAbsent(value)) return []
    if (name !== 'headquarters_location') return [[name, value]]
    const sides = Object.fromEntries(Object.entries(value as object).filter(([, places]) => !isAbsent(places)))
    return isAbsent(sides) ? [] : [[name, sides]]
  })
  return Object.fromEntries(present)
}
