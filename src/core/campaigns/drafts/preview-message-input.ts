import { z } from 'zod'
import { idField, integerOf } from '../../../lib/input/field-kinds.ts'
import { field, read, refuse, saying } from '../../../lib/input/input-fields.ts'
import { campaignId, MAX_STEPS } from '../campaign-input.ts'
import { recipientsField } from '../recipients-input.ts'

const MAX_EMAILS = 5
const LAST_STEP = MAX_STEPS - 1

const previewFields = {
  emails: recipientsField(`Recipients or leads, at most ${MAX_EMAILS}; the next 3 recipients when absent.`, MAX_EMAILS),
  step: field<number>(
    { type: 'integer', minimum: 0, maximum: LAST_STEP, description: `Only this step, 0 to ${LAST_STEP}.` },
    (raw) => {
      const step = integerOf(raw)
      return step !== null && step >= 0 && step <= LAST_STEP
        ? read(step)
        : refuse('wrong_params', saying(`step must be an integer from 0 to ${LAST_STEP}.`, raw))
    },
  ),
}

export const PreviewMessageInput = z.object({ id: campaignId, ...previewFields })

/** The same for tools. */
export const PreviewMessageArguments = z.object({ campaign_id: idField('The id of the campaign.'), ...previewFields })
