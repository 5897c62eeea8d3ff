import type { Part } from '../../context.ts'

/** What checking for opt-outs needs. */
export type OptoutNeeds = Part<'optoutKey', 'optouts'>
