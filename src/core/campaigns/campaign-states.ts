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

const to = (state: CampaignState): Transition => ({ to: state })
const already: Transition = { already: true }
const refuse = (id: ErrorId): Transition => ({ refused: id })

/** Most states are left alone by what happens automatically. */
const BY_ITSELF = { day_comes: already, nothing_left: already, no_mailbox: already, mailbox_back: already }

/** What holds after the start unless a state says otherwise. */
const STARTED = {
  ...BY_ITSELF,
  start: already,
  start_later: already,
  resume: already,
  archive: to('archived'),
  destroy: refuse('sequence_not_destroyable'),
  change_schedule: refuse('sequence_locked'),
}

/** A draft is being written; nothing that was started becomes a draft again; archived is final. */
export const TRANSITIONS: Record<CampaignState, Record<CampaignOperation, Transition>> = {
  draft: {
    ...BY_ITSELF,
    start: to('active'),
    start_later: to('planned'),
    pause: refuse('sequence_not_active'),
    resume: already,
    archive: refuse('sequence_not_started'),
    destroy: to('draft'),
    change_steps: to('draft'),
    change_schedule: to('draft'),
    rename: to('draft'),
    add_recipients: to('draft'),
  },
  planned: {
    ...STARTED,
    pause: to('paused'),
    change_steps: refuse('sequence_active'),
    rename: to('planned'),
    add_recipients: to('planned'),
    day_comes: to('active'),
  },
  active: {
    ...STARTED,
    pause: to('paused'),
    change_steps: refuse('sequence_active'),
    rename: to('active'),
    add_recipients: to('active'),
    nothing_left: to('completed'),
    no_mailbox: to('error'),
  },
  paused: {
    ...STARTED,
    pause: already,
    resume: to('active'),
    change_steps: to('paused'),
    rename: to('paused'),
    add_recipients: to('paused'),
  },
  completed: {
    ...STARTED,
    pause: refuse('sequence_not_active'),
    change_steps: to('completed'),
    rename: to('completed'),
    add_recipients: to('active'),
  },
  error: {
    ...STARTED,
    pause: to('paused'),
    change_steps: refuse('sequence_active'),
    rename: to('error'),
    add_recipients: to('error'),
    nothing_left: to('completed'),
    mailbox_back: to('active'),
  },
  archived: {
    ...STARTED,
    start: refuse('sequence_not_active'),
    start_later: refuse('sequence_not_active'),
    pause: refuse('sequence_not_active'),
    resume: refuse('sequence_not_active'),
    archive: already,
    change_steps: refuse('sequence_not_active'),
    rename: refuse('sequence_not_active'),
    add_recipients: refuse('sequence_not_active'),
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
