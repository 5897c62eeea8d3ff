import { describe, expect, test } from 'vitest'
import { nextState, SEQUENCE_OPERATIONS, SEQUENCE_STATES } from '../../../src/core/campaigns/campaign-states.ts'
import type { SequenceOperation, SequenceState } from '../../../src/core/campaigns/campaign-states.ts'
import { AppError } from '../../../src/errors.ts'

/** The whole table once more, as it is documented: the state afterwards, `=` for nothing to do, or the error. */
const A = 'sequence_active'
const N = 'sequence_not_active'
const S = 'sequence_not_started'
const D = 'sequence_not_destroyable'
const L = 'sequence_locked'

const EXPECTED: Record<SequenceOperation, readonly string[]> = {
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

function outcome(state: SequenceState, operation: SequenceOperation): string {
  try {
    return nextState(state, operation) ?? '='
  } catch (error) {
    return error instanceof AppError ? error.id : String(error)
  }
}

describe('the life of a sequence', () => {
  test.each(SEQUENCE_OPERATIONS.map((operation) => [operation]))(
    '%s does in each state what it should',
    (operation) => {
      expect(SEQUENCE_STATES.map((state) => outcome(state, operation))).toEqual(EXPECTED[operation])
    },
  )

  test('never leads back to a draft, and never out of the archive', () => {
    for (const state of SEQUENCE_STATES)
      for (const operation of SEQUENCE_OPERATIONS) {
        const after = outcome(state, operation)
        if (state !== 'draft') expect(after).not.toBe('draft')
        if (state === 'archived') expect(SEQUENCE_STATES).not.toContain(after)
      }
  })

  test('every refusal comes with a sentence of its own', () => {
    const refusal = (state: SequenceState, operation: SequenceOperation) => () => nextState(state, operation)
    expect(refusal('active', 'change_steps')).toThrow('Pause the sequence before changing its steps.')
    expect(refusal('draft', 'pause')).toThrow('The sequence is not active.')
    expect(refusal('draft', 'archive')).toThrow('The sequence was never started.')
    expect(refusal('completed', 'destroy')).toThrow('Only drafts can be deleted; archive it instead.')
    expect(refusal('paused', 'change_schedule')).toThrow('Schedule and senders are locked once a sequence has started.')
  })
})
