import type { PlanningNeeds } from './sending-needs.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { WantedFacts } from '../../db/campaigns/recipients-store.ts'
import type { Campaign, CampaignChange } from '../../db/campaigns/campaigns-store.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { AppError } from '../../errors.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { OPTED_OUT_REASON, optedOutAmong } from '../optouts/opted-out.ts'
import { leadsThatMatch } from '../leads/chosen-leads.ts'
import { leadAnswer } from '../leads/lead-output.ts'
import { mustExist } from '../leads/leads-bulk.ts'
import { publishEvents } from '../webhooks/publish-event.ts'
import type { PublishedEvent } from '../webhooks/publish-event.ts'
import {
  AddRecipientsInput,
  CancelRecipientsInput,
  ListRecipientsInput,
  nobodyGiven,
  RECIPIENT_ALIASES,
} from './recipients-input.ts'
import { planCampaign } from './campaign-planning.ts'
import { unusable } from './campaign-rules.ts'
import { nextState } from './campaign-states.ts'
import { findCampaign, noSuchCampaign } from './campaigns.ts'
import { missing } from '../../lib/input/input-fields.ts'

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

const ListedRecipients = z.object({
  data: z.object({ recipients: z.array(Recipient) }),
  meta: z.object({ limit: z.int(), offset: z.int() }),
})

export const ListRecipients = capability({
  name: 'list_recipients',
  group: 'campaigns',
  scope: 'read',
  input: ListRecipientsInput,
  output: z.object({
    data: z.object({ recipients: z.array(Recipient) }),
    meta: z.object({
      limit: z.int(),
      offset: z.int(),
      /** How many recipients match, and how many have each status regardless of filters; `none` if nothing was sent. */
      total: z.int().optional(),
      by_status: z.record(z.string(), z.int()).optional(),
    }),
  }),
  documented: {
    output: ListedRecipients,
    of: ({ meta: { limit, offset }, ...answer }) => ({ ...answer, meta: { limit, offset } }),
  },
  run: async (call, { id = 0, limit = DEFAULT_ROWS, offset = 0, sending_status }) => {
    await findCampaign(call, id)
    const { accountId } = call.principal
    const statuses: readonly string[] | null =
      sending_status?.map((word) => (word === '~' ? NOTHING_SENT : word)) ?? null
    const recipients = await call.store.recipients.list(accountId, id, { limit, offset, statuses })
    const counts = await call.store.recipients.countsByStatus(accountId, id)
    const asked = counts.filter(({ status }) => statuses === null || statuses.includes(status))
    const by_status = Object.fromEntries(counts.map(({ status, count }) => [status, count]))
    const total = asked.reduce((sum, { count }) => sum + count, 0)
    return { data: { recipients }, meta: { limit, offset, total, by_status } }
  },
})

const NOTHING_SENT = 'none'

export const SKIP_REASONS = ['duplicate', OPTED_OUT_REASON, 'unsubscribed', 'bounced', 'invalid'] as const
type SkipReason = (typeof SKIP_REASONS)[number]

/** Most skipped addresses to name, if there may be thousands. */
const MAX_TOLD = 100

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
    /** `skipped`: how many for each reason, if leads were chosen by list or filters; the first ones are in `data`. */
    meta: Given.extend({ skipped: z.record(z.string(), z.int()).optional() }),
  }),
  check: nobodyGiven,
  run: async (call, input) => {
    const { added, skipped } = await joinRecipients(call, input)
    const emails = (input.emails ?? []).map(({ full }) => full)
    const isChosen = input.leads_list_id !== undefined || input.filters !== undefined
    return {
      data: { recipients_added: added, skipped_recipients: isChosen ? skipped.slice(0, MAX_TOLD) : skipped },
      meta: { params: { emails }, ...(isChosen && { skipped: countReasons(skipped) }) },
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
    /** `recipients_removed`: those removed from a draft. A started campaign keeps them, and what they received. */
    meta: Given.extend({ recipients_removed: z.array(z.string()) }),
  }),
  check: ({ emails }) => missing('emails', emails),
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

/** An older verdict may have become wrong. */
const VERDICT_COUNTS_MS = 90 * DAY_MS

interface Skipped {
  email: string
  reason: SkipReason
}

/** Recipients added per transaction, so that nobody waits long for the campaign's lock. */
const SLICE = 1_000

