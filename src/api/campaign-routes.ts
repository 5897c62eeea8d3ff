import { ListAnswers, MarkAnswer } from '../core/answers/answers.ts'
import { DraftCampaign } from '../core/campaigns/drafts/draft-campaign.ts'
import { PreviewMessage } from '../core/campaigns/drafts/preview-message.ts'
import { CheckCampaign } from '../core/campaigns/check-campaign.ts'
import { GetCampaignHistory } from '../core/campaigns/campaign-history.ts'
import { SendTestMessage } from '../core/campaigns/send-test-message.ts'
import { PreviewCampaign } from '../core/campaigns/preview-campaign.ts'
import { AddRecipients, CancelRecipients, ListRecipients } from '../core/campaigns/recipients.ts'
import { ArchiveCampaign } from '../core/campaigns/archive-campaign.ts'
import { PauseCampaign } from '../core/campaigns/pause-campaign.ts'
import { ResumeCampaign } from '../core/campaigns/resume-campaign.ts'
import { StartCampaign } from '../core/campaigns/start-campaign.ts'
import { GetCampaignStats } from '../core/campaigns/campaign-stats.ts'
import { AddStep, DeleteStep, GetStep, ListSteps, UpdateStep } from '../core/campaigns/campaign-steps.ts'
import {
  CreateCampaign,
  DeleteCampaign,
  GetSchedule,
  GetCampaign,
  GetSettings,
  ListCampaigns,
  ListCampaignsWithOwners,
  UpdateSchedule,
  UpdateCampaign,
  UpdateSettings,
} from '../core/campaigns/campaigns.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const SEQUENCE = '/sequences/:id'
const RECIPIENTS = '/campaigns/:id/recipients'
const RECIPIENT = `${RECIPIENTS}/:emails`
const STEPS = `${SEQUENCE}/follow-ups`
const STEP = `${STEPS}/:follow_up_id`

/** The same route under `/steps`, the other name of follow-ups. */
const stepsToo = (each: Route): Route => ({ ...each, pathAliases: [each.path.replace('/follow-ups', '/steps')] })

/** The same route under `/sequences`, the other name of campaigns. */
const underBothNames = (each: Route): Route => ({
  ...each,
  pathAliases: [each.path.replace('/campaigns', '/sequences')],
})

/** Example requests for the documentation. */
const SCHEDULE = { schedule_time_start: 32_400, schedule_time_end: 61_200, time_zone: 'Europe/Lisbon' }
const WRITTEN_STEP = { subject: 'A question', body: 'Hello {{first_name|fallback:"there"}}', wait_days: 3 }
const DRAFT = { name: 'Spring', steps: [WRITTEN_STEP], days: [1, 2, 3], from_time: '09:00', to_time: '16:00' }

