import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import type { Call, Part } from '../../context.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import type { RunFacts } from '../../db/campaigns/message-plan-store.ts'
import { openTogether } from '../../engine/send/sending-window.ts'
import { mailboxWindow } from '../mailboxes/mailbox-hours.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import { campaignRow } from './campaign-output.ts'
import { windowOf } from './campaign-planning.ts'
import { unusable } from './campaign-rules.ts'
import { noSuchCampaign } from './campaigns.ts'

/** What start, pause, resume and archive share. */

export const campaignSending = { group: 'campaigns', scope: 'send' } as const
export const campaignWriting = { group: 'campaigns', scope: 'write' } as const

/** Something that keeps a campaign from sending. */
export interface CampaignProblem {
  problem:
    | 'no_recipients'
    | 'no_subject'
    | 'no_body'
    | 'no_mailbox'
    | 'no_days'
    | 'no_common_hours'
    | 'broken_tag'
    | 'needs_fallback'
  /** The step it concerns. */
  step: number | null
  /** The merge tag it concerns. */
  tag: string | null
  details: string
}

/** What is missing, in the order of reporting. */
export function contentProblems({ campaign, steps, mailboxes, mailboxHours }: RunFacts): CampaignProblem[] {
  const problems: CampaignProblem[] = []
  if ((steps[0]?.subject ?? null) === null)
    problems.push({ problem: 'no_subject', step: 0, tag: null, details: 'Step 0 needs a subject.' })
  for (const { step, body } of steps)
    if (body === null) problems.push({ problem: 'no_body', step, tag: null, details: `Step ${step} needs a body.` })
  if (mailboxes.length === 0)
    problems.push({ problem: 'no_mailbox', step: null, tag: null, details: 'A campaign needs a connected mailbox.' })
  if (campaign.days.length === 0) problems.push({ problem: 'no_days', step: null, tag: null, details: NO_DAYS })
  else if (mailboxes.length > 0 && !mailboxHours.some((hours) => isEverOpen(campaign, hours)))
    problems.push({ problem: 'no_common_hours', step: null, tag: null, details: NO_COMMON_HOURS })
  return problems
}

function isEverOpen(campaign: Campaign, hours: unknown): boolean {
  const own = mailboxWindow(hours, campaign.timeZone)
  return own === null || openTogether(windowOf(campaign), own, campaign.createdAt.getTime())
}

const NO_DAYS = 'A campaign needs at least one day of the week to send on.'
const NO_COMMON_HOURS =
  'The hours of the campaign and those of its mailboxes never overlap: change the former, or sending_schedule of a mailbox.'

/** @throws AppError validation_failed with the first thing that is missing. */
export function checkContent(facts: RunFacts): void {
  const [first] = contentProblems(facts)
  if (first !== undefined) throw unusable(first.details)
}

type Decide = Parameters<Call['store']['messagePlan']['run']>[3]

/** Changes the state of a campaign as its facts allow; `changed` is false if it was already in that state. */
export async function changeRun(
  call: Part<'clock' | 'principal', 'messagePlan'>,
  id: number,
  decide: Decide,
): Promise<{ campaign: Campaign; changed: boolean }> {
  let changed = false
  const campaign = await call.store.messagePlan.run(call.principal.accountId, id, call.clock.now(), (facts) => {
    const decision = decide(facts)
    changed = decision !== null
    return decision
  })
  return { campaign: campaign ?? noSuchCampaign(id), changed }
}

/** Notifies webhooks, whose events keep the older word. */
export const tellRun = (call: EventNeeds, change: 'paused' | 'resumed', campaign: Campaign): Promise<void> =>
  publishEvent(call, campaign.accountId, {
    type: `sequence.${change}`,
    data: { sequence: campaignRow(campaign) },
    campaignId: campaign.id,
  })
