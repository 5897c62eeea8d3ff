import { z } from 'zod'
import type { StepContent } from '../../../db/campaigns/campaign-steps-store.ts'
import { booleanField, idField, plainText } from '../../../lib/input/field-kinds.ts'
import { clearableField, field, problemOf, quoted, read, refuse, saying } from '../../../lib/input/input-fields.ts'
import type { Reading } from '../../../lib/input/input-fields.ts'
import { isRecord } from '../../../lib/text/json-record.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import {
  campaignId,
  contentFields,
  MAX_MAILBOXES,
  MAX_STEPS,
  readIds,
  readTimeOfDay,
  scheduleFields,
  writableFields,
} from '../campaign-input.ts'
import type { TimeOfDay } from '../campaign-input.ts'
import { NEW_STEP } from '../campaign-steps.ts'

/** A whole draft in one call: what is absent stays, null clears. */

const STEP_KEYS = ['subject', 'body', 'wait_days', 'format'] as const

const stepsSchema = {
  type: 'array',
  maxItems: MAX_STEPS,
  items: {
    type: 'object',
    properties: {
      subject: { type: 'string', description: 'If absent, it replies to the step before.' },
      body: { type: 'string' },
      wait_days: { type: 'integer', description: '0 to 30 after the step before; 3 when absent.' },
      format: { type: 'string', enum: ['text', 'html'], description: 'Default text.' },
    },
  },
  description: `All emails in order, 1 to ${MAX_STEPS}; replaces existing ones. Merge tags: {{first_name|fallback:"there"}}.`,
}

const MAX_DATE_LENGTH = 40

const draftFields = {
  name: writableFields.name,
  steps: clearableField<StepContent[]>(stepsSchema, readSteps),
  mailbox_ids: clearableField(
    {
      type: 'array',
      items: { type: 'integer' },
      maxItems: MAX_MAILBOXES,
      description: `Mailboxes to send from, at most ${MAX_MAILBOXES}; the default one when absent.`,
    },
    readIds('mailbox_ids', MAX_MAILBOXES),
  ),
  days: scheduleFields.schedule_days,
  from_time: clockField('from_time', 'Earliest time of day, HH:MM.'),
  to_time: clockField('to_time', 'Latest time of day, HH:MM.'),
  time_zone: field({ type: 'string', description: 'Such as Europe/Lisbon; UTC.' }, textUpTo('time_zone', 100)),
  start_on: clearableField<string>(
    { type: 'string', description: 'First day, YYYY-MM-DD; immediately when absent.' },
    (raw) => dateOf(raw),
  ),
  track_opens: booleanField('track_opens', 'wrong_params', 'Whether opens are counted.'),
  track_clicks: booleanField('track_clicks', 'wrong_params', 'Whether clicks are counted.'),
  unsubscribe_link: booleanField('unsubscribe_link', 'wrong_params', 'Whether emails end with one.'),
}

export const DraftInput = z.object({ id: campaignId, ...draftFields })
export type DraftWriting = Partial<Omit<z.output<typeof DraftInput>, 'id'>>

/** The same for tools. */
export const DraftArguments = z.object({
  campaign_id: idField('The draft to change; a new one when absent.'),
  ...draftFields,
})

/** Only as it is shown: a number could be meant as hours or as seconds. */
function clockField(name: string, description: string) {
  return field<TimeOfDay>({ type: 'string', description }, (raw) => {
    const time = readTimeOfDay(raw)
    return time.ok && typeof time.value === 'number'
      ? refuse('wrong_params', saying(`${name} must be a time of day such as 09:00 or 17:30.`, raw))
      : time
  })
}

function textUpTo(name: string, maxLength: number) {
  return (raw: unknown): Reading<string> => {
    const text = plainText(raw)
    return text === null || text.length > maxLength
      ? refuse('wrong_params', saying(`${name} must be a string.`, raw))
      : read(text.toWellFormed())
  }
}

/** Of a full timestamp, only the date counts. */
function dateOf(raw: unknown): Reading<string> {
  const text = textUpTo('start_on', MAX_DATE_LENGTH)(raw)
  return text.ok ? read(text.value.replace(/^(\d{4}-\d{2}-\d{2})T.*$/, '$1')) : text
}

function readSteps(raw: unknown): Reading<StepContent[]> {
  const steps = Array.isArray(raw) ? raw : [raw]
  if (steps.length > MAX_STEPS) return refuse('wrong_params', `steps accepts at most ${MAX_STEPS} items.`)
  const readings = steps.map(readStep)
  const problems = readings.flatMap((reading) => (reading.ok ? [] : [reading.problem]))
  const [first] = problems
  if (first !== undefined) return refuse(first.id, problems.map(({ details }) => details).join(' '))
  return read(readings.flatMap((reading) => (reading.ok ? [reading.value] : [])))
}

/** The opening step has no delay unless it says so. */
function readStep(given: unknown, step: number): Reading<StepContent> {
  if (!isRecord(given)) return refuse('wrong_params', `steps[${step}] must be an object with subject and body.`)
  const unknown = Object.keys(given).find((key) => !STEP_KEYS.some((known) => known === key))
  if (unknown !== undefined)
    return refuse('wrong_params', `steps[${step}] has no ${quoted(unknown)}; it takes ${STEP_KEYS.join(', ')}.`)
  const { wait_days, subject, body, message_format } = contentFields
  const parsed = z.object({ wait_days, subject, body, format: message_format }).safeParse({
    wait_days: ownValue(given, 'wait_days'),
    subject: ownValue(given, 'subject') ?? null,
    body: ownValue(given, 'body') ?? null,
    format: ownValue(given, 'format'),
  })
  if (!parsed.success) {
    const { id } = problemOf(parsed.error, 'steps')
    const details = parsed.error.issues.map(({ message }) => message.replace('message_format', 'format')).join(' ')
    return refuse(id, `steps[${step}]: ${details}`)
  }
  const waitDays = parsed.data.wait_days ?? (step === 0 ? 0 : NEW_STEP.waitDays)
  const { subject: line = null, body: text = null, format = NEW_STEP.messageFormat } = parsed.data
  return read({ waitDays, subject: line, body: text, messageFormat: format })
}
