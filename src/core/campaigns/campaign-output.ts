import { z } from 'zod'
import type { Sequence } from '../../db/campaigns/campaigns-store.ts'

/** Whole, or null: who has told no address is not shown half. */
const Owner = z.object({ id: z.int(), email: z.string() }).nullable()

/** A sequence in a list. */
export const CampaignRow = z.object({
  id: z.int(),
  name: z.string(),
  recipients_count: z.int(),
  editable: z.boolean(),
  started: z.boolean(),
  archived: z.boolean(),
  paused: z.boolean(),
})
export const SequenceRow = CampaignRow.extend({ owner: Owner })

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

export const SequenceRecord = z.object({
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
export const SequencesOutput = z.object({ data: z.object({ sequences: z.array(SequenceRow) }), meta: Page })
export const SequenceOutput = z.object({ data: SequenceRecord, meta: z.object({}) })
/** The zone in which days and times are meant. */
export const ScheduleOutput = z.object({ data: Schedule, meta: z.object({ time_zone: z.string() }) })
export const SettingsOutput = z.object({ data: Settings, meta: z.object({}) })

const flagsOf = ({ status }: Sequence) => ({
  started: status !== 'draft',
  paused: status === 'paused',
  archived: status === 'archived',
})

export function campaignRow(sequence: Sequence): z.output<typeof CampaignRow> {
  const { id, name, recipientsCount } = sequence
  const { started, paused, archived } = flagsOf(sequence)
  return { id, name, recipients_count: recipientsCount, editable: !archived, started, archived, paused }
}

const ownerOf = ({ userId, ownerEmail }: Sequence) => (ownerEmail === null ? null : { id: userId, email: ownerEmail })

export const sequenceRow = (sequence: Sequence): z.output<typeof SequenceRow> => ({
  ...campaignRow(sequence),
  owner: ownerOf(sequence),
})

export const scheduleOf = ({ startAt, timeStart, timeEnd, days }: Sequence): z.output<typeof Schedule> => ({
  start_at: startAt,
  time_start: clockTime(timeStart),
  time_end: clockTime(timeEnd),
  days,
})

export const settingsOf = (sequence: Sequence): z.output<typeof Settings> => ({
  tracked: sequence.tracked,
  tracked_links: sequence.trackedLinks,
  add_unsubscribe_link: sequence.addUnsubscribeLink,
  ai_assistant_enabled: false,
  bcc_recipient: sequence.bccRecipient,
})

export const sequenceRecord = (sequence: Sequence): z.output<typeof SequenceRecord> => ({
  id: sequence.id,
  name: sequence.name,
  status: statusOf(sequence),
  recipients_count: sequence.recipientsCount,
  ...flagsOf(sequence),
  schedule: scheduleOf(sequence),
  settings: settingsOf(sequence),
  email_account_ids: sequence.emailAccountIds,
  follow_ups: { unique_steps_count: sequence.steps.length, steps: sequence.steps },
  owner: ownerOf(sequence),
  created_at: sequence.createdAt.toISOString(),
  updated_at: sequence.updatedAt.toISOString(),
})

const statusOf = ({ status, preparing }: Sequence): z.output<typeof SequenceRecord>['status'] =>
  preparing && (status === 'planned' || status === 'active') ? 'preparing' : status

/** `HH:MM` of seconds since midnight. */
function clockTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
