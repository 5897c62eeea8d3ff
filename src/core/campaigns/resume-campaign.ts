import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { Campaign, CampaignChange } from '../../db/campaigns/campaigns-store.ts'
import { capability } from '../capability/capability.ts'
import { CampaignIdInput } from './campaign-input.ts'
import { planCampaign } from './campaign-planning.ts'
import { changeRun, checkContent, campaignSending, tellRun } from './campaign-runs.ts'
import { DOCUMENTED_SENTENCES, nextState } from './campaign-states.ts'

/** For a campaign that is running or was never started: nothing has changed. */
export const NOT_PAUSED = DOCUMENTED_SENTENCES.notPaused

const NOTHING_ON_HOLD = 'No emails were on hold, so nobody gets anything: add recipients to send to.'

/** What resuming reports if nothing follows from it. */
export async function resumeNote(
  { store, clock }: Part<'clock', 'recipients'>,
  { accountId, id }: Pick<Campaign, 'accountId' | 'id'>,
): Promise<{ note?: string }> {
  const { held } = await store.recipients.held(accountId, id, clock.now())
  return held === 0 ? { note: NOTHING_ON_HOLD } : {}
}

/** For a campaign that paused automatically: earlier messages no longer count, and its remaining recipients are verified again. */
const anew = ({ pauseReason, gate }: Campaign, now: Date): CampaignChange =>
  pauseReason === null
    ? {}
    : {
        pauseReason: null,
        pauseFacts: null,
        slowed: false,
        brakeSince: now,
        ...(gate === 'gate' && { verifySince: now }),
      }

/**
 * Replans scheduled messages: from now on, with the current steps. Many recipients are planned after this has answered;
 * what falls due meanwhile is sent in its turn, because the outbox itself enforces all windows, limits and delays.
 */
export const ResumeCampaign = capability({
  ...campaignSending,
  name: 'resume_campaign',
  input: CampaignIdInput,
  output: z.object({ data: z.object({ message: z.string() }), meta: z.object({ note: z.string().optional() }) }),
  run: async (call, { id = 0 }) => {
    const meta = await resumeNote(call, { accountId: call.principal.accountId, id })
    const resumed = await changeRun(call, id, (facts) => {
      const status = nextState(facts.campaign.status, 'resume')
      if (status === null) return null
      checkContent(facts)
      return { status, preparing: true, replannedTo: 0, ...anew(facts.campaign, call.clock.now()) }
    })
    if (!resumed.changed) return { data: { message: NOT_PAUSED }, meta: {} }
    await planCampaign(call, call.principal.accountId, id)
    await tellRun(call, 'resumed', resumed.campaign)
    return { data: { message: DOCUMENTED_SENTENCES.resumed }, meta }
  },
})
