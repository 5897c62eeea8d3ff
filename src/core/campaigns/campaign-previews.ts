import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { WaitingRecipient } from '../../db/campaigns/message-plan-store.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import { idField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import {
  AddRecipientsInput,
  CancelRecipientsInput,
  ListRecipientsInput,
  noAddressGiven,
  nobodyGiven,
  RECIPIENT_ALIASES,
  StartCampaignInput,
} from './recipients-input.ts'
import { planOf, startsLater } from './campaign-planning.ts'
import { judgeRecipients } from './recipients.ts'
import { checkStart, utcMinute } from './campaign-runs.ts'
import { nextState } from './campaign-states.ts'
import { findCampaign } from './campaigns.ts'

/** What would happen, for those who ask before they act: how many mails, from where, and when. */

const campaignId = { campaign_id: idField('The id of the campaign.') }
const { id: _list, ...listFields } = ListRecipientsInput.shape
const { id: _add, ...addFields } = AddRecipientsInput.shape
const { id: _cancel, ...cancelFields } = CancelRecipientsInput.shape
const { id: _start, ...startFields } = StartCampaignInput.shape

/** The same parameters as those of the API, with the id under the name that tools have for it. */
export const ListRecipientsArguments = z.object({ ...campaignId, ...listFields })
export const AddRecipientsArguments = z.object({ ...campaignId, ...addFields })
export const CancelRecipientsArguments = z.object({ ...campaignId, ...cancelFields })
export const StartCampaignArguments = z.object({ ...campaignId, ...startFields })

const Preview = z.object({
  data: z.object({
    effect: z.record(z.string(), z.unknown()),
    question: z.string(),
    outdated: z.boolean(),
  }),
  meta: z.object({}),
})

const asking = { group: 'campaigns', scope: 'write', output: Preview } as const

/** More are not planned only to be shown: the time of the last one is then left open. */
const MAX_PREVIEWED = 5_000

export const PreviewStart = capability({
  ...asking,
  name: 'preview_start_campaign',
  input: StartCampaignInput,
  run: async (call, { id = 0, expected_recipients: expected }) => {
    const campaign = await findCampaign(call, id)
    const now = call.clock.now()
    if (nextState(campaign.status, startsLater(campaign, now) ? 'start_later' : 'start') === null)
      return {
        data: { effect: { campaign_id: id, already_started: true }, question: startedAlready(id), outdated: false },
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
      ...sendTimes(plan, now, facts.waiting > MAX_PREVIEWED),
      can_be_undone: false,
    }
    const question = `Send ${effect.emails} emails to ${effect.recipients} recipients of campaign ${id}, from ${listed(facts.mailboxes)}, beginning ${effect.first_send_at ?? 'later'}?`
    return { data: { effect, question, outdated: expected !== undefined && expected !== facts.waiting }, meta: {} }
  },
})

const startedAlready = (id: number): string => `Campaign ${id} has already started. Go on?`

export const PreviewAddRecipients = capability({
  ...asking,
  name: 'preview_add_recipients',
  aliases: RECIPIENT_ALIASES,
  input: AddRecipientsInput,
  check: nobodyGiven,
  run: async (call, input) => {
    const { campaign, wanted, since, judge } = await judgeRecipients(call, input)
    nextState(campaign.status, 'add_recipients')
    const { accepted, skipped } = judge(
      await call.store.recipients.facts(campaign.accountId, campaign.id, wanted, since),
    )
    const effect = {
      campaign_id: campaign.id,
      adds_recipients: accepted.length,
      skips: Object.fromEntries(
        Array.from(
          Map.groupBy(skipped, ({ reason }) => reason),
          countOf,
        ),
      ),
      ...(await scheduledByAdding(call, campaign, accepted.length)),
    }
    const mails = effect.emails === 0 ? '' : ` ${effect.emails} emails are scheduled for them at once.`
    const question = `Add ${accepted.length} recipients to campaign ${campaign.id}?${mails}`
    return { data: { effect, question, outdated: false }, meta: {} }
  },
})

const countOf = ([reason, group]: [string, unknown[]]): [string, number] => [reason, group.length]

/** With a campaign under way new recipients are written to as soon as its schedule allows. */
async function scheduledByAdding(call: Call, campaign: Campaign, count: number) {
  const { status, steps } = campaign
  if (status === 'draft' || status === 'paused' || count === 0) return { emails: 0 }
  const now = call.clock.now()
  const facts = await call.store.messagePlan.facts(campaign, MAX_PREVIEWED, now)
  const added = Array.from({ length: count }, (_, index): WaitingRecipient => {
    return { id: -1 - index, mailboxId: null, lastStep: null, lastAt: null }
  })
  return {
    emails: count * steps.length,
    mailboxes: campaign.mailboxIds.length,
    ...sendTimes({ ...facts, waiting: added }, now, false),
    can_be_undone: false,
  }
}

export const PreviewCancelRecipients = capability({
  ...asking,
  name: 'preview_cancel_recipients',
  aliases: RECIPIENT_ALIASES,
  input: CancelRecipientsInput,
  check: noAddressGiven,
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
    const question = `Cancel ${open.messages} scheduled emails to ${open.recipients} recipients of campaign ${id}?`
    if (campaign.status !== 'draft') return { data: { effect, question, outdated: false }, meta: {} }
    const removal = { campaign_id: id, removes_recipients: open.known, can_be_undone: true }
    const asked = `Take ${open.known} recipients out of the draft of campaign ${id}?`
    return { data: { effect: removal, question: asked, outdated: false }, meta: {} }
  },
})

/** When the first and the last of these mails would go out. @param more there are others besides these. */
function sendTimes(facts: Parameters<typeof planOf>[0], now: Date, more: boolean) {
  const times = planOf(facts, now).rows.map(({ dueAt }) => dueAt)
  const [first, last] = times.reduce<[number, number]>(
    ([least, most], at) => [Math.min(least, at), Math.max(most, at)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  return {
    first_send_at: times.length === 0 ? null : utcMinute(new Date(first)),
    last_send_at: times.length === 0 || more ? null : utcMinute(new Date(last)),
  }
}

const listed = (mailboxes: readonly string[]): string =>
  mailboxes.length <= 3 ? mailboxes.join(', ') : `${mailboxes.length} mailboxes`
