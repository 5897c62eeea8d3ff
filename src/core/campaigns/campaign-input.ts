import { z } from 'zod'
import { CONSENT_TO } from '../../engine/guard/verdict-gate.ts'
import type { ConsentTo } from '../../engine/guard/verdict-gate.ts'
import {
  booleanField,
  choiceField,
  idField,
  integerOf,
  listOf,
  plainText,
  textReader,
} from '../../lib/input/field-kinds.ts'
import { clearableField, field, isAbsent, read, refuse, saying } from '../../lib/input/input-fields.ts'
import type { Reading } from '../../lib/input/input-fields.ts'
import { afterNewest } from '../../lib/input/newest-place.ts'
import { pageFields } from '../../lib/input/page-fields.ts'

/** How input about a campaign is read. What a stored campaign cannot accept is judged later, by the rules. */

export const MAX_MAILBOXES = 100
const MAX_QUERY_LENGTH = 255
/** Stands for a value that is not a number: every rule refuses it. */
const NO_NUMBER = -1

export const campaignId = idField('The id of the campaign.')
export const CampaignIdInput = z.object({ id: campaignId })

export const ListCampaignsInput = z.object({
  started: booleanField('started', 'wrong_params', 'true: only started campaigns; false: only the others.'),
  archived: booleanField('archived', 'wrong_params', 'true: only archived campaigns; false: only the others.'),
  ...pageFields('campaigns'),
})

export const SearchCampaignsInput = z.object({
  query: field<string>(
    { type: 'string', maxLength: MAX_QUERY_LENGTH, description: 'Part of the name.' },
    textReader('query', MAX_QUERY_LENGTH),
  ),
  archived: ListCampaignsInput.shape.archived,
  limit: ListCampaignsInput.shape.limit,
  after: afterNewest,
})

export type ListCampaignsInput = z.output<typeof ListCampaignsInput>

const textField = (name: string, description: string) =>
  field<string>({ type: 'string', description }, (raw) => {
    const text = plainText(raw)
    return text === null ? refuse('wrong_params', saying(`${name} must be a string.`, raw)) : read(text.toWellFormed())
  })

export const clearableText = (name: string, description: string) =>
  clearableField<string>({ type: 'string', description }, (raw) => {
    const text = plainText(raw)
    return text === null ? refuse('wrong_params', saying(`${name} must be a string.`, raw)) : read(text.toWellFormed())
  })

const CLOCK_TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/

/** Seconds since midnight, or the minute of a displayed time. */
export type TimeOfDay = number | { minute: number }

const timeField = (description: string) =>
  field({ anyOf: [{ type: 'integer' }, { type: 'string' }], description }, readTimeOfDay)

/** Anything that is not a time becomes a number that the rules refuse. */
export function readTimeOfDay(raw: unknown): Reading<TimeOfDay> {
  const [shown, hours, minutes] = CLOCK_TIME.exec(plainText(raw)?.trim() ?? '') ?? []
  if (shown === undefined) return read(integerOf(raw) ?? NO_NUMBER)
  return read({ minute: Number(hours) * 60 + Number(minutes) })
}

const ascending = (a: number, b: number): number => a - b

const daysField = field<number[]>(
  {
    type: 'array',
    items: { type: 'integer' },
    description: 'Days of the week to send on: 0 (Sunday) to 6.',
  },
  (raw) => read([...new Set((listOf(raw) ?? ['']).map((item) => integerOf(item) ?? NO_NUMBER))].sort(ascending)),
)

export const idsField = (name: string, maxItems: number, description: string) =>
  field({ type: 'array', items: { type: 'integer' }, maxItems, description }, readIds(name, maxItems))

