import type { Part } from '../../context.ts'

/** What it takes to know who opted out. */
export type OptoutNeeds = Part<'optoutKey', 'optouts'>
