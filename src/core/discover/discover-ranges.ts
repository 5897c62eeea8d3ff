import type { CompanyFilters, Range } from '../../lib/companies/company-filters.ts'
import { FUNDING_SERIES } from '../../lib/companies/company-filters.ts'
import { asText, integerOf, objectOf } from '../../lib/input/field-kinds.ts'
import { field, isAbsent, read, refuse } from '../../lib/input/input-fields.ts'
import type { JsonSchema, Problem, Reading } from '../../lib/input/input-fields.ts'
import { MAX_WORDS, oneOf, readSides, readWords } from './discover-fields.ts'

/** The parameters of discover that have a start and an end. */

const FIRST_YEAR = 1_000
const year: JsonSchema = { type: 'integer', minimum: FIRST_YEAR }
const years: JsonSchema = { type: 'array', items: year }

const yearOf = (raw: unknown): number | null => {
  const value = integerOf(raw)
  return value !== null && value >= FIRST_YEAR && value <= new Date().getUTCFullYear() ? value : null
}

/** A list of years, or a range of them; never both. */
export const yearField = (description: string) =>
  field<NonNullable<CompanyFilters['year_founded']>>(
    { type: 'object', properties: { include: years, exclude: years, from: year, to: year }, description },
    (raw) => {
      const value = objectOf(raw)
      const isListed = !isAbsent(value?.['include']) || !isAbsent(value?.['exclude'])
      const isRange = !isAbsent(value?.['from']) || !isAbsent(value?.['to'])
      if (value === null || isListed === isRange)
        return refuse(
          'invalid_year_founded_combination',
          'year_founded takes either include/exclude lists or a from/to range.',
        )
      return isListed ? readSides(value, readYears) : readYearRange(value)
    },
  )

function readYears(raw: unknown, side: 'include' | 'exclude'): Reading<number[]> {
  const sent: unknown[] = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(',', MAX_WORDS + 1) : [raw]
  const items = sent.filter((item) => !isAbsent(typeof item === 'string' ? item.trim() : item))
  if (sent.length > MAX_WORDS)
    return refuse(`invalid_year_founded_${side}`, `${side} takes at most ${MAX_WORDS} years.`)
  const known = items.flatMap((item) => (Array.isArray(item) ? [] : (yearOf(item) ?? [])))
  if (known.length < items.length) return refuse(`invalid_year_founded_${side}`, `${side} must be a list of years.`)
  return read([...new Set(known)])
}

function readYearRange({ from, to }: Record<string, unknown>): Reading<Range<number>> {
  const range = readRange({ from, to }, yearOf, {
    from: { id: 'invalid_year_founded_from', details: 'from must be a year.' },
    to: { id: 'invalid_year_founded_to', details: 'to must be a year.' },
  })
  if (range.ok && isBackwards(range.value)) return refuse('invalid_year_founded_to', 'to must not be before from.')
  return range
}

const isBackwards = <T extends string | number>({ from, to }: Range<T>): boolean =>
  from !== undefined && to !== undefined && to < from

/** A bound that is present but cannot be read gives an error of its own. */
function readRange<T>(
  { from, to }: { from: unknown; to: unknown },
  valueOf: (raw: unknown) => T | null,
  problems: Record<'from' | 'to', Problem>,
): Reading<Range<T>> {
  const range: Range<T> = {}
  for (const [side, raw] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (isAbsent(raw)) continue
    const value = valueOf(raw)
    if (value === null) return { ok: false, problem: problems[side] }
    range[side] = value
  }
  return read(range)
}

type Funding = NonNullable<CompanyFilters['funding']>

const bounds = (of: JsonSchema): JsonSchema => ({ type: 'object', properties: { from: of, to: of } })
const FUNDING: JsonSchema = {
  series: { type: 'array', items: { type: 'string', enum: FUNDING_SERIES } },
  amount: bounds({ type: 'number' }),
  date: bounds({ type: 'string' }),
}

/** Conditions for a company's latest funding round. */
export const fundingField = (description: string) =>
  field<Funding>({ type: 'object', properties: FUNDING, description }, (raw) => {
    const malformed = refuse('invalid_funding', 'funding must contain series, amount and/or date.')
    const value = objectOf(raw)
    if (value === null) return malformed
    const { series, amount, date } = value
    const funding: Funding = {}
    if (!isAbsent(series)) {
      const known = readWords(series, oneOf(FUNDING_SERIES), 'invalid_funding_series', 'funding series')
      if (!known.ok) return known
      if (known.value.length > 0) funding.series = known.value
    }
    for (const [part, name, readPart] of [
      [amount, 'amount', readAmounts],
      [date, 'date', readDates],
    ] as const) {
      if (isAbsent(part)) continue
      const object = objectOf(part)
      if (object === null) return malformed
      const range = readPart(object)
      if (!range.ok) return range
      if (!isAbsent(range.value)) Object.assign(funding, { [name]: range.value })
    }
    return isAbsent(funding) ? malformed : read(funding)
  })

const AMOUNT = /^\d{1,18}(?:\.\d{1,6})?$/

/** US dollars; may also be sent as text. */
function amountOf(raw: unknown): number | null {
  const value = typeof raw === 'string' && AMOUNT.test(raw.trim()) ? Number(raw) : raw
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

function readAmounts({ from, to }: Record<string, unknown>): Reading<Range<number>> {
  const range = readRange({ from, to }, amountOf, {
    from: { id: 'invalid_funding_amount_from', details: 'from must be an amount in US dollars.' },
    to: { id: 'invalid_funding_amount_to', details: 'to must be an amount in US dollars.' },
  })
  if (range.ok && isEmptyRange(range.value))
    return refuse('invalid_funding_amount_range', 'amount to must be greater than amount from.')
  return range
}

const isEmptyRange = <T extends string | number>({ from, to }: Range<T>): boolean =>
  from !== undefined && to !== undefined && to <= from

function dayOf(raw: unknown): string | null {
  const text = typeof raw === 'string' ? asText(raw) : null
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001') return null
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

function readDates({ from, to }: Record<string, unknown>): Reading<Range<string>> {
  const range = readRange({ from, to }, dayOf, {
    from: { id: 'invalid_funding_date_from', details: 'from must be a date in the form YYYY-MM-DD.' },
    to: { id: 'invalid_funding_date_to', details: 'to must be a date in the form YYYY-MM-DD.' },
  })
  if (range.ok && isEmptyRange(range.value))
    return refuse('invalid_funding_date_range', 'date from must be before date to.')
  return range
}
