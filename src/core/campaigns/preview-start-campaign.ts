import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import { capability } from '../capability/capability.ts'
import { startsLater } from './campaign-planning.ts'
import { asking, called, counted, MAX_PREVIEWED, sendTimes } from './campaign-previews.ts'
import { nextState } from './campaign-states.ts'
import { findCampaign } from './campaigns.ts'
import { StartCampaignInput } from './recipients-input.ts'
import { checkStart, startGuard, whyStopped } from './start-campaign.ts'

export const PreviewStart = capability({
  ...asking,
  name: 'preview_start_campaign',
  input: StartCampaignInput,
  run: async (call, { id = 0, expected_recipients: expected }) => {
    const campaign = await findCampaign(call, id)
    const now = call.clock.now()
    if (nextState(campaign.status, startsLater(campaign, now) ? 'start_later' : 'start') === null)
      return {
        data: {
          effect: { campaign_id: id, already_started: true, ...(await whyStopped(call, campaign)) },
          question: startedAlready(campaign),
          outdated: false,
        },
        meta: {},
      }
    const facts = await call.store.messagePlan.startFacts(campaign)
    checkStart(facts)
    const plan = await call.store.messagePlan.facts(campaign, MAX_PREVIEWED, now)
    const effect = {
      campaign_id: id,
      emails: facts.waiting * facts.steps.length,
      recipients: facts.waiting,
      mailboxes: facts.mailboxes,
      ...(await sendTimes(call, plan, {
        more: facts.waiting > MAX_PREVIEWED,
        firsts: await call.store.recipientChecks.waiting(campaign.accountId, id, MAX_PREVIEWED),
      })),
      can_be_undone: false,
      ...(await startGuard(call, campaign)),
    }
    const question = `Send ${counted(effect.emails, 'email')} to ${counted(effect.recipients, 'recipient')} of ${called(campaign)}, from ${listed(facts.mailboxes)}, starting ${effect.first_send_at ?? 'later'}?`
    return { data: { effect, question, outdated: expected !== undefined && expected !== facts.waiting }, meta: {} }
  },
})

const startedAlready = (campaign: Campaign): string => `This one has already started: ${called(campaign)}. Continue?`

const listed = (mailboxes: readonly string[]): string =>
  mailboxes.length <= 3 ? mailboxes.join(', ') : `${mailboxes.length} mailboxes`
