import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { RunFacts } from '../../db/campaigns/message-plan-store.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import { capability } from '../capability/capability.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import { StartCampaignInput } from './recipients-input.ts'
import { CampaignIdInput } from './campaign-input.ts'
import { campaignRow } from './campaign-output.ts'
import { cancelArchived, planCampaign, startsLater } from './campaign-planning.ts'
import { unusable } from './campaign-rules.ts'
import { nextState } from './campaign-states.ts'
import { writtenTexts } from './campaign-steps.ts'
import { noSuchCampaign } from './campaigns.ts'
import { readTemplate } from './step-template.ts'

/** What its owner makes of a campaign: start, pause, resume, archive. */

const sending = { group: 'campaigns', scope: 'send' } as const
const writing = { group: 'campaigns', scope: 'write' } as const

const ALREADY_STARTED = 'Campaign already started.'

/** Messages of everybody who waits are scheduled, or are being scheduled, when this answers. */
export const StartCampaign = capability({
  ...sending,
  name: 'start_campaign',
  input: StartCampaignInput,
  output: z.object({ data: z.object({ message: z.string(), recipients_count: z.int() }), meta: z.object({}) }),
  run: async (call, { id = 0, expected_recipients: expected }) => {
    const { accountId } = call.principal
    let started: RunFacts | null = null
    const now = call.clock.now()
    const after = await call.store.messagePlan.run(accountId, id, now, (facts) => {
      const status = nextState(facts.campaign.status, startsLater(facts.campaign, now) ? 'start_later' : 'start')
      if (status === null) return null
      checkStart(facts)
      if (expected !== undefined && expected !== facts.waiting)
        throw unusable(`The campaign has ${facts.waiting} recipients to write to, not ${expected}.`)
      started = facts
      return { status, preparing: true, startedAt: now }
    })
    const campaign = after ?? noSuchCampaign(id)
    if (started === null)
      return { data: { message: ALREADY_STARTED, recipients_count: campaign.recipientsCount }, meta: {} }
    return { data: await schedule(call, started), meta: {} }
  },
})

/** What was scheduled, in a sentence. */
async function schedule(call: Call, { campaign, waiting, steps }: RunFacts) {
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

/** @throws AppError validation_failed with the first thing that is missing. */
export function checkStart(facts: RunFacts): void {
  if (facts.waiting === 0) throw unusable('A campaign needs at least one recipient to start.')
  checkContent(facts)
  checkFallbacks(facts)
}

/** A draft may have merge tags without a fallback, and may name attributes that are gone since. */
function checkFallbacks({ steps, slugs }: RunFacts): void {
  for (const step of steps)
    for (const text of writtenTexts(step)) {
      const missing = readTemplate(text, slugs)
      if (missing !== null) throw unusable(`Step ${step.step}: ${missing}`)
    }
}

function checkContent({ campaign, steps, mailboxes }: RunFacts): void {
  if ((steps[0]?.subject ?? null) === null) throw unusable('Step 0 needs a subject.')
  const empty = steps.find(({ body }) => body === null)
  if (empty !== undefined) throw unusable(`Step ${empty.step} needs a body.`)
  if (mailboxes.length === 0) throw unusable('A campaign needs a connected mailbox.')
  if (campaign.days.length === 0) throw unusable('A campaign needs a day of the week on which it sends.')
}

const PausedOutput = z.object({ data: z.object({ id: z.int(), paused: z.literal(true) }), meta: z.object({}) })

/** Nothing further leaves; what is scheduled is kept. */
export const PauseCampaign = capability({
  ...writing,
  name: 'pause_campaign',
  input: CampaignIdInput,
  output: PausedOutput,
  run: async (call, { id = 0 }) => {
    const paused = await change(call, id, ({ campaign }) => {
      const status = nextState(campaign.status, 'pause')
      return status === null ? null : { status }
    })
    if (paused.changed) await tell(call, 'sequence.paused', paused.campaign)
    return { data: { id, paused: true as const }, meta: {} }
  },
})

/**
 * What was scheduled is planned anew: from now on, with the steps as they are now. Many recipients are planned after this has
 * answered; what is due meanwhile leaves in its turn, as the outbox holds all windows, limits and waits by itself.
 */
export const ResumeCampaign = capability({
  ...sending,
  name: 'resume_campaign',
  input: CampaignIdInput,
  output: z.object({ data: z.object({ message: z.string() }), meta: z.object({}) }),
  run: async (call, { id = 0 }) => {
    const resumed = await change(call, id, (facts) => {
      const status = nextState(facts.campaign.status, 'resume')
      if (status === null) return null
      checkContent(facts)
      return { status, preparing: true, replannedTo: 0 }
    })
    if (!resumed.changed) return { data: { message: 'Campaign is not paused.' }, meta: {} }
    await planCampaign(call, call.principal.accountId, id)
    await tell(call, 'sequence.resumed', resumed.campaign)
    return { data: { message: 'Campaign resumed.' }, meta: {} }
  },
})

/** For good: nothing further leaves, and what is scheduled is cancelled, of many recipients after this has answered. */
export const ArchiveCampaign = capability({
  ...writing,
  name: 'archive_campaign',
  input: CampaignIdInput,
  output: z.object({ data: z.object({ id: z.int(), archived: z.literal(true) }), meta: z.object({}) }),
  run: async (call, { id = 0 }) => {
    const archivedAt = call.clock.now()
    await change(call, id, ({ campaign }) => {
      const status = nextState(campaign.status, 'archive')
      return status === null ? null : { status, preparing: true, archivedAt }
    })
    await cancelArchived(call, call.principal.accountId, id)
    return { data: { id, archived: true as const }, meta: {} }
  },
})

type Decide = Parameters<Call['store']['messagePlan']['run']>[3]

async function change(call: Call, id: number, decide: Decide): Promise<{ campaign: Campaign; changed: boolean }> {
  let changed = false
  const campaign = await call.store.messagePlan.run(call.principal.accountId, id, call.clock.now(), (facts) => {
    const decision = decide(facts)
    changed = decision !== null
    return decision
  })
  return { campaign: campaign ?? noSuchCampaign(id), changed }
}

const tell = (call: Call, type: 'sequence.paused' | 'sequence.resumed', campaign: Campaign): Promise<void> =>
  publishEvent(call, campaign.accountId, {
    type,
    data: { sequence: campaignRow(campaign) },
    campaignId: campaign.id,
  })
