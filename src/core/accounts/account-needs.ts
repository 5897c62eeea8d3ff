import type { Part } from '../../context.ts'

/** What functions for accounts and keys use. */
export type AccountNeeds = Part<'clock', 'accounts' | 'apiKeys' | 'settings'>
