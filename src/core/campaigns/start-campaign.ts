import type { PlanningNeeds } from './sending-needs.ts'
import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { RunFacts } from '../../db/campaigns/message-plan-store.ts'
import { capability } from '../capability/capability.ts'
import { planCampaign, startsLater } from './campaign-planning.ts'
import { unusable } from './campaign-rules.ts'
import { checkContent, campaignSending } from './campaign-runs.ts'
import { DOCUMENTED_SENTENCES, nextState } from './campaign-states.ts'
import { writtenTexts } from './campaign-steps.ts'
import { findCampaign, noSuchCampaign } from './campaigns.ts'
import { stoppedMailboxes, StoppedMailboxes } from '../guard/stopped-mailboxes.ts'
import { DomainWarning, domainWarnings } from '../guard/domain-warnings.ts'
import { expectedBounces } from '../guard/expected-bounces.ts'
import { CONSENT_NEEDED, heldWaiting } from '../guard/held-recipients.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import { StartCampaignInput } from './recipients-input.ts'
import { readTemplate } from './merge-values.ts'

/** Returned instead of the number of scheduled emails. */
export const ALREADY_STARTED = DOCUMENTED_SENTENCES.alreadyStarted

const StartMeta = z.object({
  /** First emails that wait until they are verified or the campaign consents, by reason. */
  held: z.record(z.string(), z.int()).optional(),
  /** Recipients who get nothing: their address does not exist. */
  invalid: z.int().optional(),
  /** Recipients who get nothing because they have left their company. */
  left_company: z.int().optional(),
  /** About `bounces` of `of` first emails are expected to bounce; at most 2,000 of them are weighed. */
  expected_bounces: z.object({ bounces: z.number(), of: z.int() }).optional(),
  /** Why receivers may reject mail from these domains. */
  warnings: z.array(DomainWarning).optional(),
  /** What the campaign has to consent to; otherwise nobody in `held.unverifiable` gets anything. */
  note: z.string().optional(),
  /** Why mail of a campaign that has already started does not leave. */
  stopped_mailboxes: StoppedMailboxes.optional(),
})

/** When this answers, the messages of everybody waiting are scheduled or being scheduled. */
export const StartCampaign = capability({
  ...campaignSending,
  name: 'start_campaign',
  input: StartCampaignInput,
  output: z.object({ data: z.object({ message: z.string(), recipients_count: z.int() }), meta: StartMeta }),
  run: async (call, { id = 0, expected_recipients: expected }) => {
    const { accountId } = call.principal
    let started: RunFacts | null = null
    const now = call.clock.now()
    const guard = await startGuard(call, await findCampaign(call, id))
    const after = await call.store.messagePlan.run(accountId, id, now, (facts) => {
      const status = nextState(facts.campaign.status, startsLater(facts.campaign, now) ? 'start_later' : 'start')
      if (status === null) return null
      checkStart(facts)
      if (expected !== undefined && expected !== facts.waiting)
        throw unusable(`The campaign has ${facts.waiting} recipients waiting, not ${expected}.`)
      started = facts
      return { status, preparing: true, startedAt: now }
    })
    const campaign = after ?? noSuchCampaign(id)
    if (started === null)
      return {
        data: { message: ALREADY_STARTED, recipients_count: campaign.recipientsCount },
        meta: await whyStopped(call, campaign),
      }
    return { data: await schedule(call, started), meta: guard }
  },
})

/** What keeps a campaign that has started from sending; empty if nothing does. */
export async function whyStopped(call: Part<'clock', 'mailboxStates'>, campaign: Campaign) {
  const stopped = await stoppedMailboxes(call, campaign)
  return stopped.length === 0 ? {} : { stopped_mailboxes: stopped }
}

/**
 * What starting reports besides what it does.
 * @throws AppError validation_failed for a domain that is not ready, if the account is strict about that.
 */
export async function startGuard(
  call: Part<'clock' | 'config' | 'verification', 'gate' | 'messagePlan' | 'sendOutcomes' | 'sendingDomains'>,
  campaign: Campaign,
): Promise<z.output<typeof StartMeta>> {
  const { accountId } = campaign
  const facts = await call.store.messagePlan.startFacts(campaign)
  const warnings = await domainWarnings(call, accountId, facts.mailboxes)
  const [first] = warnings
  if (first !== undefined && (await call.store.gate.isStrict(accountId))) throw unusable(first.sentence)
  const waiting = await heldWaiting(call, campaign)
  const expected = waiting === null ? null : await expectedBounces(call, accountId, campaign.id)
  return {
    ...(waiting !== null && { held: waiting.held }),
    ...(waiting !== null && waiting.invalid > 0 && { invalid: waiting.invalid }),
    ...(waiting !== null && waiting.leftCompany > 0 && { left_company: waiting.leftCompany }),
    ...(expected !== null && { expected_bounces: expected }),
    ...(warnings.length > 0 && { warnings }),
    ...(waiting?.held['unverifiable'] !== undefined && { note: CONSENT_NEEDED }),
  }
}

/** What was scheduled, in a sentence. */
async function schedule(call: PlanningNeeds & Part<never, 'messagePlan'>, { campaign, waiting, steps }: RunFacts) {
  const { accountId, id } = campaign
  await planCampaign(call, accountId, id)
  const first = await call.store.messagePlan.firstDue(accountId, id)
  const emails = waiting * steps.length
  const begins = first === null ? '' : ` Sending begins on ${utcMinute(first)}.`
  return {
    message: `${emails} ${emails === 1 ? 'email' : 'emails'} scheduled for sending.${begins}`,
    recipients_count: waiting,
  }
}

/** `2026-03-02 at 09:00 UTC` */
export const utcMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`

export const NO_RECIPIENTS = 'A campaign needs at least one recipient to start.'

/** @throws AppError validation_failed with the first thing that is missing. */
export function checkStart(facts: RunFacts): void {
  if (facts.waiting === 0) throw unusable(NO_RECIPIENTS)
  checkContent(facts)
  checkFallbacks(facts)
}

/** A draft may have merge tags without a fallback, or name attributes that no longer exist. */
function checkFallbacks({ steps, slugs }: RunFacts): void {
  for (const step of steps)
    for (const text of writtenTexts(step)) {
      const missing = readTemplate(text, slugs)
      if (missing !== null) throw unusable(`Step ${step.step}: ${missing}`)
    }
}
