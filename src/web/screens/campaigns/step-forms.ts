import { AddStep, DeleteStep, GetStep, UpdateStep } from '../../../core/campaigns/campaign-steps.ts'
import { CheckCampaign } from '../../../core/campaigns/check-campaign.ts'
import { GetCampaign } from '../../../core/campaigns/campaigns.ts'
import { PreviewCampaign } from '../../../core/campaigns/preview-campaign.ts'
import { ListRecipients } from '../../../core/campaigns/recipients.ts'
import { SendTestMessage } from '../../../core/campaigns/send-test-message.ts'
import { ListMailboxStates } from '../../../core/mailboxes/mailbox-states.ts'
import { alongside } from '../../components/enhance.ts'
import { fieldText } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, mailBody, see } from '../../page/screen.ts'
import type { FormWork } from '../../page/screen.ts'
import { changedOnly, shownSince } from '../../page/shown.ts'
import { CampaignWriteScreen, SHOWN_STEP } from './campaign-write-screen.ts'
import { stepPreview } from './step-preview.ts'
import { wasThere } from './was-there.ts'

const on = { path: '/campaigns/:id/write', screen: CampaignWriteScreen }

const written = (fields: Fields) => ({
  subject: fieldText(fields, 'subject'),
  body: fieldText(fields, 'body'),
  message_format: fieldText(fields, 'message_format'),
  ...(fieldText(fields, 'wait_days') !== '' && { wait_days: fieldText(fields, 'wait_days') }),
})

/** Saves a step; with a script the answer is the part next to it, which shows what was saved. */
export const UpdateStepForm = form({
  uses: [UpdateStep, GetCampaign, CheckCampaign, ListRecipients, ListMailboxStates, PreviewCampaign],
  on,
  act: async (work) => {
    const { perform, fields, view } = work
    const { id, follow_up_id } = view.params
    const { data: step } = await perform(UpdateStep, { id, follow_up_id, ...changedOnly(fields, written(fields)) })
    if (view.part === 'preview') {
      const shown = shownSince(fields, SHOWN_STEP, alongside)
      return { kind: 'part', body: html`${await previewAfter(work, step)} ${shown}` }
    }
    const { as } = view.query
    return see(to(`/campaigns/${id}/write`, { step: step.step + 1, as }), notice('campaigns.saved'))
  },
})

/** What the write screen would look up for its preview. */
async function previewAfter({ perform, view }: FormWork, step: { id: number; step: number; body: string }) {
  const { id } = view.params
  const [campaign, recipients, mailboxes, check] = await Promise.all([
    perform(GetCampaign, { id }),
    perform(ListRecipients, { id, limit: 50 }),
    perform(ListMailboxStates, {}),
    perform(CheckCampaign, { id }),
  ])
  const as = view.query['as'] ?? recipients.data.recipients[0]?.email ?? null
  const canShow = as !== null && check.data.mailboxes.length > 0
  const preview = canShow ? await perform(PreviewCampaign, { id, recipient: as }) : null
  return stepPreview({ campaign, recipients, mailboxes, check, preview, step, as }, view)
}

export const AddStepForm = form({
  uses: [AddStep],
  on,
  act: async ({ perform, fields, view }) => {
    const { id } = view.params
    const { data } = await perform(AddStep, { id, ...written(fields) })
    return see(to(`/campaigns/${id}/write`, { step: data.follow_up.step + 1 }), notice('campaigns.stepAdded'))
  },
})

/** Undone by adding it again. */
export const DeleteStepForm = form({
  uses: [GetStep, DeleteStep],
  on,
  act: async ({ perform, view }) => {
    const { id, follow_up_id } = view.params
    const step = { id, follow_up_id }
    const found = perform(GetStep, step)
    if (!((await wasThere(found)) && (await wasThere(perform(DeleteStep, step)))))
      return see(to(`/campaigns/${id}/write`), notice('campaigns.goneBefore'))
    const { subject, body, message_format, wait_days } = (await found).data
    const fields = { subject: subject ?? '', body, message_format, wait_days }
    const undo = { action: to(`/campaigns/${id}/steps`), fields }
    return see(to(`/campaigns/${id}/write`), notice('campaigns.stepDeleted', {}, undo))
  },
})

/** Sends one step to an address of one's own. */
export const SendTestForm = form({
  uses: [SendTestMessage],
  on,
  act: async ({ perform, fields, view }) => {
    const { id } = view.params
    const { data } = await perform(SendTestMessage, {
      id,
      follow_up_id: fieldText(fields, 'follow_up_id'),
      recipient: fieldText(fields, 'recipient'),
      to: fieldText(fields, 'to'),
    })
    const { step, as } = view.query
    return see(to(`/campaigns/${id}/write`, { step, as }), notice('campaigns.testSent', { to: data.to }))
  },
})

/** `?step=0&as=…`: one email as its recipient gets it. */
export const CampaignMail = mailBody({
  uses: [PreviewCampaign],
  body: async ({ perform, view }) => {
    const { data } = await perform(PreviewCampaign, { id: view.params['id'], recipient: view.query['as'] })
    return data.messages.find(({ step }) => step === Number(view.query['step']))?.body ?? ''
  },
})
