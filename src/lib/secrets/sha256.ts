import { createHash } from 'node:crypto'

/** What is stored in the place of a token: whoever reads it cannot use it. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
