import type { OptoutNeeds } from '../../optouts/optout-needs.ts'
import { z } from 'zod'
import type { Part } from '../../../context.ts'
import type { Campaign } from '../../../db/campaigns/campaigns-store.ts'
import type { CampaignStep } from '../../../db/campaigns/campaign-steps-store.ts'
import type { WantedFacts } from '../../../db/campaigns/recipients-store.ts'
import type { EmailAddress } from '../../../lib/addresses/email-address.ts'
import { capability } from '../../capability/capability.ts'
import { optedOutAmong } from '../../optouts/opted-out.ts'
import { withInheritedSubjects } from '../campaign-steps.ts'
import { findCampaign } from '../campaigns.ts'
import { renderMessage } from '../preview-campaign.ts'
import { PreviewMessageInput } from './preview-message-input.ts'
import { stoppedMailboxes, StoppedMailboxes } from '../../guard/stopped-mailboxes.ts'
import { describeDraft, Missing, ShownDraft } from './shown-draft.ts'

const SKIPPED = ['unknown', 'opted_out', 'unsubscribed', 'bounced', 'stopped'] as const

/**
 * The texts as written, and what some people would get: the recipients and leads given by address, otherwise the next three
 * recipients. Nothing is sent. A message that cannot be rendered has a problem.
 */
export const PreviewMessage = capability({
  name: 'preview_message',
  group: 'campaigns',
  scope: 'read',
  input: PreviewMessageInput,
  output: z.object({
    data: z.object({
      /** `mailboxes`: addresses that mail would be sent from; `waiting`: recipients waiting for their first email. */
      campaign: ShownDraft.extend({ mailboxes: z.array(z.string()), waiting: z.int() }),
      messages: z.array(
        z.object({
          email: z.string(),
          step: z.int(),
          subject: z.string().nullable(),
          body: z.string().nullable(),
          unresolved: z.array(z.string()),
          problem: z.string().nullable(),
        }),
      ),
    }),
    meta: z.object({
      missing: z.array(Missing),
      skipped: z.array(z.object({ email: z.string(), reason: z.enum(SKIPPED) })),
      stopped_mailboxes: StoppedMailboxes.optional(),
    }),
  }),
  run: async (call, { id = 0, emails, step }) => {
    const campaign = await findCampaign(call, id)
    const { draft, missing, steps, facts } = await describeDraft(call, campaign)
    const chosen = emails ?? (await call.store.recipients.next(campaign.accountId, id, NEXT))
    const judged = await judge(call, campaign, chosen)
    const shown = withInheritedSubjects(steps).filter((each) => step === undefined || each.step === step)
    const messages = await Promise.all(
      judged.flatMap(({ email, reason }) =>
        reason === null ? shown.map((each) => write(call, campaign, email, each)) : [],
      ),
    )
    const stopped = await stoppedMailboxes(call, campaign)
    return {
      data: { campaign: { ...draft, mailboxes: facts.mailboxes, waiting: facts.waiting }, messages },
      meta: {
        missing,
        skipped: judged.flatMap(({ email, reason }) => (reason === null ? [] : [{ email, reason }])),
        ...(stopped.length > 0 && { stopped_mailboxes: stopped }),
      },
    }
  },
})

/** How many recipients are shown if none is named. */
const NEXT = 3

type Judged = { email: string; reason: (typeof SKIPPED)[number] | null }

/** Who would get anything at all, and why others would not. */
async function judge(
  call: OptoutNeeds & Part<'clock' | 'principal', 'recipients'>,
  { accountId, id }: Campaign,
  wanted: readonly Pick<EmailAddress, 'full' | 'domain'>[],
): Promise<Judged[]> {
  const { recipients } = call.store
  const isOptedOut = await optedOutAmong(call, wanted)
  const facts = await recipients.facts(accountId, id, wanted, call.clock.now())
  const known = await recipients.standing(
    accountId,
    id,
    wanted.map(({ full }) => full),
  )
  return wanted.map((address, place) => {
    const email = address.full
    const state = known.get(email)
    if (state === undefined) return { email, reason: 'unknown' }
    if (isOptedOut(address)) return { email, reason: 'opted_out' }
    const reason = noMailReason(facts[place])
    return { email, reason: reason ?? (state === 'stopped' || state === 'canceled' ? 'stopped' : null) }
  })
}

function noMailReason(facts: WantedFacts | undefined): 'unsubscribed' | 'bounced' | null {
  if (facts?.noMail === 'bounced' || facts?.leadStatus === 'bounced') return 'bounced'
  return (facts?.noMail ?? null) !== null || facts?.leadStatus === 'unsubscribed' ? 'unsubscribed' : null
}

/** @param step with its inherited subject. */
async function write(
  call: Part<never, 'recipients' | 'testMails'>,
  campaign: Campaign,
  email: string,
  { step, subject }: CampaignStep,
) {
  const { accountId, id: campaignId } = campaign
  const found = await call.store.recipients.find(accountId, campaignId, email)
  const mailboxId = found?.mailboxId ?? campaign.mailboxIds[0]
  const content =
    mailboxId === undefined
      ? null
      : await call.store.testMails.content({ accountId, mailboxId }, { campaignId, step, email })
  const rendered =
    content === null
      ? { subject: null, body: null, unresolved: [], problem: 'A campaign needs a connected mailbox.' }
      : renderMessage(content, subject ?? '')
  return { email, step, ...rendered }
}
