import { AppError } from '../../errors.ts'
import type { ErrorId } from '../../errors.ts'

/** The life of a campaign, as data: what may happen to it in each state. */

export const CAMPAIGN_STATES = ['draft', 'planned', 'active', 'paused', 'completed', 'error', 'archived'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** What comes of an operation, in words that clients of the documented API compare. */
export const DOCUMENTED_SENTENCES = {
  alreadyStarted: 'Sequence already started.',
  resumed: 'Sequence resumed.',
  notPaused: 'Sequence is not paused.',
} as const

export const CAMPAIGN_OPERATIONS = [
  // What its owner does.
  'start',
  'start_later',
  'pause',
  'resume',
  'archive',
  'destroy',
  'change_steps',
  'change_schedule',
  'rename',
  'add_recipients',
  // What happens automatically.
  'day_comes',
  'nothing_left',
  'no_mailbox',
  'mailbox_back',
] as const
export type CampaignOperation = (typeof CAMPAIGN_OPERATIONS)[number]

/**
 * `to`: the state afterwards, which may be the same. `already`: nothing is left to do, which is a good answer.
 * `refused`: the error for the caller.
 */
export type Transition = { to: CampaignState } | { already: true } | { refused: ErrorId }

const stay = (state: CampaignState): Transition => ({ to: state })
const to = stay
const already: Transition = { already: true }
const refuse = (id: ErrorId): Transition => ({ refused: id })

/** A draft is being written; nothing that was started becomes a draft again; archived is final. */
export const TRANSITIONS: Record<CampaignState, Record<CampaignOperation, Transition>> = {
  draft: {
    start: to('active'),
    start_later: to('planned'),
    pause: refuse('sequence_not_active'),
    resume: already,
    archive: refuse('sequence_not_started'),
    destroy: stay('draft'),
    change_steps: stay('draft'),
    change_schedule: stay('draft'),
    rename: stay('draft'),
    add_recipients: stay('draft'),
    day_comes: already,
    nothing_left: already,
    no_mailbox: already,
    mailbox_back: already,
  },
  planned: {
    start: already,
    start_later: already,
    pause: to('paused'),
    resume: already,
    archive: to('archived'),
    destroy: refuse('sequence_not_destroyable'),
    change_steps: refuse('sequence_active'),
    change_schedule: refuse('sequence_locked'),
    rename: stay('planned'),
    add_recipients: stay('planned'),
    day_comes: to('active'),
    nothing_left: already,
    no_mailbox: already,
    mailbox_back: already,
  },
  active: {
    start: already,
    start_later: already,
    pause: to('paused'),
    resume: already,
    archive: to('archived'),
    destroy: refuse('sequence_not_destroyable'),
    change_steps: refuse('sequence_active'),
    change_schedule: refuse('sequence_locked'),
    rename: stay('active'),
    add_recipients: stay('active'),
    day_comes: already,
    nothing_left: to('completed'),
    no_mailbox: to('error'),
    mailbox_back: already,
  },
  paused: {
    start: already,
    start_later: already,
    pause: already,
    resume: to('active'),
    archive: to('archived'),
    destroy: refuse('sequence_not_destroyable'),
    change_steps: stay('paused'),
    change_schedule: refuse('sequence_locked'),
    rename: stay('paused'),
    add_recipients: stay('paused'),
    day_comes: already,
    nothing_left: already,
    no_mailbox: already,
    mailbox_back: already,
  },
  completed: {
    start: already,
    start_later: already,
    pause: refuse('sequence_not_active'),
    resume: already,
    archive: to('archived'),
    destroy: refuse('sequence_not_destroyable'),
    change_steps: stay('completed'),
    change_schedule: refuse('sequence_locked'),
    rename: stay('completed'),
    add_recipients: to('active'),
    day_comes: already,
    nothing_left: already,
    no_mailbox: already,
    mailbox_back: already,
  },
  error: {
    start: already,
    start_later: already,
    pause: to('paused'),
    resume: already,
    archive: to('archived'),
    destroy: refuse('sequence_not_destroyable'),
    change_steps: refuse('sequence_active'),
    change_schedule: refuse('sequence_locked'),
    rename: stay('error'),
    add_recipients: stay('error'),
    day_comes: already,
    nothing_left: to('completed'),
    no_mailbox: already,
    mailbox_back: to('active'),
  },
  archived: {
    start: refuse('sequence_not_active'),
    start_later: refuse('sequence_not_active'),
    pause: refuse('sequence_not_active'),
    resume: refuse('sequence_not_active'),
    archive: already,
    destroy: refuse('sequence_not_destroyable'),
    change_steps: refuse('sequence_not_active'),
    change_schedule: refuse('sequence_locked'),
    rename: refuse('sequence_not_active'),
    add_recipients: refuse('sequence_not_active'),
    day_comes: already,
    nothing_left: already,
    no_mailbox: already,
    mailbox_back: already,
  },
}

const SENTENCES: Partial<Record<ErrorId, string>> = {
  sequence_active: 'Pause the campaign before changing its steps.',
  sequence_not_active: 'The campaign is not active.',
  sequence_not_started: 'The campaign was never started.',
  sequence_not_destroyable: 'Only drafts can be deleted; archive it instead.',
  sequence_locked: 'Schedule and senders are locked once a campaign has started.',
}

const NOT_PAUSED: Partial<Record<CampaignState, string>> = {
  draft: 'The campaign is not active: it is a draft.',
  completed: 'The campaign is not active: it is completed.',
  archived: 'The campaign is not active: it is archived.',
}

/**
 * The state after an operation; null if nothing is left to do.
 * @throws AppError the error in the table, if the state forbids the operation.
 */
export function nextState(state: CampaignState, operation: CampaignOperation): CampaignState | null {
  const transition = TRANSITIONS[state][operation]
  if ('to' in transition) return transition.to
  if ('already' in transition) return null
  const sentence = operation === 'pause' ? NOT_PAUSED[state] : SENTENCES[transition.refused]
  throw new AppError(transition.refused, sentence ?? 'The state of the campaign does not allow that.')
}

/** @throws AppError sequence_active for a campaign that has started, even if it has been paused since. */
export function demandDraft({ status }: { status: CampaignState }): void {
  if (status !== 'draft')
    throw new AppError('sequence_active', `The campaign has started (${status}); only drafts can be replaced.`)
}
