import type { Part } from '../../context.ts'
import type { GatedMessage } from '../../db/campaigns/gate-store.ts'
import { keysOfName } from '../../engine/change/person-key.ts'
import { verdictGate } from '../../engine/guard/verdict-gate.ts'
import type { GateAnswer } from '../../engine/guard/verdict-gate.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'
import { isAddressOptedOut } from '../optouts/opted-out.ts'
import { bounceRisks } from '../verify/bounce-risks.ts'
import type { RiskNeeds, RiskQuestion } from '../verify/bounce-risks.ts'
import { checkAddress } from '../verify/check-address.ts'
import type { VerifyNeeds } from '../verify/verify-needs.ts'

type Needs = VerifyNeeds & RiskNeeds & Part<'clock', 'gate'>
type Judging = RiskNeeds & Part<'clock', 'gate'>

const AHEAD_MS = DAY_MS
const MESSAGES_A_LOOK = 2_000
const ADDRESSES_A_LOOK = 200
const AT_ONCE = 4
/** Time for one dialogue; anything longer continues on its own, and the next look finds its verdict. */
const WAIT_MS = 30 * SECOND_MS
const LOOK_MS = 50 * SECOND_MS

/** Whether the address was checked, or mail servers cannot be reached from here at all. */
type Asked = 'asked' | 'cannot_ask'

/** Verifies the recipients of gated campaigns before their first email, and holds mail to addresses not known to be good. */
export const VerifyRecipients = job({
  name: 'verify-recipients',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  run: (context: Needs, _, signal) => verifyRecipients(context, signal),
})

/** Any number of processes may run it at once. */
export async function verifyRecipients(context: Needs, signal: AbortSignal): Promise<void> {
  await holdAhead(context)
  await verifyHeld(context, signal)
  await judgeHeld(context)
}

async function holdAhead(context: Judging): Promise<void> {
  const { store, clock } = context
  const now = clock.now()
  const soon = await store.gate.soon(new Date(now.getTime() + AHEAD_MS), MESSAGES_A_LOOK, keysOfName)
  await store.gate.hold(
    (await judgedOf(context, soon, now)).flatMap(({ message, answer }) => {
      return answer.gate === 'hold' ? [{ ...message, by: answer.by }] : []
    }),
  )
}

/** Judges held messages about whose addresses more is known now: they are released, or held for another reason. */
async function judgeHeld(context: Judging): Promise<void> {
  const { store, clock } = context
  const now = clock.now()
  const judged = await judgedOf(context, await store.gate.toJudge(now, MESSAGES_A_LOOK, keysOfName), now)
  await store.gate.release(judged.flatMap(({ message, answer }) => (answer.gate === 'hold' ? [] : [message])))
  await store.gate.hold(
    judged.flatMap(({ message, answer }) => (answer.gate === 'hold' ? [{ ...message, by: answer.by }] : [])),
  )
}

interface JudgedMessage {
  message: GatedMessage
  answer: GateAnswer
}

async function judgedOf(context: RiskNeeds, messages: readonly GatedMessage[], now: Date): Promise<JudgedMessage[]> {
  const judged: JudgedMessage[] = []
  for (const [accountId, own] of Map.groupBy(messages, (message) => message.accountId)) {
    const risks = await learnedRisks(context, accountId, own)
    for (const message of own) judged.push({ message, answer: gateOf(message, risks.get(message.email) ?? null, now) })
  }
  return judged
}

/** Risks by address; only those learned from mail to its domain or its mail servers. */
async function learnedRisks(
  context: RiskNeeds,
  accountId: number,
  messages: readonly GatedMessage[],
): Promise<Map<string, number>> {
  const verdicts = new Map<string, string>()
  for (const { email, verdict } of messages) if (verdict !== null) verdicts.set(email, verdict.status)
  const questions = [...verdicts].map(([email, status]) => ({
    email,
    status: status as RiskQuestion['status'],
    evidence: 'pattern' as const,
  }))
  const risks = await bounceRisks(context, accountId, questions)
  return new Map(
    questions.flatMap(({ email }, at) => {
      const risk = risks[at] ?? null
      return risk === null || risk.basis === 'verdict' ? [] : [[email, risk.bounce]]
    }),
  )
}

function gateOf(
  { verdict, checkedAt, verifySince, ...message }: GatedMessage,
  risk: number | null,
  now: Date,
): GateAnswer {
  const known = verdict === null || checkedAt === null ? null : { ...verdict, checkedAt }
  return verdictGate({ ...message, verdict: known, since: verifySince, risk, canVerify: true }, now)
}

async function verifyHeld(context: Needs, signal: AbortSignal): Promise<void> {
  const { store, clock } = context
  const now = clock.now()
  const held = await store.gate.toVerify(now, ADDRESSES_A_LOOK, Math.floor(now.getTime() / MINUTE_MS), keysOfName)
  const queue = Map.groupBy(held, ({ email }) => email).keys()
  const endsAt = performance.now() + LOOK_MS
  let isBlocked = false
  const verifyNext = async (): Promise<void> => {
    for (const email of queue) {
      if (isBlocked || signal.aborted || performance.now() > endsAt) return
      isBlocked ||= (await ask(context, email, signal)) === 'cannot_ask'
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, verifyNext))
  await store.gate.hold(
    held
      .filter(({ heldBy }) => heldBy === (isBlocked ? 'unverified' : 'unverifiable'))
      .map((message) => ({ ...message, by: isBlocked ? 'unverifiable' : 'unverified' })),
  )
}

/**
 * Asks even if there is a fresh verdict, because the campaign considers it too old. Addresses that opted out are not checked:
 * nothing is sent there anyway.
 */
async function ask(context: Needs, email: string, signal: AbortSignal): Promise<Asked> {
  const address = parseEmailAddress(email)
  if (address === null || (await isAddressOptedOut(context, address))) return 'asked'
  const checked = await checkAddress(context, address, { waitMs: WAIT_MS, signal, priority: 'bulk', again: true })
  const reason = checked.state === 'done' ? checked.outcome.reason : null
  return reason === 'port_25_closed' || reason === 'no_network' ? 'cannot_ask' : 'asked'
}
