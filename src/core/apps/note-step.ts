import { createHmac } from 'node:crypto'
import type { Part } from '../../context.ts'
import { clientNetwork } from '../../lib/input/client-network.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'

/** What connectors request from us, in the order of a connection that works. */
export const STEP_NAMES = [
  'challenged',
  'documents',
  'registered',
  'client_read',
  'authorize',
  'consented',
  'declined',
  'token',
  'refreshed',
  'revoked',
  'called',
  'refused',
] as const
export type StepName = (typeof STEP_NAMES)[number]

/** What recording a step needs. */
export type StepNeeds = Part<'clock' | 'log' | 'linkKey', 'oauthSteps'>

/** One request from a connector, and its outcome. Never a token, code, state or secret. */
export interface Step {
  step: StepName
  /** `ok`, or the code of an error. */
  outcome?: string
  /** The caller's address, as the network sees it. */
  ip: string
  accountId?: number | null
  /** The client's id, as it states it. */
  client?: string | null
  redirectUri?: string | null
  scopes?: readonly string[] | null
  userAgent?: string | null
  requestId?: string | null
  /** One sentence of ours. */
  detail?: string | null
}

const MAX_CLIENT = 300
const MAX_AGENT = 200
const MAX_WORD = 60
/** Anybody may call: a flood is not worth recording. */
const MOST_A_MINUTE = 120
const KEPT = 500
const TIDY_EVERY = 100

/** Records steps without making anybody wait. */
export type NoteStep = (step: Step) => void

export function stepNotes({ store, clock, log, linkKey }: StepNeeds): NoteStep {
  let minute = 0
  let noted = 0
  let sinceTidied = 0
  const mayNote = (now: number): boolean => {
    const current = Math.floor(now / MINUTE_MS)
    if (current !== minute) [minute, noted] = [current, 0]
    return (noted += 1) <= MOST_A_MINUTE
  }
  return (step) => {
    const at = clock.now()
    if (!mayNote(at.getTime())) return
    const network = clientNetwork(step.ip)
    const connection = createHmac('sha256', linkKey)
      .update(`connection ${step.client ?? network}`)
      .digest()
    const row = {
      at,
      accountId: step.accountId ?? null,
      connection,
      step: step.step,
      outcome: cleaned(step.outcome ?? 'ok', MAX_WORD) ?? 'ok',
      client: cleaned(step.client, MAX_CLIENT),
      redirectHost: hostOf(step.redirectUri),
      scopes: step.scopes?.slice(0, 10).map((scope) => cleaned(scope, MAX_WORD) ?? '') ?? null,
      userAgent: cleaned(step.userAgent, MAX_AGENT),
      requestId: step.requestId ?? null,
      detail: step.detail ?? null,
    }
    sinceTidied += 1
    const tidy = sinceTidied >= TIDY_EVERY
    if (tidy) sinceTidied = 0
    void store.oauthSteps
      .add(row)
      .then(() => (tidy ? store.oauthSteps.keepNewest(KEPT) : undefined))
      .catch((error: unknown) => log.debug({ err: error }, 'A connection step was not recorded.'))
  }
}

const cleaned = (text: string | null | undefined, length: number): string | null =>
  text === null || text === undefined || text === '' ? null : untrustedText(text, length).text

/** `127.0.0.1:6274`, or the scheme if there is no host: `cursor:`. */
function hostOf(uri: string | null | undefined): string | null {
  const url = URL.parse(uri ?? '')
  if (url === null) return null
  return cleaned(/^https?:$/.test(url.protocol) ? url.host : url.protocol, MAX_CLIENT)
}
