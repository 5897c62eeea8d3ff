import { scoreByRisk } from './bounce-risk.ts'
import type { BounceRisk } from './bounce-risk.ts'
import { scoreWithSources } from './verdict.ts'
import type { Outcome } from './verification.ts'

/** The score of a verdict as it is shown. For a catch-all, enough earlier mail says more than pages do. */
export function shownScore(
  outcome: Pick<Outcome, 'status' | 'score'>,
  sources: number,
  risk: BounceRisk | null,
): number {
  const learned = outcome.status === 'accept_all' && risk !== null ? scoreByRisk(risk) : null
  return learned ?? scoreWithSources(outcome, sources)
}
