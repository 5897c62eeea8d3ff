/** Whether mail will arrive: one address, or lists of up to 100,000. */

import type { RiskNeeds } from './bounce-risks.ts'
import type { VerifyNeeds } from './verify-needs.ts'
import type { Call, Part } from '../../context.ts'
import type { Outcome } from '../../engine/verify/verification.ts'
import { shownScore } from '../../engine/verify/shown-score.ts'
import { malformedOutcome } from '../../engine/verify/verifier.ts'
import { AppError } from '../../errors.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { documentedAcceptAll } from '../capability/documented-form.ts'
import { capability } from '../capability/capability.ts'
import type { Answer, Received } from '../capability/capability.ts'
import { asKnownHere, bounceRisks } from './bounce-risks.ts'
import { checkAddress } from './check-address.ts'
import { isAddressOptedOut, refusedByOwner } from '../optouts/opted-out.ts'
import { charging } from '../billing/credits.ts'
import type { Purchase } from '../billing/credits.ts'
import { VERIFY_EMAIL_FIXTURE } from './verify-email-fixture.ts'
import { VerifyEmailInput } from './verify-email-input.ts'
import { verificationData, VerifyEmailOutput } from './verify-email-output.ts'
import type { Checked } from './verification-runs.ts'
import { missingParameter, missing } from '../../lib/input/input-fields.ts'

/** The price of a verdict, in credits. */
export const VERIFICATION_PRICE = 0.5
const PRICED: ReadonlySet<Outcome['status']> = new Set<Outcome['status']>(['valid', 'invalid', 'accept_all'])

/** Outcomes that decide nothing are free. */
export const isPriced = ({ unexpected, status }: Outcome): boolean => !unexpected && PRICED.has(status)

/** An address is paid for once per period, whether alone or in a list. */
export const verificationRequest = (email: string): Purchase => ({
  kind: 'verification',
  request: ['verify_email', email],
  smallestPrice: VERIFICATION_PRICE,
})

const STILL_RUNNING = 'Verification is still running. Repeat this call for the result.'
const UNEXPECTED = 'The remote mail server answered unexpectedly. Try again later.'
const PORT_25_CLOSED =
  'Outgoing port 25 is blocked here, so mail servers cannot be contacted. Open it, or set QUARRY_SMTP_SOCKS_URL to a proxy that can reach it.'
const NO_NETWORK =
  'DNS does not work here: even names that certainly exist do not resolve, so the address could not be checked. Try again when the network is back.'
const OWN_PROBLEM: Partial<Record<Outcome['reason'], string>> = {
  port_25_closed: PORT_25_CLOSED,
  no_network: NO_NETWORK,
}

/** Whether one address can receive mail, and how that is known. */
export const VerifyEmail = capability({
  name: 'verify_email',
  group: 'email_verifier',
  scope: 'read',
  input: VerifyEmailInput,
  output: VerifyEmailOutput,
  documented: documentedAcceptAll(VerifyEmailOutput),
  check: ({ email }) => missing('email', email),
  fixture: VERIFY_EMAIL_FIXTURE,
  run: verifyEmail,
})

async function verifyEmail(
  call: Call,
  { email, explain = false }: VerifyEmailInput,
  received: Received,
): Promise<VerifyEmailOutput & Answer> {
  const meta = { params: { email: received('email') } }
  // `check` has refused a call without an address.
  if (email === undefined) throw AppError.forParameters([missingParameter('email')])
  if (email.kind === 'malformed')
    return paid(call, email.email, async () => malformed(call, email.email), meta, explain)
  if (await isAddressOptedOut(call, email.address)) throw refusedByOwner('address')
  return paid(call, email.address.full, () => check(call, email.address), meta, explain)
}

const malformed = (call: Pick<Call, 'clock'>, email: string): Checked => ({
  state: 'done',
  outcome: malformedOutcome(email, call.clock.now()),
})

const check = (
  call: VerifyNeeds & Pick<Call, 'config' | 'progress' | 'signal'>,
  address: EmailAddress,
): Promise<Checked> => {
  const { waitMs } = call.config.verification
  call.progress?.({ done: 0, total: 1, message: 'Contacting the mail server.' })
  return checkAddress(call, address, { waitMs, signal: call.signal })
}

/** An address is paid for once per period, however often it is verified; outcomes that decide nothing are free. */
async function paid(
  call: Call,
  email: string,
  work: () => Promise<Checked>,
  meta: VerifyEmailOutput['meta'],
  explain: boolean,
): Promise<VerifyEmailOutput & Answer> {
  const { result, credits } = await charging(call, verificationRequest(email), async () => {
    const checked = await work()
    return { result: checked, price: checked.state === 'done' && isPriced(checked.outcome) ? VERIFICATION_PRICE : 0 }
  })
  if (result.state === 'running') {
    const { retryAfterSeconds } = result
    return { data: { email }, meta: { message: STILL_RUNNING, ...meta }, status: 202, retryAfterSeconds, credits }
  }
  return { ...(await describe(call, result.outcome, meta, explain)), credits }
}

async function describe(
  call: RiskNeeds & Part<'clock' | 'principal', 'sendOutcomes' | 'verifications'>,
  outcome: Outcome,
  meta: VerifyEmailOutput['meta'],
  explain: boolean,
): Promise<VerifyEmailOutput & Answer> {
  const { email } = outcome
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const sources = await call.store.verifications.sourcesOf({ domain, value: email })
  const { accountId } = call.principal
  const [known = outcome] = await asKnownHere(call, accountId, [outcome])
  const evidence = sources.length > 0 ? 'published' : 'none'
  const [risk = null] = await bounceRisks(call, accountId, [{ email, status: known.status, evidence }])
  const data = verificationData(known, shownScore(known, sources.length, risk), sources, explain)
  const answered = { ...meta, risk }
  if (outcome.unexpected) return { data, meta: { message: UNEXPECTED, ...answered }, status: 222 }
  const message = OWN_PROBLEM[outcome.reason]
  if (message !== undefined) return { data, meta: { message, ...answered } }
  return { data, meta: answered }
}
