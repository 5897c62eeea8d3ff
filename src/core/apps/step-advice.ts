import type { StepRow } from '../../db/apps/oauth-steps-store.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'

/** What may be wrong with a connection. */
export const ADVICE = [
  'token_at_api',
  'refresh_reused',
  'document_unreachable',
  'redirect_not_registered',
  'no_pkce',
  'foreign_resource',
  'declined',
  'code_never_redeemed',
  'login_never_finished',
  'other_host',
  'no_client_id',
  'never_read_documents',
  'last_refused',
  'works',
] as const
export type Advice = (typeof ADVICE)[number]

type Seen = Pick<StepRow, 'step' | 'outcome' | 'detail' | 'at'>

/** How long a code is valid. */
const CODE_LIVES_MS = MINUTE_MS
/** Leaves people time to read before they agree. */
const DECIDED_WITHIN_MS = 5 * MINUTE_MS

/**
 * What the steps of one connection mean.
 * @param steps newest first, at least one
 * @param goesOn whether a client identified itself afterwards
 */
export function adviceOn(steps: readonly Seen[], { now, goesOn }: { now: Date; goesOn: boolean }): Advice {
  const [last] = steps
  if (last === undefined) return 'works'
  const age = now.getTime() - last.at.getTime()
  const was = (step: string): boolean => steps.some((each) => each.step === step)
  if (last.outcome === 'token_at_api') return 'token_at_api'
  if (last.step === 'refreshed' && last.outcome === 'invalid_grant') return 'refresh_reused'
  if (last.step === 'client_read' && last.outcome !== 'ok') return 'document_unreachable'
  if (last.outcome === 'invalid_redirect_uri') return 'redirect_not_registered'
  if (last.outcome === 'invalid_request' && /PKCE/.test(last.detail ?? '')) return 'no_pkce'
  if (last.outcome === 'invalid_target') return 'foreign_resource'
  if (last.outcome === 'invalid_client') return 'no_client_id'
  if (last.step === 'declined') return 'declined'
  if (last.step === 'consented' && age > CODE_LIVES_MS) return 'code_never_redeemed'
  if (last.step === 'authorize' && last.outcome === 'ok' && age > DECIDED_WITHIN_MS) return 'login_never_finished'
  if (steps.some(({ step, outcome }) => step === 'documents' && outcome === 'other_host')) return 'other_host'
  if (was('documents') && !was('authorize') && !was('token') && !goesOn && age > DECIDED_WITHIN_MS)
    return 'no_client_id'
  if (last.step === 'challenged' && !was('documents') && age > CODE_LIVES_MS) return 'never_read_documents'
  if (last.step !== 'challenged' && last.step !== 'documents' && last.outcome !== 'ok') return 'last_refused'
  return 'works'
}
