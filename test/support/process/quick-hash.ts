import type { HashCost } from '../../../src/lib/secrets/password-hash.ts'

/** What a hash must cost has its own tests; elsewhere, a hundred wrong passwords would cost seconds. */
export const QUICK_HASH: HashCost = { memory: 64, passes: 1, lanes: 1 }
