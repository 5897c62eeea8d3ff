import { createHash } from 'node:crypto'

/** Stored in place of a token, so that a reader of the database cannot use it. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
