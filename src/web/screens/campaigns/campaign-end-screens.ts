import { ArchiveCampaign } from '../../../core/campaigns/archive-campaign.ts'
import { DeleteCampaign, GetCampaign } from '../../../core/campaigns/campaigns.ts'
import { ListMessages } from '../../../core/campaigns/messages.ts'
import { PauseCampaign } from '../../../core/campaigns/pause-campaign.ts'
import { NOT_PAUSED, ResumeCampaign } from '../../../core/campaigns/resume-campaign.ts'
import { confirm } from '../../components/confirm.ts'
import { askFor } from '../../page/ask.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { CampaignStatsScreen } from './campaign-stats-screen.ts'
import { wasThere } from './was-there.ts'

/** Asks before a campaign is archived for good. */
export const ArchiveCampaignScreen = screen({
  scope: 'write',
  asks: ({ params }) => ({
    campaign: askFor(GetCampaign, { id: params['id'] }),
    scheduled: askFor(ListMessages, { id: params['id'], status: 'scheduled', limit: 1 }),
  }),
  title: ({ words }, { campaign }) => words.campaigns.archiveQuestion(campaign.data.name),
  page: ({ campaign, scheduled }, view) => {
    const { campaigns } = view.words
    const { id, name } = campaign.data
    return confirm(view, {
      question: campaigns.archiveQuestion(name),
      what: html`<p>${campaigns.archiveWhat(scheduled.meta.total)}</p>`,
      action: to(`/campaigns/${id}/archive`),
      fields: {},
      button: campaigns.archiveButton,
      back: to(`/campaigns/${id}/stats`),
    })
  },
})

export const ArchiveCampaignForm = form({
  uses: [ArchiveCampaign],
  on: { path: '/campaigns/:id/archive', screen: ArchiveCampaignScreen },
  act: async ({ perform, view }) => {
    await perform(ArchiveCampaign, { id: view.params['id'] })
    return see(to('/campaigns'), notice('campaigns.archived'))
  },
})

/** Asks before a draft is deleted with everything written in it. */
export const DeleteCampaignScreen = screen({
  scope: 'write',
  asks: ({ params }) => ({ campaign: askFor(GetCampaign, { id: params['id'] }) }),
  title: ({ words }, { campaign }) => words.campaigns.deleteQuestion(campaign.data.name),
  page: ({ campaign }, view) => {
    const { campaigns } = view.words
    const { id, name, recipients_count: people } = campaign.data
    return confirm(view, {
      question: campaigns.deleteQuestion(name),
      what: html`<p>${campaigns.deleteWhat(people)}</p>`,
      action: to(`/campaigns/${id}/delete`),
      fields: {},
      button: campaigns.deleteButton,
      back: to(`/campaigns/${id}/write`),
    })
  },
})

export const DeleteCampaignForm = form({
  uses: [DeleteCampaign],
  on: { path: '/campaigns/:id/delete', screen: DeleteCampaignScreen },
  act: async ({ perform, view }) => {
    const isDone = await wasThere(perform(DeleteCampaign, { id: view.params['id'] }))
    return see(to('/campaigns'), notice(isDone ? 'campaigns.deleted' : 'campaigns.goneBefore'))
  },
})

const onStats = { path: '/campaigns/:id/stats', screen: CampaignStatsScreen }

export const PauseCampaignForm = form({
  uses: [PauseCampaign],
  on: onStats,
  act: async ({ perform, view }) => {
    const path = `/campaigns/${view.params['id']}`
    await perform(PauseCampaign, { id: view.params['id'] })
    const undo = view.can('send') ? { action: to(`${path}/resume`), fields: {} } : undefined
    return see(to(`${path}/stats`), notice('campaigns.paused', {}, undo))
  },
})

export const ResumeCampaignForm = form({
  uses: [ResumeCampaign],
  on: onStats,
  act: async ({ perform, view }) => {
    const path = `/campaigns/${view.params['id']}`
    const { data } = await perform(ResumeCampaign, { id: view.params['id'] })
    if (data.message === NOT_PAUSED) return see(to(`${path}/stats`), notice('campaigns.notPaused'))
    return see(to(`${path}/stats`), notice('campaigns.resumed', {}, { action: to(`${path}/pause`), fields: {} }))
  },
})
