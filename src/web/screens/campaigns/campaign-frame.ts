import { asksFirst } from '../../components/confirm.ts'
import type { z } from 'zod'
import type { CampaignRecord } from '../../../core/campaigns/campaign-output.ts'
import { hidden } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import type { IconName } from '../../components/icon.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import { tooltip } from '../../components/tooltip.ts'

export type CampaignData = z.output<typeof CampaignRecord>
export type CampaignTab = 'write' | 'people' | 'schedule' | 'stats'

const LOOKS: Readonly<Record<CampaignData['status'], readonly [colour: string, icon: IconName]>> = {
  draft: ['unknown', 'edit'],
  planned: ['webmail', 'disposable'],
  preparing: ['webmail', 'running'],
  active: ['valid', 'play'],
  paused: ['accept_all', 'pause'],
  completed: ['unknown', 'check'],
  error: ['invalid', 'warning'],
  archived: ['unknown', 'none'],
}

/** The state of a campaign: word, icon and colour, with one sentence. */
export function campaignChip(status: CampaignData['status'], { words }: Pick<View, 'words'>): Html {
  const [colour, drawing] = LOOKS[status]
  const { word, sentence } = words.campaigns.state[status]
  return html`<span class="chip" data-status="${colour}" tabindex="0"${tooltip(sentence)}>${icon(drawing)}${word}</span>`
}

/** Where to continue with a campaign: a draft is written, all others have results. */
export const campaignHome = ({ id, status }: Pick<CampaignData, 'id' | 'status'>): string =>
  to(`/campaigns/${id}/${status === 'draft' ? 'write' : 'stats'}`)

/** Name, state, actions, and the four screens of a campaign. */
export const campaignFrame = (campaign: CampaignData, here: CampaignTab, view: View, body: Content): Html =>
  html`<div class="row apart">
      <h1><bdi>${campaign.name}</bdi> ${campaignChip(campaign.status, view)}</h1>
      <div class="row">${actions(campaign, view)}</div>
    </div>
    <ul class="tabs-line">
      ${(['write', 'people', 'schedule', 'stats'] as const).map(
        (tab) =>
          html`<li><a href="${to(`/campaigns/${campaign.id}/${tab}`)}"${tab === here ? html` aria-current="page"` : NOTHING}>${view.words.campaigns.tabs[tab]}${tab === 'people' ? html` <span class="muted">${view.format.number(campaign.recipients_count)}</span>` : NOTHING}</a></li>`,
      )}
    </ul>
    ${body}`

function actions({ id, status }: CampaignData, view: View): Content {
  const { campaigns } = view.words
  const path = `/campaigns/${id}`
  const linkTo = (place: string, word: string, look = 'button outline small') =>
    html`<a class="${look}"${asksFirst(to(`${path}/${place}`))}>${word}</a>`
  if (!view.can('write') || status === 'archived') return NOTHING
  if (status === 'draft')
    return [
      linkTo('delete', campaigns.deleteDraft),
      view.can('send') && linkTo('start', campaigns.previewAndStart, 'button'),
    ]
  return [
    linkTo('archive', campaigns.archive),
    status === 'paused' && view.can('send') && button(view, `${path}/resume`, 'play', campaigns.resume),
    ['planned', 'preparing', 'active', 'error'].includes(status) &&
      button(view, `${path}/pause`, 'pause', campaigns.pause, 'outline small'),
  ]
}

const button = ({ once }: View, path: string, drawing: IconName, word: string, look = 'small'): Html =>
  html`<form method="post" action="${to(path)}">${hidden({ once })}<button class="${look}">${icon(drawing)}${word}</button></form>`
