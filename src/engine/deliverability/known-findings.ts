import { domainFinding, FINDING_CODES } from './findings.ts'
import type { DomainFinding, FindingCode, PublishedRecord } from './findings.ts'

/** A finding, and when DNS confirmed it. */
export interface DatedFinding extends DomainFinding {
  seenAt: string
}

/** The stored form: everything else follows from the code. */
export interface KeptFinding {
  code: string
  details: DomainFinding['details']
  record: { name: string; type: string; value: string } | null
  seenAt: string
}

/** Codes unknown to this version are left out. */
export const readFindings = (kept: readonly KeptFinding[]): DatedFinding[] =>
  kept.flatMap(({ code, details, record, seenAt }) =>
    isCode(code) ? [{ ...domainFinding(code, details, record as PublishedRecord | null), seenAt }] : [],
  )

const isCode = (code: string): code is FindingCode => (FINDING_CODES as readonly string[]).includes(code)

const UNANSWERED = '.unanswered'
/** This finding does not depend on DNS. */
const NOT_OF_DNS = 'dkim.unknown'
const subjectOf = (code: string): string => code.slice(0, code.indexOf('.'))

/**
 * The new findings, plus earlier ones for which DNS did not answer this time: silence is not news.
 * @param now ISO 8601.
 */
export function keepingKnown(
  before: readonly DatedFinding[],
  found: readonly DomainFinding[],
  now: string,
): DatedFinding[] {
  const silent = new Set(found.filter(({ code }) => code.endsWith(UNANSWERED)).map(({ code }) => subjectOf(code)))
  const isKept = (code: string) => silent.has(subjectOf(code)) && !code.endsWith(UNANSWERED) && code !== NOT_OF_DNS
  const kept = before.filter(({ code }) => isKept(code))
  return [...found.map((one) => ({ ...one, seenAt: now })), ...kept]
}
