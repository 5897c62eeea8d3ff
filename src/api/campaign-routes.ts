import { PreviewSequence } from '../core/campaigns/preview-campaign.ts'
import { AddRecipients, CancelRecipients, ListRecipients } from '../core/campaigns/recipients.ts'
import { ArchiveSequence, PauseSequence, ResumeSequence, StartSequence } from '../core/campaigns/campaign-runs.ts'
import { GetSequenceStats } from '../core/campaigns/campaign-stats.ts'
import { AddStep, DeleteStep, GetStep, ListSteps, UpdateStep } from '../core/campaigns/campaign-steps.ts'
import {
  CreateSequence,
  DeleteSequence,
  GetSchedule,
  GetSequence,
  GetSettings,
  ListCampaigns,
  ListSequences,
  UpdateSchedule,
  UpdateSequence,
  UpdateSettings,
} from '../core/campaigns/campaigns.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const SEQUENCE = '/sequences/:id'
const RECIPIENTS = '/campaigns/:id/recipients'
const RECIPIENT = `${RECIPIENTS}/:emails`
const STEPS = `${SEQUENCE}/follow-ups`
const STEP = `${STEPS}/:follow_up_id`

/** The same under the other names of the path: steps are follow-ups. */
const stepsToo = (each: Route): Route => ({ ...each, aliases: [each.path.replace('/follow-ups', '/steps')] })

/** Campaigns are sequences. */
const sequencesToo = (each: Route): Route => ({ ...each, aliases: [each.path.replace('/campaigns', '/sequences')] })

export const SEQUENCE_ROUTES: readonly Route[] = [
  route('get', '/campaigns', ListCampaigns, 'List the sequences, newest first.'),
  route('get', '/sequences', ListSequences, 'List the sequences with their owners, newest first.'),
  { ...route('post', '/sequences', CreateSequence, 'Make a draft with an empty opening step.'), success: 201 },
  route('get', SEQUENCE, GetSequence, 'Show a sequence.'),
  route('put', SEQUENCE, UpdateSequence, 'Change a sequence; once started, only its name and unsubscribe link.'),
  { ...route('delete', SEQUENCE, DeleteSequence, 'Delete a draft.'), success: 204 },
  route('get', `${SEQUENCE}/schedule`, GetSchedule, 'Show when a sequence sends.'),
  route('put', `${SEQUENCE}/schedule`, UpdateSchedule, 'Change when a sequence sends.'),
  route('get', `${SEQUENCE}/settings`, GetSettings, 'Show what a sequence counts and adds.'),
  route('put', `${SEQUENCE}/settings`, UpdateSettings, 'Change what a sequence counts and adds.'),
  stepsToo(route('get', STEPS, ListSteps, 'List the steps of a sequence.')),
  { ...stepsToo(route('post', STEPS, AddStep, 'Add a step behind the others.')), success: 201 },
  stepsToo(route('get', STEP, GetStep, 'Show a step as it was written.')),
  stepsToo(route('put', STEP, UpdateStep, 'Change a step, the opening one too.')),
  { ...stepsToo(route('delete', STEP, DeleteStep, 'Delete the last step.')), success: 204 },
  sequencesToo(route('get', RECIPIENTS, ListRecipients, 'List the recipients in the order in which they were added.')),
  {
    ...sequencesToo(route('post', RECIPIENTS, AddRecipients, 'Add up to 50 addresses and up to 50 leads.')),
    success: 201,
  },
  sequencesToo(
    route(
      'delete',
      RECIPIENTS,
      CancelRecipients,
      'Cancel what is scheduled for up to 50 addresses; a draft loses them.',
    ),
  ),
  sequencesToo(
    route('delete', RECIPIENT, CancelRecipients, 'Cancel what is scheduled for one address; a draft loses it.'),
  ),
  sequencesToo(route('post', '/campaigns/:id/start', StartSequence, 'Start a draft.')),
  route('get', `${SEQUENCE}/preview`, PreviewSequence, 'Show what one recipient would get.'),
  route('post', `${SEQUENCE}/preview`, PreviewSequence, 'Show what one recipient would get, asked for in a body.'),
  route('get', `${SEQUENCE}/stats`, GetSequenceStats, 'Show what came of a sequence.'),
  route('post', `${SEQUENCE}/pause`, PauseSequence, 'Pause a sequence.'),
  route('delete', `${SEQUENCE}/pause`, ResumeSequence, 'Resume a paused sequence.'),
  route('post', `${SEQUENCE}/resume`, ResumeSequence, 'Resume a paused sequence.'),
  route('post', `${SEQUENCE}/archive`, ArchiveSequence, 'Archive a sequence for good.'),
]
