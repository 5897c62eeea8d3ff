import type { Part } from '../../context.ts'

/** What the accounts and keys of an installation need. */
export type AccountNeeds = Part<'clock', 'accounts' | 'apiKeys' | 'settings'>
