/** Whether a campaign may write to an address, by what is known about it. */

import { DAY_MS } from '../../lib/process/clock.ts'

/** What a campaign can consent to. */
export const CONSENT_TO = ['accept_all', 'unknown', 'unverified', 'old'] as const
export type ConsentTo = (typeof CONSENT_TO)[number]

/** Why a message waits. `risk`: its address is more likely to bounce than the campaign allows. */
export type HeldBy = ConsentTo | 'unverifiable' | 'risk'

export interface KnownVerdict {
  /** As given by the verifier. */
  status: string
  checkedAt: Date
  /** Whether its mail server was asked and accepted the address. */
  isAnswered: boolean
}

export interface GateQuestion {
  verdict: KnownVerdict | null
  allow: readonly string[]
  maxVerdictDays: number
  /** Earlier verdicts are old; null: only their age in days counts. */
  since: Date | null
  /** From 0 to 1; null: the usual limit for the verdict. */
  maxRisk: number | null
  /** The share of such addresses that bounced, if enough was sent to know it. */
  risk: number | null
  /** False if mail servers cannot be asked. */
  canVerify: boolean
  /** Whether its holder has left the company, and the campaign does not write to such people. */
  hasLeft: boolean
}

export type GateAnswer = { gate: 'open' } | { gate: 'stop'; because: WhyStopped } | { gate: 'hold'; by: HeldBy }
type WhyStopped = 'invalid' | 'left_company'

const INVALID_DAYS = 90
const USUAL_RISK = 0.05
const OPEN: GateAnswer = { gate: 'open' }
const hold = (by: HeldBy): GateAnswer => ({ gate: 'hold', by })

/** A nonexistent address gets nothing, whatever a campaign consents to; nor does one whose holder has left. */
export function verdictGate(question: GateQuestion, now: Date): GateAnswer {
  const { verdict, allow, canVerify, maxVerdictDays, since, hasLeft } = question
  const allows = (consent: ConsentTo): boolean => allow.includes(consent)
  const days = verdict === null ? 0 : (now.getTime() - verdict.checkedAt.getTime()) / DAY_MS
  if (verdict?.status === 'invalid' && days <= INVALID_DAYS) return { gate: 'stop', because: 'invalid' }
  if (hasLeft) return { gate: 'stop', because: 'left_company' }
  if (verdict === null)
    return allows('unverified') ? withinRisk(question, null) : hold(canVerify ? 'unverified' : 'unverifiable')
  if (verdict.status === 'invalid') return allows('old') ? withinRisk(question, null) : hold('old')
  const isOld = days > maxVerdictDays || (since !== null && verdict.checkedAt < since)
  if (isOld && !allows('old')) return hold('old')
  if (isGood(verdict)) return withinRisk(question, null)
  const wanted = verdict.status === 'accept_all' ? 'accept_all' : 'unknown'
  if (!allows(wanted)) return hold(wanted)
  return withinRisk(question, wanted === 'accept_all' ? USUAL_RISK : null)
}

const isGood = ({ status, isAnswered }: KnownVerdict): boolean =>
  status === 'valid' || (status === 'webmail' && isAnswered)

function withinRisk({ risk, maxRisk }: GateQuestion, usual: number | null): GateAnswer {
  const limit = maxRisk ?? usual
  return risk !== null && limit !== null && risk > limit ? hold('risk') : OPEN
}
