import { createHash, randomBytes } from 'node:crypto'
import type { IdempotentRequest } from '../../core/capability/idempotency.ts'
import { fieldText, PAGE_ACCOUNT } from './fields.ts'
import type { Fields } from './fields.ts'

/** The field of a form that must take effect only once, however often it is sent. */
export const ONCE = 'once'

/** Identifies a form on a single page. */
export const newOnce = (): string => randomBytes(12).toString('base64url')

const SINCE = /^since-(\d{13})$/

/** Identifies a form across all open pages: with the same fields it counts as the same. @param now when the page is made */
export const onceSince = (now: Date): string => `since-${now.getTime() - 1}` // whatever led here ended earlier

/** Identifies one submission, and says which earlier ones with the same name are different. */
export type Submission = Pick<IdempotentRequest, 'scope' | 'since'>

/** In the format of our pages; anything else identifies no submission, and gives null. @param path of the form */
export function submissionOf(fields: Fields, path: string): Submission | null {
  const text = fieldText(fields, ONCE)
  const since = SINCE.exec(text)?.[1]
  if (since !== undefined) return { scope: `POST /app${path} ${contentOf(fields)}`, since: new Date(Number(since)) }
  return /^[ -~]{1,100}$/.test(text) ? { scope: `POST /app${path} ${text}` } : null
}

function contentOf(fields: Fields): string {
  const content = Object.entries(fields).filter(([name]) => name !== ONCE && name !== PAGE_ACCOUNT)
  return createHash('sha256')
    .update(JSON.stringify(content.sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
}
