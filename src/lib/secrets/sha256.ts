import { hash } from 'node:crypto'

/** What identifies a text: it is stored in place of a token, so that a reader of the database cannot use that. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')
