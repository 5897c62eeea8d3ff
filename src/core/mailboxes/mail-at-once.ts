import type { Part } from '../../context.ts'
import type { TestMail } from '../../db/campaigns/test-mails-store.ts'

/** An email that leaves while its caller waits, and its place in the day of its mailbox. */

export interface DayPlace {
  /** The beginning of the day, where its mailbox is. */
  since: Date
  /** Emails that may leave in it. */
  ceiling: number
  now: Date
  /** Written down before the mail leaves. */
  written?: () => Promise<void>
}

/**
 * Marks the request as one whose mail leaves, and takes the mail's place in the day: together with what is written before it,
 * so that whatever breaks off, none of them is there without the others.
 * @returns the id of the place
 * @throws what `dayIsFull` makes; then there is no mark either
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

/** The mail has certainly not left: its place is free again, and the request is one that can be repeated. */
export function giveDayPlaceBack(
  { database, store, leaving, principal }: Part<'database' | 'leaving' | 'principal', 'testMails'>,
  place: number,
): Promise<void> {
  return database.pool.inOne(async () => {
    await store.testMails.release(principal.accountId, place)
    await leaving?.unmark()
  })
}
