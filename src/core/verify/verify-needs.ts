import type { Part } from '../../context.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'

/** What verifying addresses needs, one or a list. */
export type VerifyNeeds = OptoutNeeds &
  EventNeeds &
  Part<
    'clock' | 'config' | 'database' | 'lists' | 'log' | 'queue' | 'stopping' | 'verification',
    'billing' | 'bulk' | 'bulkQueues' | 'ingest' | 'sendOutcomes' | 'verifications' | 'watches'
  >
