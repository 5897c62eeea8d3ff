import { createHash, randomBytes } from 'node:crypto'
import type { IdempotentRequest } from '../../core/capability/idempotency.ts'
import { fieldText, PAGE_ACCOUNT } from './fields.ts'
import type { Fields } from './fields.ts'

/** Field of a form that is to happen once, however often it is sent. */
export const ONCE = 'once'

/** A form of one page. */
export const newOnce = (): string => randomBytes(12).toString('base64url')

const SINCE = /^since-(\d{13})$/

/** A form of all pages that are open: with the same fields, it is the same from each. @param now when the page is made */
export const onceSince = (now: Date): string => `since-${now.getTime() - 1}` // what led here ended before it

/** What names one submission, and which earlier ones of the same name are others. */
export type Submission = Pick<IdempotentRequest, 'scope' | 'since'>

/** As our pages write it; whatever else is sent names no submission, and makes null. @param path of the form */
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
