import type { Pool } from 'pg'
import type { Context } from '../../../src/context.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { handClock, insertMailbox } from '../../../test/support/records/outbox-in-hand.ts'
import type { HandClock, MailboxSeed } from '../../../test/support/records/outbox-in-hand.ts'
import { openSendingHouse } from '../../support/sending-house.ts'

/** Several workers on one database, whose clocks are advanced by hand and differ. */
export interface SendingHands extends AsyncDisposable {
  /** The true time. */
  clock: HandClock
  pool: Pool
  workers: readonly Context[]
  /**
   * Runs all workers at once.
   * @returns how many emails were sent
   */
  send: () => Promise<number>
  addMailbox: (seed: MailboxSeed, assignments?: string) => Promise<number>
}

/** @param apartMs by how much each clock is ahead of the previous one; the middle one is right */
export async function openSendingHands({
  workers: count = 3,
  apartMs = 0,
  start = '2026-03-02T06:00:00Z', // a Monday
} = {}): Promise<SendingHands> {
  const clock = handClock(start)
  const clockOf = (worker: number) => {
    const aheadMs = Math.round((worker - (count - 1) / 2) * apartMs)
    return { now: () => new Date(clock.now().getTime() + aheadMs) }
  }
  const house = await openSendingHouse({ clock: clockOf(0) })
  const workers = [house.context]
  while (workers.length < count) workers.push(await house.join({ clock: clockOf(workers.length) }))
  const { pool } = house.context.database
  return {
    clock,
    pool,
    workers,
    send: async () => {
      const sent = await Promise.all(workers.map((worker) => sendDueMessages(worker)))
      return sent.reduce((sum, each) => sum + each, 0)
    },
    addMailbox: async (seed, assignments = '') => {
      const id = await insertMailbox(pool, seed)
      if (assignments !== '') await pool.query(`update mailboxes set ${assignments} where id = $1`, [id])
      return id
    },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  }
}

/** Returns when something is due next; null if nothing is. */
export async function nextDue(pool: Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(`select min(greatest(m.due_at, e.next_send_at)) as at
    from messages m join mailboxes e on e.id = m.mailbox_id join campaigns s on s.id = m.campaign_id
    where m.status = 'scheduled' and s.status = 'active'`)
  return rows[0]?.at ?? null
}

/** Gives each recipient of a campaign a separate company. */
export const setApart = (pool: Pool) =>
  pool.query(`update campaign_recipients set email = 'r' || id || '@company' || id || '.example'`)
