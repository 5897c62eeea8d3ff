import { z } from 'zod'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import { brakeSentence, readBrakeFacts } from '../guard/guard-sentences.ts'

/** Whole, or null: an owner without an address is not shown at all. */
const Owner = z.object({ id: z.int(), email: z.string() }).nullable()

/** A campaign in a list. */
export const CampaignRow = z.object({
  id: z.int(),
  name: z.string(),
  recipients_count: z.int(),
  editable: z.boolean(),
  started: z.boolean(),
  archived: z.boolean(),
  paused: z.boolean(),
})
export const CampaignRowWithOwner = CampaignRow.extend({ owner: Owner })

export const Schedule = z.object({
  start_at: z.iso.date().nullable(),
  time_start: z.string(),
  time_end: z.string(),
  days: z.array(z.int()),
})

export const Settings = z.object({
  tracked: z.boolean(),
  tracked_links: z.boolean(),
  add_unsubscribe_link: z.boolean(),
  ai_assistant_enabled: z.boolean(),
  bcc_recipient: z.string().nullable(),
})

export const CampaignRecord = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(['draft', 'planned', 'preparing', 'active', 'paused', 'completed', 'error', 'archived']),
  recipients_count: z.int(),
  started: z.boolean(),
  paused: z.boolean(),
  archived: z.boolean(),
  schedule: Schedule,
  settings: Settings,
  email_account_ids: z.array(z.int()),
  follow_ups: z.object({ unique_steps_count: z.int(), steps: z.array(z.int()) }),
  owner: Owner,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

const Page = z.object({ limit: z.int(), offset: z.int() })
export const CampaignsOutput = z.object({ data: z.object({ campaigns: z.array(CampaignRow) }), meta: Page })
export const CampaignsWithOwnersOutput = z.object({
  data: z.object({ sequences: z.array(CampaignRowWithOwner) }),
  meta: Page,
})
const Results = z.object({ sent: z.int(), replied: z.int(), bounced: z.int(), uncertain: z.int() })
export const CampaignResultsOutput = z.object({
  data: z.array(CampaignRecord.extend({ results: Results })),
  meta: z.object({ next: z.string().nullable() }),
})
/** Which recipients a campaign writes to, and its state judged by bounces. Absent if neither applies. */
export const CampaignGuard = z.object({
  gate: z.enum(['gate', 'skip_invalid']),
  allow: z.array(z.string()),
  max_risk: z.number().nullable(),
  max_verdict_days: z.int(),
  /** Whether it also writes to people who have left their company. */
  send_to_former: z.boolean(),
  /** Whether it is paced, and pauses automatically. */
  brakes: z.boolean(),
  /** Too many bounces: it sends at half speed. */
  slowed: z.boolean(),
  /** Why it paused automatically. */
  pause: z
    .object({
      reason: z.string(),
      sentence: z.string(),
      /** After this many emails, `bounced` of the last `of` went to addresses that do not exist. */
      sent: z.int(),
      bounced: z.int(),
      of: z.int(),
      /** Recipients by verdict, most frequent first. */
      verdicts: z.array(z.object({ verdict: z.string(), count: z.int() })),
    })
    .nullable(),
})

export function guardOf(campaign: Campaign): { guard?: z.output<typeof CampaignGuard> } {
  const { gate, brake, allow, maxRisk, maxVerdictDays, sendToFormer, slowed, pauseReason, pauseFacts } = campaign
  if (gate === 'skip_invalid' && !brake) return {}
  const facts = readBrakeFacts(pauseFacts)
  const pause =
    pauseReason === null || facts === null ? null : { reason: pauseReason, sentence: brakeSentence(facts), ...facts }
  const consent = { gate, allow, max_risk: maxRisk, max_verdict_days: maxVerdictDays, send_to_former: sendToFormer }
  return { guard: { ...consent, brakes: brake, slowed, pause } }
}

export const CampaignOutput = z.object({ data: CampaignRecord, meta: z.object({ guard: CampaignGuard.optional() }) })
/** `time_zone` is the zone of the schedule's days and times. */
export const ScheduleOutput = z.object({ data: Schedule, meta: z.object({ time_zone: z.string() }) })
export const SettingsOutput = z.object({ data: Settings, meta: z.object({ guard: CampaignGuard.optional() }) })

const flagsOf = ({ status }: Campaign) => ({
  started: status !== 'draft',
  paused: status === 'paused',
  archived: status === 'archived',
})

export function campaignRow(campaign: Campaign): z.output<typeof CampaignRow> {
  const { id, name, recipientsCount } = campaign
  const { started, paused, archived } = flagsOf(campaign)
  return { id, name, recipients_count: recipientsCount, editable: !archived, started, archived, paused }
}

const ownerOf = ({ userId, ownerEmail }: Campaign) => (ownerEmail === null ? null : { id: userId, email: ownerEmail })

export const campaignRowWithOwner = (campaign: Campaign): z.output<typeof CampaignRowWithOwner> => ({
  ...campaignRow(campaign),
  owner: ownerOf(campaign),
})

export const scheduleOf = ({ startAt, timeStart, timeEnd, days }: Campaign): z.output<typeof Schedule> => ({
  start_at: startAt,
  time_start: clockTime(timeStart),
  time_end: clockTime(timeEnd),
  days,
})

export const settingsOf = (campaign: Campaign): z.output<typeof Settings> => ({
  tracked: campaign.tracked,
  tracked_links: campaign.trackedLinks,
  add_unsubscribe_link: campaign.addUnsubscribeLink,
  ai_assistant_enabled: false,
  bcc_recipient: campaign.bccRecipient,
})

export const campaignRecord = (campaign: Campaign): z.output<typeof CampaignRecord> => ({
  id: campaign.id,
  name: campaign.name,
  status: statusOf(campaign),
  recipients_count: campaign.recipientsCount,
  ...flagsOf(campaign),
  schedule: scheduleOf(campaign),
  settings: settingsOf(campaign),
  email_account_ids: campaign.mailboxIds,
  follow_ups: { unique_steps_count: campaign.steps.length, steps: campaign.steps },
  owner: ownerOf(campaign),
  created_at: campaign.createdAt.toISOString(),
  updated_at: campaign.updatedAt.toISOString(),
})

const statusOf = ({ status, preparing }: Campaign): z.output<typeof CampaignRecord>['status'] =>
  preparing && (status === 'planned' || status === 'active') ? 'preparing' : status

/** Seconds since midnight as `HH:MM`. */
function clockTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