/**
 * The wanted addresses, slice by slice, and a judge of each.
 * @throws AppError not_found; validation_failed for leads that do not exist, or are not as many as expected.
 */
export async function judgeRecipients(
  call: OptoutNeeds & Pick<Call, 'clock' | 'principal' | 'store'>,
  input: AddRecipientsInput,
) {
  const campaign = await findCampaign(call, input.id ?? 0)
  const wanted = await wantedAddresses(call, input)
  const since = new Date(call.clock.now().getTime() - VERDICT_COUNTS_MS)
  const slices = Array.from({ length: Math.ceil(wanted.length / SLICE) }, (_, n) =>
    wanted.slice(n * SLICE, (n + 1) * SLICE),
  )
  const judgeOf = async (slice: readonly EmailAddress[]) => {
    const isOptedOut = await optedOutAmong(call, slice)
    const optedOut = new Set(slice.filter(isOptedOut).map(({ full }) => full))
    return (facts: readonly WantedFacts[]) => sortOut(facts, optedOut)
  }
  return { campaign, slices, since, judgeOf }
}

/**
 * Adds those who may be written to; in a campaign in progress, their messages are scheduled before this returns.
 * @throws AppError as `judgeRecipients`, and for a campaign that accepts no recipients.
 */
export async function joinRecipients(
  call: EventNeeds & OptoutNeeds & PlanningNeeds & Pick<Call, 'clock' | 'principal' | 'store'>,
  input: AddRecipientsInput,
): Promise<{ added: number; skipped: Skipped[] }> {
  const { accountId } = call.principal
  const { campaign, slices, since, judgeOf } = await judgeRecipients(call, input)
  const skipped: Skipped[] = []
  let added = 0
  let isUnderWay = false
  for (const wanted of slices) {
    const judge = await judgeOf(wanted)
    let left: Skipped[] = []
    const request = { accountId, campaignId: campaign.id, wanted, since, now: call.clock.now() }
    const outcome = await call.store.recipients.add(request, (current, facts) => {
      const change = changeByAdding(current)
      if (change.preparing === true && !call.principal.scopes.has('send'))
        throw new AppError('forbidden', 'This key may not send and the campaign is running: pause it first.')
      const sorted = judge(facts)
      left = sorted.skipped
      return { emails: sorted.accepted, change }
    })
    if (outcome === null) return noSuchCampaign(campaign.id)
    // Before the first email: a greeting needs their names.
    await call.store.leadPeople.enrichMany(accountId, outcome.newLeadIds, call.clock.now())
    if (outcome.heard) await tellOfNewLeads(call, outcome.newLeadIds)
    skipped.push(...left)
    added += outcome.added
    isUnderWay = outcome.campaign.preparing
  }
  if (isUnderWay) await planCampaign(call, accountId, campaign.id)
  return { added, skipped }
}

/** How many were skipped for each reason. */
export const countReasons = (skipped: readonly Skipped[]): Record<string, number> =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(skipped, ({ reason }) => reason),
      ([reason, group]) => [reason, group.length],
    ),
  )

/** Publishes the leads that were created for new addresses. */
async function tellOfNewLeads(
  call: EventNeeds & Part<'principal', 'leads'>,
  leadIds: readonly number[],
): Promise<void> {
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
  call: Part<'principal', 'leadsLists' | 'leadsMembers' | 'recipients'>,
  input: AddRecipientsInput,
): Promise<EmailAddress[]> {
  const { emails = [], lead_ids: leadIds = [], leads_list_id: list, filters, expected_count: expected } = input
  if (list !== undefined || filters !== undefined) {
    if (list !== undefined) await mustExist(call, 'leads_list_id', list)
    const leads = await leadsThatMatch(call, filters ?? { leadsListId: list ?? 0 }, expected)
    return leads.flatMap(({ email }) => parseEmailAddress(email) ?? [])
  }
  const { store, principal } = call
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

/** The first reason that applies. */
function skipReason(facts: WantedFacts, optedOut: ReadonlySet<string>): SkipReason | null {
  const { email, duplicate, noMail, leadStatus, invalid } = facts
  if (duplicate) return 'duplicate'
  if (optedOut.has(email)) return OPTED_OUT_REASON
  if (noMail === 'bounced' || (noMail === null && leadStatus === 'bounced')) return 'bounced'
  if (noMail !== null || leadStatus === 'unsubscribed') return 'unsubscribed'
  return invalid ? 'invalid' : null
}
