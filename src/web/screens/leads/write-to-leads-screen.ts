import { ownValue } from '../../../lib/text/own-value.ts'
import { ListCampaignChoices } from '../../../core/campaigns/campaigns.ts'
import { BeginCampaign } from '../../../core/campaigns/begin-campaign.ts'
import { PreviewAddRecipients } from '../../../core/campaigns/preview-add-recipients.ts'
import { AddRecipients } from '../../../core/campaigns/recipients.ts'
import { AppError } from '../../../errors.ts'
import { hidden, problemList } from '../../components/field.ts'
import { askFor, tryAskFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { sentenceOf } from '../../page/problems.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { inOwnZone } from '../../page/own-zone.ts'
import { backFrom, byFilters, chosenFields, chosenFrom } from './leads-query.ts'

/** The choice: in the query of the page, or in the refused form. */
const sentOf = ({ typed, query }: View) => (Object.keys(typed).length > 0 ? typed : query)

const campaignOf = (view: View): string => fieldText(sentOf(view), 'campaign_id')

/** People become recipients of a campaign: which one, and what that does, in numbers. */
export const WriteToLeadsScreen = screen({
  scope: 'write',
  title: ({ words }) => words.leads.writeTitle,
  asks: (view) => {
    const id = Number(campaignOf(view))
    const wanted = byFilters(chosenFrom(sentOf(view)))
    return {
      campaigns: askFor(ListCampaignChoices, { archived: 'false' }),
      preview: id > 0 ? tryAskFor(PreviewAddRecipients, { id, ...wanted }) : null,
    }
  },
  page: ({ campaigns, preview }, view) => {
    const { leads, general, notices } = view.words
    const chosen = chosenFrom(sentOf(view))
    const title = html`<h1>${leads.writeTitle}</h1>`
    if (chosen.count === 0)
      return html`${title}
        <p>${notices['leads.nobodyTicked']()}</p>
        <a class="button outline" href="${backFrom(chosen.back)}">${general.back}</a>`
    const choices = campaigns.data.campaigns.map(({ id, name }) => [String(id), name] as const)
    const id = campaignOf(view)
    return html`${title} ${problemList(view)}
      <p>${leads.count(chosen.count)}</p>
      <form action="${to('/leads/write')}" class="filters">
        ${hidden(chosenFields(chosen))}
        <div data-field>
          <label for="campaign_id">${leads.chooseCampaign}</label>
          <select id="campaign_id" name="campaign_id">
            ${[['0', leads.newDraft] as const, ...choices].map(([value, name]) => html`<option value="${value}"${value === id ? html` selected` : NOTHING}>${name}</option>`)}
          </select>
        </div>
        <button class="outline">${leads.preview}</button>
      </form>
      ${id === '' ? NOTHING : preview === null ? addForm(view, leads.makesDraft) : preview instanceof AppError ? refusal(preview, view) : effects(preview.data.effect, view)}`
  },
})

const refusal = (error: AppError, { words }: View): Html =>
  html`<div role="alert" data-variant="danger">${error.errors.map((item) => html`<p>${sentenceOf(item, words)}</p>`)}</div>`

/** The effect of adding them, from the capability that MCP uses for its confirmation. */
function effects(effect: Record<string, unknown>, view: View): Html {
  const { leads } = view.words
  const adds = Number(effect['adds_recipients'] ?? 0)
  const mails = Number(effect['emails'] ?? 0)
  const skips = Object.entries((effect['skips'] ?? {}) as Record<string, number>)
  const told = html`<ul>
    <li>${adds === 0 ? leads.nobodyLeft : leads.willAdd(leads.count(adds))}</li>
    ${skips.map(([reason, count]) => html`<li>${(ownValue<(count: number) => string>(leads.willSkip, reason) ?? leads.willSkip.other)(count)}</li>`)}
    ${mails > 0 ? html`<li>${leads.willSend(leads.mailsCount(mails))}</li>` : NOTHING}
  </ul>`
  return adds === 0 ? told : addForm(view, told, adds)
}

function addForm(view: View, told: Html | string, count?: number): Html {
  const { leads, general } = view.words
  const chosen = chosenFrom(sentOf(view))
  return html`<section class="card narrow">
    ${typeof told === 'string' ? html`<p>${told}</p>` : told}
    <form method="post" action="${to('/leads/write')}" class="row">
      ${hidden({ ...chosenFields(chosen), campaign_id: campaignOf(view), once: view.onceInTabs })}
      <button>${leads.addButton(leads.count(count ?? chosen.count))}</button>
      <a class="button outline" href="${backFrom(chosen.back)}">${general.cancel}</a>
    </form>
  </section>`
}

export const WriteToLeadsForm = form({
  uses: [AddRecipients, BeginCampaign],
  on: { path: '/leads/write', screen: WriteToLeadsScreen },
  act: async ({ fields, perform, view }) => {
    const wanted = byFilters(chosenFrom(fields))
    const id = Number(fieldText(fields, 'campaign_id'))
    const added =
      id > 0 ? { id, count: (await perform(AddRecipients, { id, ...wanted })).data.recipients_added } : await draft()
    return see(to(`/campaigns/${added.id}/write`), notice('leads.addedToCampaign', { count: added.count }))

    async function draft() {
      const name = view.words.leads.draftName(view.format.day(view.now))
      const { data } = await perform(BeginCampaign, { name, ...wanted, ...inOwnZone(view) })
      return { id: data.id, count: data.recipients_added }
    }
  },
})
