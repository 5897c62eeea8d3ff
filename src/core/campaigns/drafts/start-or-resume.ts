import { capability } from '../../capability/capability.ts'
import { asking, called, counted } from '../campaign-previews.ts'
import { campaignSending, checkContent } from '../campaign-runs.ts'
import { findCampaign } from '../campaigns.ts'
import { PreviewStart } from '../preview-start-campaign.ts'
import { StartCampaignInput } from '../recipients-input.ts'
import { ResumeCampaign, resumeNote } from '../resume-campaign.ts'
import { StartCampaign } from '../start-campaign.ts'

/** Gets a campaign to send: starts a draft, or resumes a paused campaign. */
export const StartOrResume = capability({
  ...campaignSending,
  name: 'start_or_resume_campaign',
  input: StartCampaignInput,
  output: StartCampaign.output,
  run: async (call, input, received) => {
    const { status, recipientsCount } = await findCampaign(call, input.id ?? 0)
    if (status !== 'paused') return StartCampaign.run(call, input, received)
    const { data, meta } = await ResumeCampaign.run(call, { id: input.id }, received)
    return { data: { ...data, recipients_count: recipientsCount }, meta }
  },
})

export const PreviewStartOrResume = capability({
  ...asking,
  name: 'preview_start_or_resume_campaign',
  input: StartCampaignInput,
  run: async (call, input, received) => {
    const { id = 0, expected_recipients: expected } = input
    const campaign = await findCampaign(call, id)
    if (campaign.status !== 'paused') return PreviewStart.run(call, input, received)
    const facts = await call.store.messagePlan.startFacts(campaign)
    checkContent(facts)
    const now = call.clock.now()
    const { held, due, recipients } = await call.store.recipients.held(campaign.accountId, id, now)
    const effect = {
      campaign_id: id,
      goes_on: true,
      emails: held,
      due_at_once: due,
      recipients,
      mailboxes: facts.mailboxes,
      can_be_undone: false,
      ...(await resumeNote(call, campaign)),
    }
    const question = `Resume ${called(campaign)}? On hold: ${counted(held, 'email')} to ${counted(recipients, 'recipient')}; due now: ${due}.`
    return { data: { effect, question, outdated: expected !== undefined && expected !== recipients }, meta: {} }
  },
})
