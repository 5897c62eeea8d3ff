import type { Call } from '../../context.ts'
import { parseQuery } from '../../engine/discover/query-parser.ts'
import type { AmbiguousPlace } from '../../engine/discover/ambiguous-places.ts'
import type { InferredFilter } from '../../engine/discover/query-parser.ts'
import { AppError } from '../../errors.ts'
import type { CompanyFilters } from '../../lib/companies/company-filters.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import { askedPeople } from './asked-people.ts'
import type { AskedPeople } from './asked-people.ts'
import { plainWords, proposedFilters } from './discover-assistant.ts'
import type { Proposed } from './discover-assistant.ts'
import { FILTER_FIELDS } from './discover-input.ts'
import type { DiscoverInput } from './discover-input.ts'
import { MAX_NOTE_LENGTH, MOST_AMBIGUOUS, MOST_NOTES } from './discover-output.ts'
import { planOf } from '../billing/plans.ts'
import { knownNames } from './known-names.ts'

/** What a discovery asks for, and what of a query in plain words did not get into it. */
export interface AskedFilters {
  filters: CompanyFilters
  /** How many companies a query asks for; null where it does not say. */
  askedFor: number | null
  /** They are read from a question; a caller who sends filters means them. */
  isSaid: boolean
  /** Keywords that stood in quotes. */
  required: readonly string[]
  /** Filters that words of the question stand for and do not state. */
  inferred: readonly InferredFilter[]
  /** Only of a query: words that were corrected, places that were widened, words that no filter carries, filters that the plan does not have, who read it, and people it asks for. */
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

/**
 * The filters of a request: those that were sent, or those that its query says.
 * @throws AppError pagination_error, no_discover_access for what the plan does not have.
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
  const people = askedPeople(query)
  const proposal = await proposedFilters(call, people?.rest ?? query)
  const byRules = await saidByRules(call, people?.rest ?? query)
  const { said, notUnderstood, widened, ambiguous, corrected } =
    proposal === null ? byRules : besideRules(proposal, byRules)
  const filters = withoutEmpty(said)
  const dropped = premium ? [] : PREMIUM.filter((name) => filters[name] !== undefined)
  for (const name of dropped) delete filters[name]
  return {
    filters,
    askedFor: byRules.askedFor,
    isSaid: true,
    required: byRules.required,
    inferred: proposal === null ? byRules.inferred : [],
    leftOut: {
      ...(corrected.length > 0 && { corrected: corrected.slice(0, MOST_NOTES).map(shortened) }),
      ...(widened.length > 0 && { widened: widened.slice(0, MOST_NOTES).map(shortened) }),
      ...(ambiguous.length > 0 && { ambiguous: ambiguous.slice(0, MOST_AMBIGUOUS).map(shortened) }),
      ...(notUnderstood !== undefined && notUnderstood.length > 0 && { not_understood: notUnderstood }),
      ...(dropped.length > 0 && { dropped_filters: dropped }),
      ...(people !== null && { people: people.people }),
      ...(call.config.assistant !== null && { understood_by: proposal === null ? 'rules' : 'assistant' }),
    },
  }
}

/** Numbers and places that the question states. */
const STATED = ['headquarters_location', 'headcount', 'year_founded', 'funding'] as const

/** What an assistant proposes; where the rules have read a place or a number they hold, and they tell what is left. */
function besideRules({ filters, evidence }: Proposed, byRules: Awaited<ReturnType<typeof saidByRules>>) {
  const isStated = (name: (typeof STATED)[number]): boolean =>
    byRules.said[name] !== undefined && !byRules.inferred.some((inferred) => inferred === name)
  const stated = STATED.filter(isStated).map((name) => [name, byRules.said[name]])
  const isCovered = (words: string): boolean => evidence.some((said) => plainWords(said).includes(plainWords(words)))
  return {
    ...byRules,
    said: { ...filters, ...Object.fromEntries(stated) },
    notUnderstood: byRules.notUnderstood.filter((words) => !isCovered(words)),
  }
}

const shortened = <Note extends { said: string }>(note: Note): Note => ({
  ...note,
  said: note.said.slice(0, MAX_NOTE_LENGTH).toWellFormed(),
})

/** What the query says passes through the same schema as what callers send: said again as filters it is the same. */
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

/** Empty lists say nothing. */
function withoutEmpty(sent: Readonly<Record<string, unknown>>): CompanyFilters {
  const present = Object.entries(sent).flatMap(([name, value]): [string, unknown][] => {
    if (isAbsent(value)) return []
    if (name !== 'headquarters_location') return [[name, value]]
    const sides = Object.fromEntries(Object.entries(value as object).filter(([, places]) => !isAbsent(places)))
    return isAbsent(sides) ? [] : [[name, sides]]
  })
  return Object.fromEntries(present)
}
