import type { BounceRisk } from '../../engine/verify/bounce-risk.ts'
import { bounceRisks } from '../verify/bounce-risks.ts'
import type { RiskNeeds, RiskQuestion } from '../verify/bounce-risks.ts'
import type { Principal } from '../../context.ts'

/** How likely mail to found people is to bounce. */

type Needs = RiskNeeds & { principal: Pick<Principal, 'accountId'> }

interface FoundAddress {
  email: string | null
  verification: { status: string | null } | null
  sources?: readonly unknown[]
}

/** @param isPatternKnown whether the address was derived from those of other people at the domain */
export async function riskOfFound(
  context: Needs,
  { email, verification, sources = [] }: FoundAddress,
  isPatternKnown: boolean,
): Promise<BounceRisk | null> {
  if (email === null) return null
  const guessed = isPatternKnown ? 'pattern' : 'none'
  const evidence = sources.length > 0 ? 'published' : guessed
  const question: RiskQuestion = { email, status: verdictOfFound(verification), evidence }
  const [risk = null] = await bounceRisks(context, context.principal.accountId, [question])
  return risk
}

/** The finder reports three verdicts. */
export function verdictOfFound(verification: FoundAddress['verification']): RiskQuestion['status'] {
  const status = verification?.status
  return status === 'valid' || status === 'accept_all' ? status : 'unknown'
}
