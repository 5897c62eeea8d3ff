import type { Part } from '../../context.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'

/** What finding, storing and showing logos needs. */
export type LogoNeeds = OptoutNeeds &
  Part<'clock' | 'config' | 'lists' | 'log' | 'offThread' | 'queue' | 'remembered', 'logos'>
