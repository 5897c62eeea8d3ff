import type { Call } from '../../context.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import type { RunFacts } from '../../db/campaigns/message-plan-store.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import { campaignRow } from './campaign-output.ts'
import { unusable } from './campaign-rules.ts'
import { noSuchCampaign } from './campaigns.ts'

/** What start, pause, resume and archive share. */

export const campaignSending = { group: 'campaigns', scope: 'send' } as const
export const campaignWriting = { group: 'campaigns', scope: 'write' } as const

/** @throws AppError validation_failed with the first thing that is missing. */
export function checkContent({ campaign, steps, mailboxes }: RunFacts): void {
  if ((steps[0]?.subject ?? null) === null) throw unusable('Step 0 needs a subject.')
  const empty = steps.find(({ body }) => body === null)
  if (empty !== undefined) throw unusable(`Step ${empty.step} needs a body.`)
  if (mailboxes.length === 0) throw unusable('A campaign needs a connected mailbox.')
  if (campaign.days.length === 0) throw unusable('A campaign needs at least one day of the week to send on.')
}

type Decide = Parameters<Call['store']['messagePlan']['run']>[3]

/** Changes the state of a campaign by what its facts allow; `changed` is false when it was in that state already. */
export async function changeRun(
  call: Call,
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

/** Tells webhooks; their events keep the older word. */
export const tellRun = (call: Call, change: 'paused' | 'resumed', campaign: Campaign): Promise<void> =>
  publishEvent(call, campaign.accountId, {
    type: `sequence.${change}`,
    data: { sequence: campaignRow(campaign) },
    campaignId: campaign.id,
  })
