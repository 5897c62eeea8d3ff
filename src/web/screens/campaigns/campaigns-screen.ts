import { CreateCampaign, ListCampaignResults } from '../../../core/campaigns/campaigns.ts'
import { empty } from '../../components/empty.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { nameSearch, newestPager, noneNamed } from '../../components/name-search.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { campaignChip, campaignHome } from './campaign-frame.ts'
import type { CampaignData } from './campaign-frame.ts'
import { inOwnZone } from '../../page/own-zone.ts'

const ROWS = 50

const isArchive = ({ query }: View): boolean => query['archived'] === 'true'

/** The campaigns with their progress. */
export const CampaignsScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.campaigns,
  asks: (view) => ({
    campaigns: askFor(ListCampaignResults, {
      archived: isArchive(view),
      query: view.query['query'],
      limit: ROWS,
      after: view.query['after'],
    }),
  }),
  page: ({ campaigns }, view) => {
    const { words } = view
    const place = { path: '/campaigns', kept: { archived: view.query['archived'] }, next: campaigns.meta.next }
    return html`<h1>${words.general.campaigns}</h1>
      ${problemList(view)}
      <ul class="tabs-line">
        ${[false, true].map(
          (archived) =>
            html`<li><a href="${to('/campaigns', { archived })}"${archived === isArchive(view) ? html` aria-current="page"` : NOTHING}>${archived ? words.campaigns.archived : words.campaigns.current}</a></li>`,
        )}
      </ul>
      ${view.can('write') && !isArchive(view) ? newCampaign(view) : NOTHING}
      ${nameSearch(view, place)} ${campaigns.data.length === 0 ? nothingHere(view, place) : table(campaigns.data, view)}
      ${newestPager(view, place)}`
  },
})

const newCampaign = (view: View): Html => {
  const { campaigns } = view.words
  return html`<form method="post" action="${to('/campaigns')}" class="filters">
    ${hidden({ once: view.onceInTabs })}
    ${inputField(view, { name: 'name', label: campaigns.newCampaign, placeholder: campaigns.nameExample, required: true, maxLength: 255 })}
    <button>${icon('add')}${campaigns.create}</button>
  </form>`
}

const nothingHere = (view: View, place: Parameters<typeof noneNamed>[1]): Html =>
  view.query['query'] === undefined ? nothingYet(view) : noneNamed(view, place)

const nothingYet = (view: View): Html => {
  const { campaigns } = view.words
  return isArchive(view)
    ? html`<p class="muted">${campaigns.emptyArchive}</p>`
    : empty('campaigns', campaigns.emptySentence, NOTHING, campaigns.emptyExample)
}

type Row = CampaignData & { results: { sent: number; replied: number; bounced: number; uncertain: number } }

const COUNTED = ['people', 'sent', 'answered', 'bounced'] as const

const counts = ({ recipients_count: people, results: { sent, replied, bounced } }: Row) =>
  [people, sent, replied, bounced].map((count, index) => [COUNTED[index] ?? 'people', count] as const)

const table = (rows: readonly Row[], { words, format, ...view }: View): Html => {
  const { campaigns } = words
  return html`<div class="table" tabindex="0" role="region" aria-label="${words.general.campaigns}">
    <table class="people">
      <thead>
        <tr>
          <th>${campaigns.columns.name}</th>
          <th>${campaigns.columns.state}</th>
          ${COUNTED.map((label) => html`<th class="number">${campaigns.columns[label]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <td><a href="${campaignHome(row)}"><bdi>${row.name}</bdi></a>${row.results.uncertain > 0 ? html`<br /><small class="warning">${icon('warning')}${campaigns.needsAttention(row.results.uncertain)}</small>` : NOTHING}</td>
              <td>${campaignChip(row.status, { words, ...view })}</td>
              ${counts(row).map(([label, count]) => html`<td class="number" data-label="${campaigns.columns[label]}">${format.number(count)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

export const CreateCampaignForm = form({
  uses: [CreateCampaign],
  on: { path: '/campaigns', screen: CampaignsScreen },
  act: async ({ perform, fields, view }) => {
    const { data } = await perform(CreateCampaign, { name: fieldText(fields, 'name'), ...inOwnZone(view) })
    return see(to(`/campaigns/${data.id}/write`), notice('campaigns.created'))
  },
})
