import { z } from 'zod'
import { choiceField, idField, integerOf, plainText } from '../../lib/input/field-kinds.ts'
import { clearableField, field, read, refuse } from '../../lib/input/input-fields.ts'
import { clearableText, campaignId } from './campaign-input.ts'

export const MAX_STEPS = 6
const MAX_WAIT_DAYS = 30
const NO_BODY = 'body must be a string.'

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

const contentFields = {
  wait_days: waitDays,
  subject: clearableText('subject', "The subject; empty to continue the previous step's thread."),
  body: clearableField<string>({ type: 'string', description: 'The text, with merge tags.' }, (raw) => {
    const body = plainText(raw)
    return body === null ? refuse('wrong_params', NO_BODY) : read(body.toWellFormed())
  }),
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
