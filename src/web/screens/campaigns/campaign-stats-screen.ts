import { GetCampaignHistory } from '../../../core/campaigns/campaign-history.ts'
import type { CampaignDay } from '../../../core/campaigns/campaign-history.ts'
import { GetCampaignStats } from '../../../core/campaigns/campaign-stats.ts'
import { GetCampaign } from '../../../core/campaigns/campaigns.ts'
import { ListMessages, MarkMessageSent, ResendMessage } from '../../../core/campaigns/messages.ts'
import { chart, chartHead } from '../../components/chart.ts'
import { hidden, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { askFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { retold } from '../../page/problems.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { guardCard } from './campaign-guard-card.ts'
import { campaignFrame } from './campaign-frame.ts'
import { campaignTiles } from './campaign-tiles.ts'
import type { CampaignData } from './campaign-frame.ts'

const DAYS = 60
const MESSAGES = 20

/** The results of a campaign: overall, by day and by step, and emails that need attention. */
export const CampaignStatsScreen = screen({
  scope: 'read',
  head: chartHead,
  asks: ({ params: { id } }) => ({
    campaign: askFor(GetCampaign, { id }),
    stats: askFor(GetCampaignStats, { id }),
    history: askFor(GetCampaignHistory, { id, days: DAYS }),
    uncertain: askFor(ListMessages, { id, status: 'uncertain', limit: MESSAGES }),
    failed: askFor(ListMessages, { id, status: 'error', limit: MESSAGES }),
  }),
  title: ({ words }, { campaign }) => `${words.campaigns.tabs.stats}: ${campaign.data.name}`,
  page: ({ campaign, stats, history, uncertain, failed }, view) => {
    const { data } = campaign
    const isEmpty = stats.data.sent === 0 && uncertain.meta.total === 0 && failed.meta.total === 0
    return campaignFrame(
      data,
      'stats',
      view,
      html`<div class="stack">${problemList(view)} ${guardCard(data.id, { guard: campaign.meta.guard ?? null, held: stats.meta.held ?? {} }, view)} ${inDoubt(data, uncertain, view)} ${notSent(failed, view)}
        ${
          isEmpty
            ? html`<p class="muted">${view.words.campaigns.statsEmpty}</p>`
            : html`<div>${campaignTiles(data, { stats: stats.data, days: sinceTheFirst(history.data.days) }, view)}</div> ${byDay(sinceTheFirst(history.data.days), view)} ${bySteps(data, stats.data.follow_ups, view)}`
        }</div>`,
    )
  },
})

const sinceTheFirst = (days: readonly CampaignDay[]): readonly CampaignDay[] => {
  const first = days.findIndex((day) => day.sent + day.replied + day.bounced > 0)
  return first < 0 ? [] : days.slice(first)
}

const byDay = (shown: readonly CampaignDay[], view: View): Html => {
  const { campaigns } = view.words
  const series = (label: string, of: (day: CampaignDay) => number) => ({ label, values: shown.map(of) })
  return html`<section>
    <h2>${campaigns.byDay}</h2>
    ${chart(view, {
      label: campaigns.byDay,
      days: shown.map(({ date }) => date),
      series: [
        series(campaigns.stats.sent, ({ sent }) => sent),
        series(campaigns.stats.answered, ({ replied }) => replied),
        series(campaigns.stats.bounced, ({ bounced }) => bounced),
      ],
      words: { day: campaigns.date, asTable: campaigns.asTable },
    })}
  </section>`
}

interface StepRates {
  step: number
  messages_sent: number
  open_rate: number
  reply_rate: number
  bounce_rate: number
  opened: number
  bounced: number
}

const bySteps = ({ settings }: CampaignData, steps: readonly StepRates[], { words, format }: View): Html => {
  const { campaigns } = words
  const rateOf = ({ messages_sent: sent }: StepRates, rate: number) => (sent === 0 ? '–' : format.percent(rate))
  return html`<section>
    <h2>${campaigns.bySteps}</h2>
    <div class="table" tabindex="0" role="region" aria-label="${campaigns.bySteps}">
      <table class="people">
        <thead>
          <tr>
            <td></td>
            <th class="number">${campaigns.stats.sent}</th>
            <th class="number">${campaigns.stats.opened}</th>
            <th class="number">${campaigns.stats.answered}</th>
            <th class="number">${campaigns.stats.bounced}</th>
          </tr>
        </thead>
        <tbody>
          ${steps.map(
            (row) =>
              html`<tr>
                <td>${campaigns.step(row.step + 1)}</td>
                <td class="number" data-label="${campaigns.stats.sent}">${format.number(row.messages_sent)}</td>
                <td class="number" data-label="${campaigns.stats.opened}">${settings.tracked || row.opened > 0 ? rateOf(row, row.open_rate) : '–'}</td>
                <td class="number" data-label="${campaigns.stats.answered}">${rateOf(row, row.reply_rate)}</td>
                <td class="number" data-label="${campaigns.stats.bounced}">${row.bounced > 0 ? format.percent(row.bounce_rate) : rateOf(row, row.bounce_rate)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}

interface Messages {
  data: {
    messages: readonly { id: number; step: number; to: string; subject: string | null; problem: string | null }[]
  }
  meta: { total: number }
}

const inDoubt = ({ id }: CampaignData, { data, meta }: Messages, { words, can, once }: View): Html => {
  const { campaigns } = words
  if (meta.total === 0) return NOTHING
  const decide = (message: number, place: string, word: string) =>
    html`<form method="post" action="${to(`/campaigns/${id}/messages/${message}/${place}`)}">${hidden({ once: `${once}-${message}` })}<button class="outline small">${word}</button></form>`
  return html`<section class="card">
    <h2>${icon('warning')} ${campaigns.uncertainTitle(meta.total)}</h2>
    <p>${campaigns.uncertainWhat}</p>
    <ul class="plain">
      ${data.messages.map(
        (message) =>
          html`<li class="row apart"><span>${campaigns.step(message.step + 1)} · <bdi class="mono">${message.to}</bdi></span>
            <span class="row">${can('send') ? decide(message.id, 'resend', campaigns.sendAgain) : NOTHING}${can('write') ? decide(message.id, 'sent', campaigns.itWasSent) : NOTHING}</span></li>`,
      )}
    </ul>
    ${meta.total > data.messages.length ? html`<p class="muted">${campaigns.moreOfThem(meta.total - data.messages.length)}</p>` : NOTHING}
  </section>`
}

const notSent = ({ data, meta }: Messages, { words }: View): Html => {
  const { campaigns } = words
  if (meta.total === 0) return NOTHING
  return html`<details class="card">
    <summary>${icon('warning')} ${campaigns.failedTitle}: ${campaigns.mails(meta.total)}</summary>
    <ul class="plain">
      ${data.messages.map((message) => html`<li>${campaigns.step(message.step + 1)} · <bdi class="mono">${message.to}</bdi><br /><small class="muted">${message.problem === null ? NOTHING : retold(message.problem, words)}</small></li>`)}
    </ul>
    ${meta.total > data.messages.length ? html`<p class="muted">${campaigns.moreOfThem(meta.total - data.messages.length)}</p>` : NOTHING}
  </details>`
}

const on = { path: '/campaigns/:id/stats', screen: CampaignStatsScreen }

/** For an email that did not arrive. */
export const ResendMessageForm = form({
  uses: [ResendMessage],
  on,
  act: async ({ perform, view: { params } }) => {
    await perform(ResendMessage, { id: params['id'], message_id: params['message_id'] })
    return see(to(`/campaigns/${params['id']}/stats`), notice('campaigns.resent'))
  },
})

/** For one that did. */
export const MarkMessageSentForm = form({
  uses: [MarkMessageSent],
  on,
  act: async ({ perform, view: { params } }) => {
    await perform(MarkMessageSent, { id: params['id'], message_id: params['message_id'] })
    return see(to(`/campaigns/${params['id']}/stats`), notice('campaigns.markedSent'))
  },
})
