import { CheckCampaign } from '../../../core/campaigns/check-campaign.ts'
import { GetCampaign } from '../../../core/campaigns/campaigns.ts'
import { ListRecipients } from '../../../core/campaigns/recipients.ts'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { choice, hidden, problemList, textArea } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { pager } from '../../components/pager.ts'
import { askFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { changed, to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import type { Words } from '../../words/words.ts'
import { campaignFrame } from './campaign-frame.ts'
import type { CampaignData } from './campaign-frame.ts'

const ROWS = 50

const offsetOf = ({ query }: View): number => Math.max(0, Math.floor(Number(query['offset'] ?? 0)) || 0)

/** Who a campaign writes to, who gets no email, and how to add more people. */
export const CampaignPeopleScreen = screen({
  scope: 'read',
  asks: (view) => ({
    campaign: askFor(GetCampaign, { id: view.params['id'] }),
    check: askFor(CheckCampaign, { id: view.params['id'] }),
    recipients: askFor(ListRecipients, { id: view.params['id'], limit: ROWS, offset: offsetOf(view) }),
    lists: askFor(ListListChoices),
  }),
  title: ({ words }, { campaign }) => `${words.campaigns.tabs.people}: ${campaign.data.name}`,
  page: ({ campaign, check, recipients, lists }, view) => {
    const { data } = campaign
    const mayChange = view.can('write') && data.status !== 'archived'
    return campaignFrame(
      data,
      'people',
      view,
      html`${problemList(view)}
        <div class="columns wide-first">
          <div class="stack">
            ${recipients.data.recipients.length === 0 ? html`<p class="muted">${view.words.campaigns.peopleEmpty}</p>` : table(data, recipients.data.recipients, view, mayChange)}
            ${turning(data, view)}
          </div>
          <div class="stack">
            ${mayChange ? adding(data, lists.data.leads_lists, view) : NOTHING} ${noMail(check.data.no_mail, view)}
          </div>
        </div>`,
    )
  },
})

interface Recipient {
  email: string
  first_name: string | null
  last_name: string | null
  company: string | null
  sending_status: string | null
  lead_id: number | null
}

const table = ({ id }: CampaignData, rows: readonly Recipient[], view: View, mayChange: boolean): Html => {
  const { campaigns, general } = view.words
  return html`<form method="post" action="${to(`/campaigns/${id}/people/remove`)}">
    <div class="table" tabindex="0" role="region" aria-label="${campaigns.tabs.people}">
      <table class="people">
        <thead>
          <tr>
            ${mayChange ? html`<td class="tick-cell"></td>` : NOTHING}
            <th>${campaigns.recipient.name}</th>
            <th>${campaigns.recipient.company}</th>
            <th>${campaigns.recipient.email}</th>
            <th>${campaigns.recipient.state}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => line(row, view, mayChange))}
        </tbody>
      </table>
    </div>
    ${
      mayChange
        ? html`<div class="bulk">
            <button type="button" class="outline small scripted" data-tick-page>${general.tickPage}</button>
            <span class="muted scripted" data-ticked="${general.ticked(0)}">${general.ticked(0)}</span>
            <button class="outline small">${campaigns.takeOut}</button>
          </div>`
        : NOTHING
    }
  </form>`
}

const line = (row: Recipient, view: View, mayChange: boolean): Html => {
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ')
  const shown = html`<bdi>${name === '' ? row.email : name}</bdi>`
  return html`<tr>
    ${mayChange ? html`<td class="tick-cell"><input type="checkbox" name="emails" value="${row.email}" aria-label="${row.email}" /></td>` : NOTHING}
    <td>${row.lead_id === null ? shown : html`<a href="${to(`/leads/${row.lead_id}`)}">${shown}</a>`}</td>
    <td><bdi>${row.company}</bdi></td>
    <td class="mono"><bdi>${row.email}</bdi></td>
    <td>${sendingWord(row.sending_status, view.words)}</td>
  </tr>`
}

const sendingWord = (status: string | null, { campaigns }: Words): string =>
  Object.entries(campaigns.sending).find(([known]) => known === status)?.[1] ?? campaigns.sending.none

const turning = ({ id, recipients_count: count }: CampaignData, view: View): Html => {
  const offset = offsetOf(view)
  const at = (place: number) => to(`/campaigns/${id}/people`, changed(view.query, { offset: place }))
  const here = view.words.general.page(Math.floor(offset / ROWS) + 1)
  return pager(
    {
      previous: offset === 0 ? null : at(Math.max(0, offset - ROWS)),
      next: offset + ROWS < count ? at(offset + ROWS) : null,
      here,
    },
    view,
  )
}

const adding = (
  { id }: CampaignData,
  lists: readonly { id: number; name: string; leads_count: number }[],
  view: View,
): Html => {
  const { campaigns } = view.words
  const action = to(`/campaigns/${id}/people`)
  const choices = lists.map((list) => [String(list.id), campaigns.listOption(list.name, list.leads_count)] as const)
  return html`<section class="card stack">
    <h2>${campaigns.addPeople}</h2>
    <form method="post" action="${action}">
      ${hidden({ once: view.once })}${textArea(view, { name: 'emails', label: campaigns.addresses, hint: campaigns.addressesHint, rows: 4, placeholder: 'jane.rivers@birch.example' })}
      <button class="outline">${icon('add')}${campaigns.add}</button>
    </form>
    <form method="post" action="${action}">
      ${hidden({ once: `${view.once}-list` })}${choice(view, { name: 'leads_list_id', label: campaigns.fromList, choices: [['', campaigns.chooseList], ...choices] })}
      <button class="outline">${icon('add')}${campaigns.add}</button>
    </form>
  </section>`
}

const noMail = (
  groups: readonly { reason: string; recipients: number; emails: readonly string[] }[],
  { words }: View,
): Html => {
  const { campaigns } = words
  if (groups.length === 0) return NOTHING
  return html`<section class="card">
    <h2>${campaigns.getNoMail}</h2>
    ${groups.map(
      ({ reason, recipients, emails }) =>
        html`<details>
          <summary>${campaigns.skipped(recipients, reasonWord(reason, words))}</summary>
          <ul>
            ${emails.map((email) => html`<li class="mono"><bdi>${email}</bdi></li>`)}
            ${recipients > emails.length ? html`<li class="muted">${campaigns.moreOfThem(recipients - emails.length)}</li>` : NOTHING}
          </ul>
        </details>`,
    )}
  </section>`
}

/** Why someone gets no mail, in the reader's words; opt-outs of the installation have two names. */
export const reasonWord = (reason: string, { campaigns }: Words): string =>
  Object.entries(campaigns.why).find(([known]) => known === reason)?.[1] ?? campaigns.why.opted_out
