import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { WantedFacts } from '../../db/campaigns/recipients-store.ts'
import type { Campaign, CampaignChange } from '../../db/campaigns/campaigns-store.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { AppError } from '../../errors.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { optedOutAmong } from '../optouts/opted-out.ts'
import { leadAnswer } from '../leads/lead-output.ts'
import { publishEvents } from '../webhooks/publish-event.ts'
import type { PublishedEvent } from '../webhooks/publish-event.ts'
import {
  AddRecipientsInput,
  CancelRecipientsInput,
  ListRecipientsInput,
  noAddressGiven,
  nobodyGiven,
  RECIPIENT_ALIASES,
} from './recipients-input.ts'
import { planCampaign } from './campaign-planning.ts'
import { unusable } from './campaign-rules.ts'
import { nextState } from './campaign-states.ts'
import { findCampaign, noSuchCampaign } from './campaigns.ts'

const text = z.string().nullable()
const Recipient = z.object({
  email: z.string(),
  first_name: text,
  last_name: text,
  position: text,
  company: text,
  website: text,
  sending_status: text,
  lead_id: z.int().nullable(),
})

export const ListRecipients = capability({
  name: 'list_recipients',
  group: 'campaigns',
  scope: 'read',
  input: ListRecipientsInput,
  output: z.object({
    data: z.object({ recipients: z.array(Recipient) }),
    meta: z.object({ limit: z.int(), offset: z.int() }),
  }),
  run: async (call, { id = 0, limit = DEFAULT_ROWS, offset = 0 }) => {
    await findCampaign(call, id)
    const recipients = await call.store.recipients.list(call.principal.accountId, id, { limit, offset })
    return { data: { recipients }, meta: { limit, offset } }
  },
})

const SKIP_REASONS = ['duplicate', 'claimed', 'unsubscribed', 'bounced', 'invalid'] as const
type SkipReason = (typeof SKIP_REASONS)[number]

const Given = z.object({ params: z.object({ emails: z.array(z.string()) }) })

export const AddRecipients = capability({
  name: 'add_recipients',
  group: 'campaigns',
  scope: 'write',
  parameterAliases: RECIPIENT_ALIASES,
  input: AddRecipientsInput,
  output: z.object({
    data: z.object({
      recipients_added: z.int(),
      skipped_recipients: z.array(z.object({ email: z.string(), reason: z.enum(SKIP_REASONS) })),
    }),
    meta: Given,
  }),
  check: nobodyGiven,
  run: async (call, input) => {
    const { added, skipped } = await addRecipients(call, input)
    const emails = (input.emails ?? []).map(({ full }) => full)
    return {
      data: { recipients_added: added, skipped_recipients: skipped },
      meta: { params: { emails } },
      status: 201 as const,
    }
  },
})

export const CancelRecipients = capability({
  name: 'cancel_recipients',
  group: 'campaigns',
  scope: 'write',
  parameterAliases: RECIPIENT_ALIASES,
  input: CancelRecipientsInput,
  output: z.object({
    data: z.object({ recipients_canceled: z.array(z.string()), messages_canceled: z.int() }),
    /** `recipients_removed`: who was taken out of a draft. A started campaign keeps them, and what they got. */
    meta: Given.extend({ recipients_removed: z.array(z.string()) }),
  }),
  check: noAddressGiven,
  run: async (call, { id = 0, emails: addresses = [] }) => {
    const { accountId } = call.principal
    const emails = addresses.map(({ full }) => full)
    const canceled = (await call.store.recipients.cancel(accountId, id, emails)) ?? noSuchCampaign(id)
    await planCampaign(call, accountId, id)
    return {
      data: { recipients_canceled: canceled.emails, messages_canceled: canceled.messages },
      meta: { params: { emails }, recipients_removed: canceled.removed },
    }
  },
})

/** A verdict from before may have become wrong. */
const VERDICT_COUNTS_MS = 90 * DAY_MS

interface Skipped {
  email: string
  reason: SkipReason
}

