import { FACT_GROUPS } from './company-facts.ts'
import type { CompanyFacts } from './company-facts.ts'

/** A company as a row of a file names it. */
export interface CompanyRow {
  /** Null: it waits for a web site, known by its name and country. */
  domain: string | null
  /** Under which it is found; '' when its name holds no letter. */
  nameKey: string
  legalKey: string
  facts: Omit<CompanyFacts, 'domain'>
}

/** The companies of a stretch of a file, each once: its first row stands, later ones fill gaps and add rounds of funding. */
export class CompanySlice {
  readonly #known = new Map<string, CompanyRow>()
  /** Rows that named a company again. */
  repeated = 0

  add(row: CompanyRow): void {
    const key = row.domain ?? ` ${row.nameKey} ${row.facts.country ?? ''}`
    const before = this.#known.get(key)
    if (before === undefined) {
      this.#known.set(key, row)
      return
    }
    this.repeated++
    fillGaps(before.facts, row.facts)
  }

  /** Those with a domain, and those without. */
  split(): { sited: CompanyRow[]; waiting: CompanyRow[] } {
    const rows = [...this.#known.values()]
    return {
      sited: rows.filter(({ domain }) => domain !== null),
      waiting: rows.filter(({ domain }) => domain === null),
    }
  }
}

/** More rounds than a company lives through. */
const MAX_ROUNDS = 50

function fillGaps(facts: CompanyRow['facts'], more: CompanyRow['facts']): void {
  const rounds = joinedRounds(facts.funding_rounds, more.funding_rounds)
  const newest = (more.funding_on ?? '') > (facts.funding_on ?? '') ? more : facts
  const { funding_series, funding_amount, funding_on } = newest
  const elsewhere = fieldsElsewhere(facts, more)
  const gaps = Object.entries(more).filter(
    ([field]) => isEmpty(facts[field as keyof typeof facts]) && !elsewhere.includes(field),
  )
  Object.assign(facts, Object.fromEntries(gaps))
  if (rounds !== null) Object.assign(facts, { funding_series, funding_amount, funding_on, funding_rounds: rounds })
}

/** What means nothing beside a value on which the two disagree: the address of another city. */
function fieldsElsewhere(facts: CompanyRow['facts'], more: CompanyRow['facts']): string[] {
  const leaders = Object.keys(FACT_GROUPS) as (keyof typeof facts)[]
  const disputed = leaders.filter((name) => !isEmpty(facts[name]) && !isEmpty(more[name]) && facts[name] !== more[name])
  return disputed.flatMap((name) => FACT_GROUPS[name] ?? [])
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

type Rounds = readonly unknown[] | null | undefined

/** Null when neither says anything. */
function joinedRounds(rounds: Rounds, more: Rounds): unknown[] | null {
  const all = [...(rounds ?? []), ...(more ?? [])]
  if (all.length === 0) return null
  return [...new Map(all.map((round) => [JSON.stringify(round), round])).values()].slice(0, MAX_ROUNDS)
}
