import type { CampaignDay } from '../../../core/campaigns/campaign-history.ts'
import { sparkline } from '../../components/sparkline.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'
import type { CampaignData } from './campaign-frame.ts'

interface Rates {
  sent: number
  opened: number
  clicked: number
  open_rate: number
  click_rate: number
  reply_rate: number
  bounce_rate: number
  unsubscribed_recipients_rate: number
}

type Counted = Exclude<keyof CampaignDay, 'date'>

/** The overall results of a campaign, each figure with its history. */
export const campaignTiles = (
  { settings }: CampaignData,
  { stats, days }: { stats: Rates; days: readonly CampaignDay[] },
  { words, format }: View,
): Html => {
  const { campaigns } = words
  const tile = (name: keyof typeof campaigns.stats, figure: string, of: Counted) =>
    html`<div class="tile"><dt>${campaigns.stats[name]}</dt><dd>${figure}${sparkline(days.map((day) => day[of]))}</dd></div>`
  const rate = (name: keyof typeof campaigns.stats, share: number, of: Counted) => tile(name, format.percent(share), of)
  const uncounted = (name: keyof typeof campaigns.stats) =>
    html`<div class="tile"><dt>${campaigns.stats[name]}</dt><dd class="word">${campaigns.notTracked}</dd></div>`
  const { sent, opened, clicked } = stats
  return html`<dl class="tiles">
    ${tile('sent', format.number(sent), 'sent')}
    ${settings.tracked || opened > 0 ? rate('opened', stats.open_rate, 'opened') : uncounted('opened')}
    ${settings.tracked_links || clicked > 0 ? rate('clicked', stats.click_rate, 'clicked') : uncounted('clicked')}
    ${rate('answered', stats.reply_rate, 'replied')}
    ${rate('bounced', stats.bounce_rate, 'bounced')}
    ${rate('stopped', stats.unsubscribed_recipients_rate, 'unsubscribed')}
  </dl>`
}
