import type { Part } from '../../context.ts'

/** What it takes to know who opted out. */
export type OptoutNeeds = Part<'clock' | 'optoutKey', 'optouts' | 'unsubscribes'>
