import { capability } from '../capability/capability.ts'
import { asking, called, counted } from './campaign-previews.ts'
import { findCampaign } from './campaigns.ts'
import { CancelRecipientsInput, RECIPIENT_ALIASES } from './recipients-input.ts'
import { missing } from '../../lib/input/input-fields.ts'

/** Nothing is asked if nothing would be cancelled. */
export const PreviewCancelRecipients = capability({
  ...asking,
  output: asking.output.extend({ data: asking.output.shape.data.nullable() }),
  name: 'preview_cancel_recipients',
  parameterAliases: RECIPIENT_ALIASES,
  input: CancelRecipientsInput,
  check: ({ emails }) => missing('emails', emails),
  run: async (call, { id = 0, emails = [] }) => {
    const campaign = await findCampaign(call, id)
    const addresses = emails.map(({ full }) => full)
    const open = await call.store.recipients.scheduled(campaign.accountId, id, addresses)
    const effect = {
      campaign_id: id,
      cancels_recipients: open.recipients,
      cancels_messages: open.messages,
      can_be_undone: false,
    }
    const question = `Cancel ${counted(open.messages, 'scheduled email')} to ${counted(open.recipients, 'recipient')} of ${called(campaign)}?`
    const isDraft = campaign.status === 'draft'
    if ((isDraft ? open.known : open.messages) === 0) return { data: null, meta: {} }
    if (!isDraft) return { data: { effect, question, outdated: false }, meta: {} }
    const removal = { campaign_id: id, removes_recipients: open.known, can_be_undone: true }
    const asked = `Remove ${counted(open.known, 'recipient')} from the draft of ${called(campaign)}?`
    return { data: { effect: removal, question: asked, outdated: false }, meta: {} }
  },
})