/** Reads a list of ids, without duplicates. */
export const readIds =
  (name: string, maxItems: number) =>
  (raw: unknown): Reading<number[]> => {
    const ids = (Array.isArray(raw) ? raw.filter((item) => !isAbsent(item)) : listOf(raw))?.flatMap(numbersOf)
    if (ids === undefined || ids.includes(NO_NUMBER)) return refuse('wrong_params', `${name} must be a list of ids.`)
    const once = [...new Set(ids)]
    if (once.length > maxItems) return refuse('wrong_params', `${name} accepts at most ${maxItems} items.`)
    return read(once)
  }

/** `[3, "4,5"]` contains three ids. */
const numbersOf = (item: unknown): number[] => {
  const texts = listOf(item) ?? ['']
  return texts.map((text) => {
    const value = integerOf(text)
    return value !== null && value > 0 ? value : NO_NUMBER
  })
}

const flag = (name: string, description: string) => booleanField(name, 'wrong_params', description)

/** A schedule can be sent with the same names it is shown with. */
export const SCHEDULE_ALIASES = {
  time_start: 'schedule_time_start',
  time_end: 'schedule_time_end',
  days: 'schedule_days',
}

export const scheduleFields = {
  schedule_time_start: timeField('Earliest time of day to send: HH:MM, or seconds since midnight, 0 to 86399.'),
  schedule_time_end: timeField('Latest time of day to send: HH:MM, or seconds since midnight, 0 to 86399.'),
  schedule_days: daysField,
  start_at: clearableText('start_at', 'First day to send on, YYYY-MM-DD; empty for immediately.'),
  time_zone: textField('time_zone', 'Time zone of days and times, such as Europe/Lisbon. Default UTC.'),
}

const CONSENTS = CONSENT_TO.join(', ')
const MAX_VERDICT_DAYS = 365

/** The kinds of addresses a campaign can consent to. */
export const CONSENT_WORDS = CONSENT_TO

/** Which recipients a campaign may write to. */
const guardFields = {
  gate: choiceField(
    ['gate', 'skip_invalid'] as const,
    'wrong_params',
    'gate must be gate or skip_invalid.',
    'gate: first emails wait until their address is known to be good, or is of a kind in `allow`. skip_invalid: they do not wait.',
  ),
  allow: clearableField<ConsentTo[]>(
    {
      type: 'array',
      items: { type: 'string', enum: [...CONSENT_TO] },
      description: 'Which other addresses it emails; empty for none.',
    },
    (raw) => {
      const given = listOf(raw) ?? ['']
      const words = given.map((item) => CONSENT_TO.find((known) => known === plainText(item)?.trim()))
      const known = words.filter((word) => word !== undefined)
      return known.length === words.length
        ? read([...new Set(known)])
        : refuse('wrong_params', `allow must be a list of ${CONSENTS}.`)
    },
  ),
  max_risk: clearableField<number>(
    {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Share of emails to such addresses that may bounce, 0 to 1.',
    },
    (raw) => {
      const risk = typeof raw === 'number' ? raw : Number(plainText(raw)?.trim() || Number.NaN)
      return risk >= 0 && risk <= 1 ? read(risk) : refuse('wrong_params', 'max_risk must be a number from 0 to 1.')
    },
  ),
  send_to_former: flag('send_to_former', 'Whether to write to people who have left their company. Default false.'),
  max_verdict_days: field<number>(
    {
      type: 'integer',
      minimum: 1,
      maximum: MAX_VERDICT_DAYS,
      description: 'Days for which a verification counts. Default 30.',
    },
    (raw) => {
      const days = integerOf(raw)
      return days !== null && days >= 1 && days <= MAX_VERDICT_DAYS
        ? read(days)
        : refuse('wrong_params', `max_verdict_days must be an integer from 1 to ${MAX_VERDICT_DAYS}.`)
    },
  ),
}

export const settingsFields = {
  bcc_recipient: clearableText('bcc_recipient', 'Address that receives a blind copy of every message; empty for none.'),
  tracked: flag('tracked', 'Whether to track opens.'),
  tracked_links: flag('tracked_links', 'Whether to track clicks on links.'),
  add_unsubscribe_link: flag('add_unsubscribe_link', 'Whether every message ends with an unsubscribe link.'),
  ...guardFields,
  ai_assistant_enabled: flag('ai_assistant_enabled', 'Must be false: Quarry has no assistant.'),
}

