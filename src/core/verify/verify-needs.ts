import type { Part } from '../../context.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'

/** What verifying addresses needs, one or a list. */
export type VerifyNeeds = OptoutNeeds &
  Part<
    'clock' | 'database' | 'lists' | 'log' | 'queue' | 'stopping' | 'verification',
    'billing' | 'bulk' | 'bulkQueues' | 'ingest' | 'sendOutcomes' | 'verifications'
  >
