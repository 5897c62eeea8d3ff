import type { Part } from '../../context.ts'
import type { TestMail } from '../../db/campaigns/test-mails-store.ts'

/** An email sent while its caller waits, which counts towards its mailbox's daily limit. */

export interface DayPlace {
  /** The beginning of the day in the mailbox's time zone. */
  since: Date
  /** How many emails may be sent that day. */
  ceiling: number
  now: Date
  /** Stores something before the mail is sent. */
  written?: () => Promise<void>
}

/**
 * Marks the request as one that sends mail, and counts the mail towards the day's limit, in one transaction with what
 * `written` stores: whatever breaks, either all of this is stored or nothing.
 * @returns the id of the place in the day
 * @throws the error `dayIsFull` returns; then there is no mark either
 */
export function takeDayPlace(
  { database, store, leaving }: Part<'database' | 'leaving', 'testMails'>,
  mail: TestMail,
  { since, ceiling, now, written }: DayPlace,
  dayIsFull: () => Error,
): Promise<number> {
  return database.pool.inOne(async () => {
    await leaving?.mark()
    const place = await store.testMails.lease(mail, { since, ceiling, now })
    if (place === null) throw dayIsFull()
    await written?.()
    return place
  })
}

/** The mail was certainly not sent: its place is free again, and the request may be repeated. */
export function giveDayPlaceBack(
  { database, store, leaving, principal }: Part<'database' | 'leaving' | 'principal', 'testMails'>,
  place: number,
): Promise<void> {
  return database.pool.inOne(async () => {
    await store.testMails.release(principal.accountId, place)
    await leaving?.unmark()
  })
}