export const CAMPAIGN_ROUTES: readonly Route[] = [
  route('get', '/campaigns', ListCampaigns, 'List the campaigns, newest first.', { started: true }),
  route('get', '/sequences', ListCampaignsWithOwners, 'List the campaigns with their owners, newest first.', {
    archived: false,
  }),
  {
    ...route('post', '/sequences', CreateCampaign, 'Create a draft with an empty first step.', {
      name: 'Spring',
      ...SCHEDULE,
    }),
    success: 201,
  },
  route('get', SEQUENCE, GetCampaign, 'Show a campaign.'),
  route('put', SEQUENCE, UpdateCampaign, 'Update a campaign; once started, only its name and unsubscribe link.', {
    name: 'Summer',
  }),
  { ...route('delete', SEQUENCE, DeleteCampaign, 'Delete a draft.'), success: 204 },
  route('get', `${SEQUENCE}/schedule`, GetSchedule, 'Show when a campaign sends.'),
  route('put', `${SEQUENCE}/schedule`, UpdateSchedule, 'Change when a campaign sends.', SCHEDULE),
  route('get', `${SEQUENCE}/settings`, GetSettings, 'Show what a campaign tracks and adds to messages.'),
  route('put', `${SEQUENCE}/settings`, UpdateSettings, 'Change what a campaign tracks and adds to messages.', {
    tracked: false,
  }),
  stepsToo(route('get', STEPS, ListSteps, 'List the steps of a campaign.')),
  { ...stepsToo(route('post', STEPS, AddStep, 'Add a step at the end.', WRITTEN_STEP)), success: 201 },
  stepsToo(route('get', STEP, GetStep, 'Show a step.')),
  stepsToo(route('put', STEP, UpdateStep, 'Update a step, including the first one.', WRITTEN_STEP)),
  { ...stepsToo(route('delete', STEP, DeleteStep, 'Delete the last step.')), success: 204 },
  {
    ...underBothNames(
      route('post', '/campaigns/draft', DraftCampaign, 'Create a draft with its steps, senders and times.', DRAFT),
    ),
    success: 201,
  },
  underBothNames(
    route('get', '/campaigns/:id/draft', PreviewMessage, 'Show the texts and what a few recipients would get.', {
      emails: ['rui@lumen.example'],
      step: 0,
    }),
  ),
  underBothNames(
    route(
      'put',
      '/campaigns/:id/draft',
      DraftCampaign,
      'Replace a draft, all or nothing; the response says what is still missing.',
      DRAFT,
    ),
  ),
  underBothNames(
    route('get', RECIPIENTS, ListRecipients, 'List the recipients in the order they were added.', {
      limit: 10,
      offset: 0,
    }),
  ),
  {
    ...underBothNames(
      route('post', RECIPIENTS, AddRecipients, 'Add up to 50 addresses and up to 50 leads.', {
        emails: ['rui@lumen.example'],
      }),
    ),
    success: 201,
  },
  underBothNames(
    route(
      'delete',
      RECIPIENTS,
      CancelRecipients,
      'Cancel scheduled messages for up to 50 addresses; a draft removes them.',
      { emails: ['rui@lumen.example'] },
    ),
  ),
  underBothNames(
    route('delete', RECIPIENT, CancelRecipients, 'Cancel scheduled messages for one address; a draft removes it.'),
  ),
  underBothNames(route('post', '/campaigns/:id/start', StartCampaign, 'Start a draft.', { expected_recipients: 1 })),
  route('get', `${SEQUENCE}/preview`, PreviewCampaign, 'Show what one recipient would get.', {
    recipient: 'rui@lumen.example',
  }),
  route(
    'post',
    `${SEQUENCE}/preview`,
    PreviewCampaign,
    'Show what one recipient would get, with the parameters in a body.',
    { recipient: 'rui@lumen.example' },
  ),
  route(
    'get',
    `${SEQUENCE}/check`,
    CheckCampaign,
    'Show what prevents a campaign from starting, and who would get no email.',
  ),
  route('post', `${SEQUENCE}/test`, SendTestMessage, 'Send a step to your own address.'),
  route('get', `${SEQUENCE}/stats`, GetCampaignStats, 'Show the results of a campaign.'),
  route('get', `${SEQUENCE}/history`, GetCampaignHistory, 'Show what happened in a campaign, day by day.'),
  route('post', `${SEQUENCE}/pause`, PauseCampaign, 'Pause a campaign.'),
  route('delete', `${SEQUENCE}/pause`, ResumeCampaign, 'Resume a paused campaign.'),
  route('post', `${SEQUENCE}/resume`, ResumeCampaign, 'Resume a paused campaign.'),
  route('post', `${SEQUENCE}/archive`, ArchiveCampaign, 'Archive a campaign permanently.'),
  route('get', '/answers', ListAnswers, 'List the replies, bounces and requests to stop, newest first.'),
  route('put', '/answers/:id', MarkAnswer, 'Mark an answer as done, or add a note to it.'),
]
