import type { Part } from '../../context.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'

/** What storing an email needs to know. */
export type KeepingNeeds = OptoutNeeds & Part<'clock' | 'config' | 'lists'>
