import type { Part } from '../../context.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'

/** What keeping an email needs to know. */
export type KeepingNeeds = OptoutNeeds & Part<'clock' | 'config' | 'lists'>
