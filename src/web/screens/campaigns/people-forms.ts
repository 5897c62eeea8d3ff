import { GetCampaign } from '../../../core/campaigns/campaigns.ts'
import { PreviewAddRecipients } from '../../../core/campaigns/preview-add-recipients.ts'
import { PreviewCancelRecipients } from '../../../core/campaigns/preview-cancel-recipients.ts'
import { AddRecipients, CancelRecipients } from '../../../core/campaigns/recipients.ts'
import { GetLeadsList } from '../../../core/leads/get-leads-list.ts'
import { confirm } from '../../components/confirm.ts'
import { fieldText, fieldTexts } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice, problemNotice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, see } from '../../page/screen.ts'
import type { FormWork, Next } from '../../page/screen.ts'
import { CampaignPeopleScreen, reasonWord } from './campaign-people-screen.ts'

const on = { path: '/campaigns/:id/people', screen: CampaignPeopleScreen }
const peopleOf = ({ view }: Pick<FormWork, 'view'>): string => to(`/campaigns/${view.params['id']}/people`)

/** Addresses as typed: one per line, or separated by commas. */
const typedAddresses = (text: string): string =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .join(',')

/**
 * Adds people to a campaign. Addresses join a draft at once; a list, or people who would be written to immediately, need
 * confirmation first, with the numbers of the preview.
 */
export const AddPeopleForm = form({
  uses: [GetCampaign, GetLeadsList, PreviewAddRecipients, AddRecipients],
  on,
  act: async (work) => {
    const { perform, fields, view } = work
    const chosen = await chosenPeople(work)
    const isSure = fieldText(fields, 'sure') === 'yes'
    const { data: campaign } = await perform(GetCampaign, { id: view.params['id'] })
    const isAtOnce = campaign.status !== 'draft' && campaign.status !== 'paused'
    if (!isSure && (isAtOnce || chosen['leads_list_id'] !== undefined)) return askFirst(work, chosen)
    const { data, meta } = await perform(AddRecipients, chosen)
    const skipped = Object.values(meta.skipped ?? {}).reduce((sum, count) => sum + count, 0)
    return see(
      peopleOf(work),
      notice('campaigns.peopleAdded', {
        count: data.recipients_added,
        skipped: skipped === 0 ? data.skipped_recipients.length : skipped,
      }),
    )
  },
})

async function chosenPeople({ perform, fields, view }: FormWork): Promise<Record<string, string | number>> {
  const id = view.params['id'] ?? ''
  const list = fieldText(fields, 'leads_list_id')
  if (list === '') return { id, emails: typedAddresses(fieldText(fields, 'emails')) }
  const expected = fieldText(fields, 'expected_count')
  if (expected !== '') return { id, leads_list_id: list, expected_count: expected }
  const { data } = await perform(GetLeadsList, { id: list, limit: 1 })
  return { id, leads_list_id: list, expected_count: data.leads_count }
}

interface Adding {
  adds_recipients: number
  skips: Readonly<Record<string, number>>
  emails: number
}

async function askFirst(work: FormWork, chosen: Record<string, string | number>): Promise<Next> {
  const { perform, view } = work
  const { campaigns } = view.words
  const { data } = await perform(PreviewAddRecipients, chosen)
  const effect = data.effect as unknown as Adding
  const skips = Object.entries(effect.skips)
  const { id: _id, ...fields } = chosen
  const left = html`${effect.emails > 0 ? html`<p>${campaigns.addAtOnce(effect.emails)}</p>` : NOTHING}
  ${skips.length === 0 ? NOTHING : html`<p>${campaigns.skippedTitle}:</p>`}
  <ul>${skips.map(([reason, count]) => html`<li>${campaigns.skipped(count, reasonWord(reason, view.words))}</li>`)}</ul>`
  const title = campaigns.addQuestion(effect.adds_recipients)
  if (effect.adds_recipients === 0)
    return {
      kind: 'page',
      title: campaigns.nobodyToAdd,
      body: html`<section class="narrow"><h1>${campaigns.nobodyToAdd}</h1>${left}<p><a class="button outline" href="${peopleOf(work)}">${view.words.general.back}</a></p></section>`,
    }
  const body = confirm(view, {
    question: title,
    what: left,
    action: peopleOf(work),
    fields: { ...fields, sure: 'yes' },
    button: campaigns.addCount(effect.adds_recipients),
    isDangerous: false,
    back: peopleOf(work),
  })
  return { kind: 'page', title, body }
}

/** Asks what would be cancelled for the ticked people, then does it. */
export const RemovePeopleForm = form({
  uses: [GetCampaign, PreviewCancelRecipients, CancelRecipients],
  on,
  act: async (work) => {
    const { perform, fields, view } = work
    const id = view.params['id'] ?? ''
    const emails = fieldTexts(fields, 'emails')
    if (emails.length === 0) return see(peopleOf(work), problemNotice('campaigns.nobodyTicked'))
    const asked = fieldText(fields, 'sure') === 'yes' ? null : await askBeforeRemoving(work, id, emails)
    if (asked !== null) return asked
    const { data, meta } = await perform(CancelRecipients, { id, emails })
    const removed = meta.recipients_removed
    if (removed.length === 0)
      return see(peopleOf(work), notice('campaigns.mailsCancelled', { count: data.messages_canceled }))
    const undo = { action: peopleOf(work), fields: { emails: removed.join(','), sure: 'yes' } }
    return see(peopleOf(work), notice('campaigns.peopleRemoved', { count: removed.length }, undo))
  },
})

/** Null if there is nothing to ask about. */
async function askBeforeRemoving(work: FormWork, id: string, emails: readonly string[]): Promise<Next | null> {
  const { campaigns } = work.view.words
  const { data } = await work.perform(PreviewCancelRecipients, { id, emails })
  if (data === null) return null
  const effect = data.effect as Readonly<Record<string, number | undefined>>
  const isDraft = effect['removes_recipients'] !== undefined
  const count = effect['removes_recipients'] ?? effect['cancels_recipients'] ?? 0
  const title = isDraft
    ? campaigns.removeQuestion(count)
    : campaigns.cancelQuestion(effect['cancels_messages'] ?? 0, count)
  const body = confirm(work.view, {
    question: title,
    what: html`<p>${isDraft ? campaigns.removeWhat : campaigns.cancelWhat}</p>`,
    action: to(`/campaigns/${id}/people/remove`),
    fields: { emails: [...emails], sure: 'yes' },
    button: isDraft ? campaigns.removeCount(count) : campaigns.cancelCount(count),
    back: peopleOf(work),
  })
  return { kind: 'page', title, body }
}
