import { FACT_GROUPS } from './company-facts.ts'
import type { CompanyFacts } from './company-facts.ts'

/** A company as named in one row of a file. */
export interface CompanyRow {
  /** Null if the company is known only by name and country and waits for a web site. */
  domain: string | null
  /** The key for looking it up; '' when its name contains no letter. */
  nameKey: string
  legalKey: string
  /** Earlier and other names. */
  aliases: readonly { key: string; name: string }[]
  facts: Omit<CompanyFacts, 'domain'>
}

/** The companies in a stretch of a file, each once: its first row wins; later rows fill gaps and add funding rounds. */
export class CompanySlice {
  readonly #known = new Map<string, CompanyRow>()
  /** Rows that named a company already in the slice. */
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
    const names = new Map([...before.aliases, ...row.aliases].map((alias) => [alias.key, alias]))
    if (names.size > before.aliases.length)
      this.#known.set(key, { ...before, aliases: [...names.values()].slice(0, MAX_ALIASES) })
  }

  /** The companies with a domain, and those without. */
  split(): { sited: CompanyRow[]; waiting: CompanyRow[] } {
    const rows = [...this.#known.values()]
    return {
      sited: rows.filter(({ domain }) => domain !== null),
      waiting: rows.filter(({ domain }) => domain === null),
    }
  }
}

/** More names than any company has had. */
const MAX_ALIASES = 50
/** More rounds than any company goes through. */
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

/** The fields that are meaningless next to a value on which the two disagree, such as the street address in another city. */
function fieldsElsewhere(facts: CompanyRow['facts'], more: CompanyRow['facts']): string[] {
  const leaders = Object.keys(FACT_GROUPS) as (keyof typeof facts)[]
  const disputed = leaders.filter((name) => !isEmpty(facts[name]) && !isEmpty(more[name]) && facts[name] !== more[name])
  return disputed.flatMap((name) => FACT_GROUPS[name] ?? [])
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

type Rounds = readonly unknown[] | null | undefined

/** Null when neither has any. */
function joinedRounds(rounds: Rounds, more: Rounds): unknown[] | null {
  const all = [...(rounds ?? []), ...(more ?? [])]
  if (all.length === 0) return null
  return [...new Map(all.map((round) => [JSON.stringify(round), round])).values()].slice(0, MAX_ROUNDS)
}
