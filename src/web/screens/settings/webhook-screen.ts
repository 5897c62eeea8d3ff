import { asksFirst } from '../../components/confirm.ts'
import { ListCampaignChoices } from '../../../core/campaigns/campaigns.ts'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { ListWebhookDeliveries } from '../../../core/webhooks/webhook-deliveries.ts'
import { ListWebhookStates } from '../../../core/webhooks/webhook-states.ts'
import { NO_FILTER } from '../../../core/webhooks/webhook-input.ts'
import { GetWebhook } from '../../../core/webhooks/webhooks.ts'
import { dataTable } from '../../components/data-table.ts'
import { empty } from '../../components/empty.ts'
import { enhance, pollAfterMs } from '../../components/enhance.ts'
import { choice, hidden, inputField, problemList } from '../../components/field.ts'
import { pager } from '../../components/pager.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'
import { stateChip } from '../../components/state-chip.ts'
import type { Condition } from '../../components/state-chip.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { retold } from '../../page/problems.ts'
import { screen } from '../../page/screen.ts'
import { shownField } from '../../page/shown.ts'
import type { View } from '../../page/view.ts'
import { offsetPages } from './offset-pages.ts'
import { conditionOf, eventChoices, eventWord, filterChoices, filterWord } from './webhook-words.ts'

const asks = ({ part, params, query }: View) => ({
  webhook: askFor(GetWebhook, { id: params['id'] }),
  states: askFor(ListWebhookStates),
  lists: part === null ? askFor(ListListChoices) : null,
  campaigns: part === null ? askFor(ListCampaignChoices) : null,
  deliveries: askFor(ListWebhookDeliveries, { id: params['id'], limit: 25, offset: query['offset'] }),
})
type Known = Found<ReturnType<typeof asks>>
type Delivery = Known['deliveries']['data'][number]

/** Only deliveries due within this time are worth polling for. */
const SOON_MS = 30_000

const isUnderWay = ({ deliveries }: Known, { now }: View): boolean =>
  deliveries.data.some(
    ({ status, next_attempt_at }) =>
      status === 'pending' && (next_attempt_at === null || Date.parse(next_attempt_at) < now.getTime() + SOON_MS),
  )

/** One webhook: its events, whether they arrive, and the outcome of each delivery. */
export const WebhookScreen = screen({
  scope: 'read',
  title: ({ words }, { webhook }) => URL.parse(webhook.data.target_url)?.host ?? words.webhooks.title,
  asks,
  refreshes: (found, view) => isUnderWay(found, view) && (!view.can('write') || 'by the reader'),
  page: (found, view) => {
    const { words } = view
    const { data } = found.webhook
    return html`<h1><bdi>${URL.parse(data.target_url)?.host ?? words.webhooks.title}</bdi></h1>
      ${settingsTabs(view)}
      <dl class="facts">
        <dt>${words.webhooks.target}</dt>
        <dd><code><bdi>${data.target_url}</bdi></code></dd>
        <dt>${words.webhooks.event}</dt>
        <dd>${eventWord(data.event, view)} <small class="muted"><code>${data.event}</code></small></dd>
        ${data.filter_on === undefined ? NOTHING : html`<dt>${words.webhooks.filter}</dt><dd><bdi>${filterWord(data.filter_on, namesOf(found, view))}</bdi></dd>`}
        <dt>${words.webhooks.state}</dt>
        <dd>${conditionOf(
          found.states.data.find(({ id }) => id === data.id),
          view,
        )}</dd>
      </dl>
      ${problemList(view)} ${view.can('write') ? acts(found, view) : NOTHING}
      <h2>${words.webhooks.deliveries}</h2>
      ${deliveryRows(found, view)}`
  },
  parts: { deliveries: (found, view) => deliveryRows(found, view) },
})

const namesOf = ({ lists, campaigns }: Known, { words }: View) => ({
  words,
  lists: lists?.data.leads_lists ?? [],
  campaigns: campaigns?.data.campaigns ?? [],
})

