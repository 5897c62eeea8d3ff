import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { Answer, ReceivedMail, ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { emptyTables } from './empty-tables.ts'
import { handClock, insertCampaign, insertMailbox } from './outbox-in-hand.ts'
import type { CampaignSeed, HandClock } from './outbox-in-hand.ts'

/** What a mail server says to a recipient, and to a whole email. */
interface Says {
  rcpt: (recipient: string) => Answer
  data: (mail: ReceivedMail) => Answer
}

export interface SendingInHand {
  readonly app: TestApp
  readonly server: ReceivingServer
  readonly clock: HandClock
  /** The server accepts everything again before each test. */
  readonly says: Says
  pool: () => Pool
  /** Sends what is due, and returns how many messages that were. */
  send: () => Promise<number>
  rowsOf: (text: string) => Promise<Record<string, unknown>[]>
  /** Starts a campaign from a mailbox of its own; returns the campaign's id. */
  campaign: (seed?: Partial<CampaignSeed> & { gapSeconds?: number; dailyLimit?: number }) => Promise<number>
}

interface Wanted {
  start: string
  /** What a test leaves behind beyond campaigns, mailboxes and leads. */
  tables?: readonly string[]
  env?: Record<string, string>
}

const ACCEPTS: Says = { rcpt: () => '250 Ok', data: () => '250 2.0.0 Ok' }

/** A server without jobs, a mail server, and the clock of both in the hand of the test; each test finds them empty at `start`. */
export function sendingInHand({ start, tables = [], env }: Wanted): SendingInHand {
  const clock = handClock(start)
  const says = { ...ACCEPTS }
  let app: TestApp
  let server: ReceivingServer

  beforeAll(async () => {
    server = await startReceivingServer({ clock, rcpt: (to) => says.rcpt(to), data: (mail) => says.data(mail) })
    app = await startApp({ env: { QUARRY_ROLE: 'server', ...env }, replace: { clock } })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
    await server.stop()
  })
  beforeEach(async () => {
    clock.set(start)
    Object.assign(says, ACCEPTS)
    server.mails.length = 0
    await emptyTables(app.context.database, 'campaigns', 'mailboxes', 'leads', ...tables)
  })

  const pool = () => app.context.database.pool
  return {
    get app() {
      return app
    },
    get server() {
      return server
    },
    clock,
    says,
    pool,
    campaign: async ({ recipients = 3, gapSeconds = 0, dailyLimit = 1_000, ...seed } = {}) => {
      const mailbox = await insertMailbox(pool(), { port: server.port, gapSeconds, dailyLimit })
      return insertCampaign(pool(), { mailboxIds: [mailbox], dueAt: clock.now(), ...seed, recipients })
    },
    send: () => sendDueMessages(app.context),
    rowsOf: async (text) => (await pool().query<Record<string, unknown>>(text)).rows,
  }
}