export const writableFields = {
  name: textField('name', 'The name of the campaign, up to 255 characters.'),
  email_account_ids: idsField('email_account_ids', MAX_MAILBOXES, 'The mailboxes to send from.'),
  ...scheduleFields,
  ...settingsFields,
}

/** A campaign can be sent back as it is shown. */
export const SHOWN_GROUPS = {
  schedule: [...Object.keys(scheduleFields), ...Object.keys(SCHEDULE_ALIASES)],
  settings: Object.keys(settingsFields),
}

/** Everything about a campaign that can be written. */
export const CreateCampaignInput = z.object(writableFields)
export type CampaignWriting = Partial<z.output<typeof CreateCampaignInput>>

/** The names used by a draft that is written as a whole. */
interface WholeWriting {
  name?: string | undefined
  mailbox_ids?: number[] | null | undefined
  days?: number[] | undefined
  from_time?: TimeOfDay | undefined
  to_time?: TimeOfDay | undefined
  time_zone?: string | undefined
  start_on?: string | null | undefined
  track_opens?: boolean | undefined
  track_clicks?: boolean | undefined
  unsubscribe_link?: boolean | undefined
}

export const writingOf = (given: WholeWriting): CampaignWriting => ({
  name: given.name,
  email_account_ids: given.mailbox_ids ?? undefined,
  schedule_days: given.days,
  schedule_time_start: given.from_time,
  schedule_time_end: given.to_time,
  time_zone: given.time_zone,
  start_at: given.start_on,
  tracked: given.track_opens,
  tracked_links: given.track_clicks,
  add_unsubscribe_link: given.unsubscribe_link,
})

/** Fields that errors have to name differently for a draft. */
export const DRAFT_NAMES: ReadonlyMap<string, keyof WholeWriting> = new Map([
  ['start_at', 'start_on'],
  ['email_account_ids', 'mailbox_ids'],
])

export const UpdateCampaignInput = z.object({ id: campaignId, ...writableFields })
export const ScheduleInput = z.object({ id: campaignId, ...scheduleFields })
export const SettingsInput = z.object({ id: campaignId, ...settingsFields })

export const MAX_STEPS = 6
const MAX_WAIT_DAYS = 30

const waitDays = field<number>(
  {
    type: 'integer',
    minimum: 0,
    maximum: MAX_WAIT_DAYS,
    description: `Days after the previous step, 0 to ${MAX_WAIT_DAYS}. Default 3.`,
  },
  (raw) => {
    const days = integerOf(raw)
    return days !== null && days >= 0 && days <= MAX_WAIT_DAYS
      ? read(days)
      : refuse('wrong_params', `wait_days must be an integer from 0 to ${MAX_WAIT_DAYS}.`)
  },
)

export const contentFields = {
  wait_days: waitDays,
  subject: clearableText('subject', "The subject; empty to continue the previous step's thread."),
  body: clearableText('body', 'The text, with merge tags.'),
  message_format: choiceField(
    ['text', 'html'],
    'wrong_params',
    'message_format must be text or html.',
    'Format of the body: text (default) or html.',
  ),
}

const stepId = idField('The id of the follow-up.')

export const StepIdInput = z.object({ id: campaignId, follow_up_id: stepId })
export const AddStepInput = z.object({
  id: campaignId,
  step: field<number>({ type: 'integer', description: 'The number of the new step; must be the next one.' }, (raw) => {
    const step = integerOf(raw)
    return step === null ? refuse('wrong_params', 'step must be an integer.') : read(step)
  }),
  ...contentFields,
})
export const UpdateStepInput = z.object({ id: campaignId, follow_up_id: stepId, ...contentFields })
export type StepWriting = Omit<z.output<typeof UpdateStepInput>, 'id' | 'follow_up_id'>
