import { describe, expect, test } from 'vitest'
import { nextState, CAMPAIGN_OPERATIONS, CAMPAIGN_STATES } from '../../../src/core/campaigns/campaign-states.ts'
import type { CampaignOperation, CampaignState } from '../../../src/core/campaigns/campaign-states.ts'
import { AppError } from '../../../src/errors.ts'

/** The whole table again, as documented: the state afterwards, `=` for nothing to do, or the error. */
const A = 'sequence_active'
const N = 'sequence_not_active'
const S = 'sequence_not_started'
const D = 'sequence_not_destroyable'
const L = 'sequence_locked'

const EXPECTED: Record<CampaignOperation, readonly string[]> = {
  //                draft      planned      active       paused    completed    error       archived
  start: /*      */ ['active', '=', '=', '=', '=', '=', N],
  start_later: /**/ ['planned', '=', '=', '=', '=', '=', N],
  pause: /*      */ [N, 'paused', 'paused', '=', N, 'paused', N],
  resume: /*     */ ['=', '=', '=', 'active', '=', '=', N],
  archive: /*    */ [S, 'archived', 'archived', 'archived', 'archived', 'archived', '='],
  destroy: /*    */ ['draft', D, D, D, D, D, D],
  change_steps: /**/ ['draft', A, A, 'paused', 'completed', A, N],
  change_schedule: ['draft', L, L, L, L, L, L],
  rename: /*     */ ['draft', 'planned', 'active', 'paused', 'completed', 'error', N],
  add_recipients: ['draft', 'planned', 'active', 'paused', 'active', 'error', N],
  day_comes: /*  */ ['=', 'active', '=', '=', '=', '=', '='],
  nothing_left: /**/ ['=', '=', 'completed', '=', '=', 'completed', '='],
  no_mailbox: /* */ ['=', '=', 'error', '=', '=', '=', '='],
  mailbox_back: /**/ ['=', '=', '=', '=', '=', 'active', '='],
}

function outcome(state: CampaignState, operation: CampaignOperation): string {
  try {
    return nextState(state, operation) ?? '='
  } catch (error) {
    return error instanceof AppError ? error.id : String(error)
  }
}

describe('the life of a campaign', () => {
  test.each(CAMPAIGN_OPERATIONS.map((operation) => [operation]))(
    'changes as documented on %s, in every state',
    (operation) => {
      expect(CAMPAIGN_STATES.map((state) => outcome(state, operation))).toEqual(EXPECTED[operation])
    },
  )

  test('never leads back to a draft, or out of the archive', () => {
    for (const state of CAMPAIGN_STATES)
      for (const operation of CAMPAIGN_OPERATIONS) {
        const after = outcome(state, operation)
        if (state !== 'draft') expect(after).not.toBe('draft')
        if (state === 'archived') expect(CAMPAIGN_STATES).not.toContain(after)
      }
  })

  test('gives every refusal its own sentence', () => {
    const refusal = (state: CampaignState, operation: CampaignOperation) => () => nextState(state, operation)
    expect(refusal('active', 'change_steps')).toThrow('Pause the campaign before changing its steps.')
    expect(refusal('draft', 'pause')).toThrow('The campaign is not active: it is a draft.')
    expect(refusal('draft', 'archive')).toThrow('The campaign was never started.')
    expect(refusal('completed', 'destroy')).toThrow('Only drafts can be deleted; archive it instead.')
    expect(refusal('paused', 'change_schedule')).toThrow('Schedule and senders are locked once a campaign has started.')
  })
})
