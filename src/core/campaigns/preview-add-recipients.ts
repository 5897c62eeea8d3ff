import type { Part } from '../../context.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import type { WaitingRecipient } from '../../db/campaigns/message-plan-store.ts'
import { capability } from '../capability/capability.ts'
import { asking, called, counted, MAX_PREVIEWED, sendTimes } from './campaign-previews.ts'
import { nextState } from './campaign-states.ts'
import { AddRecipientsInput, nobodyGiven, RECIPIENT_ALIASES } from './recipients-input.ts'
import { countReasons, judgeRecipients } from './recipients.ts'

export const PreviewAddRecipients = capability({
  ...asking,
  name: 'preview_add_recipients',
  parameterAliases: RECIPIENT_ALIASES,
  input: AddRecipientsInput,
  check: nobodyGiven,
  run: async (call, input) => {
    const { campaign, slices, since, judgeOf } = await judgeRecipients(call, input)
    nextState(campaign.status, 'add_recipients')
    let count = 0
    const skipped: Parameters<typeof countReasons>[0][number][] = []
    for (const wanted of slices) {
      const judge = await judgeOf(wanted)
      const sorted = judge(await call.store.recipients.facts(campaign.accountId, campaign.id, wanted, since))
      count += sorted.accepted.length
      skipped.push(...sorted.skipped)
    }
    const effect = {
      campaign_id: campaign.id,
      adds_recipients: count,
      skips: countReasons(skipped),
      ...(await scheduledByAdding(call, campaign, count)),
    }
    const mails =
      effect.emails === 0 ? '' : ` ${counted(effect.emails, 'email')} will be scheduled for them immediately.`
    const question = `Add ${counted(count, 'recipient')} to ${called(campaign)}?${mails}`
    return { data: { effect, question, outdated: false }, meta: {} }
  },
})

/** In a campaign in progress, new recipients are written to as soon as its schedule allows. */
async function scheduledByAdding(
  call: Part<'clock' | 'lists', 'messagePlan' | 'recipientChecks'>,
  campaign: Campaign,
  count: number,
) {
  const { status, steps } = campaign
  if (status === 'draft' || status === 'paused' || count === 0) return { emails: 0 }
  const now = call.clock.now()
  const facts = await call.store.messagePlan.facts(campaign, MAX_PREVIEWED, now)
  const added = Array.from({ length: Math.min(count, MAX_PREVIEWED) }, (_, index): WaitingRecipient => {
    return { id: -1 - index, mailboxId: null, lastStep: null, lastAt: null }
  })
  return {
    emails: count * steps.length,
    mailboxes: campaign.mailboxIds.length,
    ...(await sendTimes(call, { ...facts, waiting: added }, { more: count > MAX_PREVIEWED, firsts: [] })),
    can_be_undone: false,
  }
}