/** Who is wanted, and what stands against each. @throws AppError not_found, validation_failed. */
export async function judgeRecipients(call: Call, { id = 0, emails = [], lead_ids: leadIds = [] }: AddRecipientsInput) {
  const campaign = await findCampaign(call, id)
  const wanted = await wantedAddresses(call, emails, leadIds)
  const isOptedOut = await optedOutAmong(call, wanted)
  const optedOut = new Set(wanted.filter(isOptedOut).map(({ full }) => full))
  const since = new Date(call.clock.now().getTime() - VERDICT_COUNTS_MS)
  const judge = (facts: readonly WantedFacts[]) => sortOut(facts, optedOut)
  return { campaign, wanted, since, judge }
}

/**
 * Adds who may be written to; with a campaign under way their messages are scheduled before this returns.
 * @throws AppError not_found, validation_failed for leads that do not exist, or a campaign that takes nobody.
 */
async function addRecipients(call: Call, input: AddRecipientsInput): Promise<{ added: number; skipped: Skipped[] }> {
  const { accountId } = call.principal
  const { campaign, wanted, since, judge } = await judgeRecipients(call, input)
  let skipped: Skipped[] = []
  const request = { accountId, campaignId: campaign.id, wanted, since, now: call.clock.now() }
  const outcome = await call.store.recipients.add(request, (current, facts) => {
    const change = changeByAdding(current)
    if (change.preparing === true && !call.principal.scopes.has('send'))
      throw new AppError('forbidden', 'This key may not send, and the campaign is running: pause it first.')
    const sorted = judge(facts)
    skipped = sorted.skipped
    return { emails: sorted.accepted, change }
  })
  if (outcome === null) return noSuchCampaign(campaign.id)
  await tellOfNewLeads(call, outcome.newLeadIds)
  if (outcome.campaign.preparing) await planCampaign(call, accountId, campaign.id)
  return { added: outcome.added, skipped }
}

/** Those who were no leads yet have become some. */
async function tellOfNewLeads(call: Call, leadIds: readonly number[]): Promise<void> {
  const { accountId } = call.principal
  const events: PublishedEvent[] = []
  for (const id of leadIds) {
    const found = await call.store.leads.find(accountId, id)
    if (found === null) continue
    const { data } = leadAnswer(found)
    events.push({ type: 'lead.created', data: { lead: data }, leadId: id, leadsListIds: found.listIds })
  }
  if (events.length > 0) await publishEvents(call, accountId, events)
}

function changeByAdding({ status }: Campaign): CampaignChange {
  const next = nextState(status, 'add_recipients')
  const underWay = next === 'active' || next === 'planned'
  return { ...(next !== null && next !== status && { status: next }), ...(underWay && { preparing: true }) }
}

async function wantedAddresses(
  { store, principal }: Call,
  emails: readonly EmailAddress[],
  leadIds: readonly number[],
): Promise<EmailAddress[]> {
  const ofLeads = await store.recipients.addressesOf(principal.accountId, leadIds)
  const unknown = leadIds.find((id) => !ofLeads.has(id))
  if (unknown !== undefined) throw unusable(`lead_ids ${unknown} does not exist.`, 'lead_ids')
  const wanted = new Map(emails.map((address) => [address.full, address]))
  for (const id of leadIds) {
    const address = parseEmailAddress(ofLeads.get(id) ?? '')
    if (address !== null) wanted.set(address.full, address)
  }
  return [...wanted.values()]
}

function sortOut(facts: readonly WantedFacts[], optedOut: ReadonlySet<string>) {
  const accepted: string[] = []
  const skipped: Skipped[] = []
  for (const each of facts) {
    const reason = skipReason(each, optedOut)
    if (reason === null) accepted.push(each.email)
    else skipped.push({ email: each.email, reason })
  }
  return { accepted, skipped }
}

/** The first that applies. */
function skipReason(facts: WantedFacts, optedOut: ReadonlySet<string>): SkipReason | null {
  const { email, duplicate, noMail, leadStatus, invalid } = facts
  if (duplicate) return 'duplicate'
  if (optedOut.has(email)) return 'claimed'
  if (noMail === 'unsubscribed' || noMail === 'manual' || leadStatus === 'unsubscribed') return 'unsubscribed'
  if (noMail === 'bounced' || leadStatus === 'bounced') return 'bounced'
  return invalid ? 'invalid' : null
}
