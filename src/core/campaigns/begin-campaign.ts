import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { CreateCampaignInput } from './campaign-input.ts'
import { expectedMissing, MATCHING } from '../leads/chosen-leads.ts'
import { createCampaign } from './campaigns.ts'
import { joinRecipients, SKIP_REASONS } from './recipients.ts'
import { recipientsField } from './recipients-input.ts'
import { missing } from '../../lib/input/input-fields.ts'

/** As many as a page of people shows. */
const MAX_PEOPLE = 100

/** A campaign without texts yet and the people it is for: both are created, or neither. */
export const BeginCampaign = capability({
  name: 'begin_campaign',
  group: 'campaigns',
  scope: 'write',
  input: z.object({
    name: CreateCampaignInput.shape.name,
    time_zone: CreateCampaignInput.shape.time_zone,
    emails: recipientsField(`Up to ${MAX_PEOPLE} addresses; any that are not leads yet become leads.`, MAX_PEOPLE),
    ...MATCHING,
  }),
  output: z.object({
    data: z.object({
      id: z.int(),
      recipients_added: z.int(),
      skipped_recipients: z.array(z.object({ email: z.string(), reason: z.enum(SKIP_REASONS) })),
    }),
    meta: z.object({}),
  }),
  check: (given, broken) =>
    given.filters === undefined && !broken.has('filters') ? missing('emails', given.emails) : expectedMissing(given),
  run: (call, { name, time_zone, emails, ...chosen }) =>
    call.database.pool.inOne(async () => {
      const { id } = await createCampaign(call, { name, time_zone })
      const { added, skipped } = await joinRecipients(call, {
        id,
        emails,
        lead_ids: undefined,
        leads_list_id: undefined,
        ...chosen,
      })
      return { data: { id, recipients_added: added, skipped_recipients: skipped }, meta: {}, status: 201 as const }
    }),
})
