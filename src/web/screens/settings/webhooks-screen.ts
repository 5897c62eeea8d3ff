import { ListCampaignChoices } from '../../../core/campaigns/campaigns.ts'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { ListWebhookStates } from '../../../core/webhooks/webhook-states.ts'
import { CreateWebhook, ListWebhooks } from '../../../core/webhooks/webhooks.ts'
import { copyBox } from '../../components/copy-box.ts'
import { dataTable } from '../../components/data-table.ts'
import { empty } from '../../components/empty.ts'
import { choice, hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { conditionOf, eventChoices, eventWord, filterChoices, filterWord } from './webhook-words.ts'

/** The most an account may have, and how many lists and campaigns can be chosen from. */
const ALL = 100

const EXAMPLE = JSON.stringify(
  {
    id: 'evt_01JDEXAMPLE',
    type: 'lead.created',
    timestamp: '2026-03-02T09:00:00.000Z',
    data: { lead: { id: 7, email: 'jane.rivers@birch.example', first_name: 'Jane' } },
  },
  null,
  2,
)

/** Which servers are notified of what, and whether it arrives. */
export const WebhooksScreen = screen({
  scope: 'read',
  title: ({ words }) => words.webhooks.title,
  asks: () => ({
    webhooks: askFor(ListWebhooks, { limit: ALL }),
    states: askFor(ListWebhookStates),
    lists: askFor(ListListChoices),
    campaigns: askFor(ListCampaignChoices),
  }),
  page: ({ webhooks, states, lists, campaigns }, view) => {
    const { words } = view
    const make = view.can('send')
      ? html`<a class="button" href="${to('/settings/webhooks/new')}">${icon('add')}${words.webhooks.make}</a>`
      : NOTHING
    const named = { words, lists: lists.data.leads_lists, campaigns: campaigns.data.campaigns }
    const isEmpty = webhooks.data.length === 0
    return html`<header class="row apart">
        <h1>${words.webhooks.title}</h1>
        ${isEmpty ? NOTHING : make}
      </header>
      ${settingsTabs(view)}
      <p>${words.webhooks.intro}</p>
      ${
        isEmpty
          ? empty('webhook', words.webhooks.none, make)
          : dataTable({
              label: words.webhooks.title,
              people: true,
              heads: [words.webhooks.target, words.webhooks.event, words.webhooks.filter, words.webhooks.state],
              rows: webhooks.data.map(
                ({ id, target_url, event, filter_on }) =>
                  html`<tr>
                    <td><a href="${to(`/settings/webhooks/${id}`)}"><bdi>${target_url}</bdi></a></td>
                    <td>${eventWord(event, view)}<br /><small class="muted"><code>${event}</code></small></td>
                    <td data-label="${words.webhooks.filter}"><bdi>${filterWord(filter_on ?? null, named)}</bdi></td>
                    <td>${conditionOf(
                      states.data.find((state) => state.id === id),
                      view,
                    )}</td>
                  </tr>`,
              ),
            })
      }
      ${isEmpty ? html`<h2>${words.webhooks.example}</h2>${copyBox(EXAMPLE, { words, label: words.webhooks.example, lines: true })}` : NOTHING}`
  },
})

/** The target, the event, and whether for one list or campaign only. */
export const NewWebhookScreen = screen({
  scope: 'send',
  title: ({ words }) => words.webhooks.make,
  asks: () => ({ lists: askFor(ListListChoices), campaigns: askFor(ListCampaignChoices) }),
  page: ({ lists, campaigns }, view) => {
    const { webhooks, general } = view.words
    return html`<h1>${webhooks.make}</h1>
      ${settingsTabs(view)}
      <section class="narrow">
        ${problemList(view)}
        <form method="post" action="${to('/settings/webhooks/new')}">
          ${hidden({ once: view.onceInTabs })}
          ${inputField(view, { name: 'target_url', label: webhooks.target, hint: webhooks.targetHint, type: 'url', required: true, maxLength: 500, first: true })}
          ${choice(view, { name: 'event', label: webhooks.event, choices: eventChoices(view) })}
          ${choice(view, {
            name: 'filter_on',
            label: webhooks.filter,
            choices: filterChoices('', {
              words: view.words,
              lists: lists.data.leads_lists,
              campaigns: campaigns.data.campaigns,
            }),
          })}
          <div class="row">
            <button>${webhooks.make}</button>
            <a class="button outline" href="${to('/settings/webhooks')}">${general.cancel}</a>
          </div>
        </form>
      </section>`
  },
})

export const MakeWebhookForm = form({
  uses: [CreateWebhook],
  on: { path: '/settings/webhooks/new', screen: NewWebhookScreen },
  act: async ({ perform, fields, view }) => {
    const wanted = ['target_url', 'event', 'filter_on'].map((name) => [name, fieldText(fields, name)])
    const { data } = await perform(CreateWebhook, Object.fromEntries(wanted) as Record<string, string>)
    return { kind: 'page', title: view.words.webhooks.secretTitle, body: secretPage(view, data) }
  },
})

/** The secret with which the target verifies signatures, shown only once. */
export const secretPage = (
  view: View,
  { id, secret, wasRotated = false }: { id: number; secret: string; wasRotated?: boolean },
): Html => {
  const { webhooks } = view.words
  return html`<h1>${webhooks.secretTitle}</h1>
    ${settingsTabs(view)}
    <section class="narrow stack">
      <p>${webhooks.secretIntro}</p>
      ${copyBox(secret, { words: view.words, label: webhooks.secret })} ${wasRotated ? html`<p>${webhooks.rotated}</p>` : NOTHING}
      <a class="button outline" href="${to(`/settings/webhooks/${id}`)}">${webhooks.toWebhook}</a>
    </section>`
}