function acts(found: Known, view: View): Html {
  const { webhooks } = view.words
  const { data } = found.webhook
  const act = (name: 'test' | 'rotate', word: string): Html =>
    html`<form method="post" action="${to(`/settings/webhooks/${data.id}/${name}`)}">
      ${hidden({ once: view.once })}<button class="outline">${word}</button>
    </form>`
  return html`<div class="row">
      ${act('test', webhooks.test)} ${act('rotate', webhooks.rotate)}
      <a class="button outline"${asksFirst(to(`/settings/webhooks/${data.id}/delete`))}>${webhooks.delete}</a>
    </div>
    <details${view.problems.all.length > 0 ? html` open` : NOTHING}>
      <summary>${webhooks.change}</summary>
      <form method="post" action="${to(`/settings/webhooks/${data.id}`)}" class="narrow">
        ${shownField(view, { target_url: data.target_url, event: data.event, filter_on: data.filter_on ?? NO_FILTER })}
        ${view.can('send') ? inputField(view, { name: 'target_url', label: webhooks.target, type: 'url', value: data.target_url, required: true, maxLength: 500 }) : html`<p class="muted">${webhooks.needsSend}</p>`}
        ${choice(view, { name: 'event', label: webhooks.event, value: data.event, choices: eventChoices(view) })}
        ${choice(view, { name: 'filter_on', label: webhooks.filter, value: data.filter_on ?? NO_FILTER, choices: filterChoices(NO_FILTER, namesOf(found, view), data.filter_on ?? null) })}
        <button>${webhooks.save}</button>
      </form>
    </details>`
}

function deliveryRows(found: Known, view: View): Html {
  const { words, path, query } = view
  const { webhooks } = words
  const { data, meta } = found.deliveries
  const asksAgain = isUnderWay(found, view)
    ? enhance({ get: to(path, query), target: 'deliveries', trigger: { afterMs: pollAfterMs(10_000) } })
    : NOTHING
  return html`<div id="deliveries"${asksAgain}>
    ${
      data.length === 0
        ? empty('webhook', webhooks.noDeliveries)
        : dataTable({
            label: webhooks.deliveries,
            people: true,
            heads: [webhooks.when, webhooks.event, webhooks.state, webhooks.answer, ''],
            rows: data.map((delivery) => row(delivery, view)),
          })
    }
    ${pager(offsetPages(view, meta), view)}
  </div>`
}

const CONDITIONS: Readonly<Record<Delivery['status'], Condition>> = {
  pending: 'waiting',
  success: 'good',
  error: 'bad',
}

function row(delivery: Delivery, view: View): Html {
  const { words, format } = view
  const { webhooks } = words
  const { status, next_attempt_at, response_status, problem } = delivery
  return html`<tr>
    <td>${time(delivery.created_at, format)}</td>
    <td>${eventWord(delivery.event, view)}</td>
    <td>
      ${stateChip(CONDITIONS[status], webhooks.status[status])} <small class="muted">${webhooks.tries(delivery.attempts)}${
        status === 'pending' && next_attempt_at !== null && delivery.attempts > 0
          ? html`, ${webhooks.next(format.moment(new Date(next_attempt_at)))}`
          : NOTHING
      }</small>
    </td>
    <td${response_status === null && problem === null ? NOTHING : html` data-label="${webhooks.answer}"`}>${response_status === null ? NOTHING : html`<code>${response_status}</code>`} ${problem === null ? NOTHING : html`<small class="muted">${retold(problem, words)}</small>`}</td>
    <td>${
      status === 'pending' || !view.can('write')
        ? NOTHING
        : html`<form method="post" action="${to(`/settings/webhooks/${delivery.webhook_id}/deliveries/${delivery.id}`)}">
            ${hidden({ once: `${view.once}-${delivery.id}` })}<button class="outline small" aria-label="${webhooks.again}: ${delivery.event_id}">${webhooks.again}</button>
          </form>`
    }</td>
  </tr>`
}
