import type { Pool } from 'pg'
import type { Context } from '../../src/context.ts'
import { createKey } from '../../src/core/accounts/issue-keys.ts'
import { startReceivingServer } from '../../test/internet/receiving-server.ts'
import type { ReceivingServer } from '../../test/internet/receiving-server.ts'
import type { FaultHouse } from './fault-house.ts'

/**
 * POSTs that are refused unless something exists besides their body: a mail server, a mailbox that is read, a reply
 * that may or may not have been sent. Here each gets it, so that doing anything twice would be noticed.
 */

export interface NeedyPosts extends AsyncDisposable {
  /** Prepares the account. */
  prepare: (path: string, account: Account) => Promise<Needs>
}

interface Account {
  accountId: number
  /** The ids of one record of each kind. */
  ids: Readonly<Record<string, number>>
}

/** What else the request has. */
interface Needs {
  body?: Record<string, unknown>
  /** Values for the parameters of its path. */
  names?: Readonly<Record<string, string>>
}

interface Place extends Account {
  pool: Pool
  server: ReceivingServer
}

/** Has an MX record that leads nowhere, so that requests about it are answered at once. */
const DOMAIN = 'mail.example'
const PROVIDER = 'hotmail'

/** @param house whose server is already listening */
export async function openNeedyPosts(context: Context, house: Pick<FaultHouse, 'origin'>): Promise<NeedyPosts> {
  const server = await startReceivingServer()
  await nameProvider(context, house)
  const { pool } = context.database
  return {
    prepare: async (path, account) => {
      const prepare = NEEDS.get(path)
      if (prepare === undefined) return {}
      const place = { ...account, pool, server }
      await withServer(place)
      return prepare(place)
    },
    [Symbol.asyncDispose]: server.stop,
  }
}

/** The provider is not contacted before a person has consented. */
async function nameProvider(context: Context, { origin }: Pick<FaultHouse, 'origin'>): Promise<void> {
  const { key } = await createKey(context, { name: 'Operator', readOnly: false, operator: true })
  await fetch(`${origin()}/v2/mail-providers/${PROVIDER}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ kind: 'microsoft', client_id: 'right' }),
  })
}

/** Makes the account's mailbox, which is that of the conversation, send through a server that accepts its mail. */
async function withServer({ pool, server, ids }: Place): Promise<void> {
  await pool.query(`update mailboxes set smtp_host = $2, smtp_port = $3 where id = $1`, [
    ids['email_account'],
    server.address,
    server.port,
  ])
  await pool.query(`update conversations set mailbox_id = $2 where id = $1`, [
    ids['conversation'],
    ids['email_account'],
  ])
}

/** Another mailbox of the account, which is read. */
async function otherMailbox({ pool, server, accountId }: Place): Promise<string> {
  const email = `read${accountId}@other.example`
  await pool.query(
    `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security, imap_host, imap_port, imap_security)
     select $1, id, $2, $3, $4, 'none', $3, $4, 'none' from users where account_id = $1`,
    [accountId, email, server.address, server.port],
  )
  return email
}

async function uncertainReply({ pool, ids }: Place): Promise<Needs> {
  await pool.query(`update mails set status = 'uncertain', due_at = now() where id = $1`, [ids['reply']])
  return {}
}

async function writtenCampaign({ pool, accountId, ids }: Place): Promise<void> {
  await pool.query(`delete from messages where campaign_id = $1`, [ids['sequence']])
  await pool.query(`update campaign_steps set subject = 'Right', body = 'Right' where campaign_id = $1`, [
    ids['sequence'],
  ])
  await pool.query(`insert into campaign_mailboxes (account_id, campaign_id, mailbox_id) values ($1, $2, $3)`, [
    accountId,
    ids['sequence'],
    ids['email_account'],
  ])
}

const NEEDS = new Map<string, (place: Place) => Promise<Needs>>([
  ['/campaigns/:id/start', async (place) => (await writtenCampaign(place), {})],
  [
    '/sequences/:id/preview',
    async (place) => {
      await writtenCampaign(place)
      return { body: { recipient: 'zyxomma@example.org' } }
    },
  ],
  [
    '/sequences/:id/test',
    async (place) => {
      await writtenCampaign(place)
      return { body: { to: await otherMailbox(place) } }
    },
  ],
  ['/conversations/:id/replies', async () => ({})],
  ['/conversations/:id/replies/:reply_id/send', async () => ({})],
  ['/conversations/:id/replies/:reply_id/resend', uncertainReply],
  ['/conversations/:id/replies/:reply_id/mark-sent', uncertainReply],
  ['/email-accounts/connect', async () => ({ body: { provider: PROVIDER } })],
  ['/email-accounts/:id/connect', async () => ({ body: { provider: PROVIDER } })],
  [
    '/email-accounts',
    async ({ server }) => ({ body: { smtp_host: server.address, smtp_port: server.port, smtp_security: 'none' } }),
  ],
  ['/email-accounts/:id/dkim', async () => ({ body: { domain: DOMAIN } })],
  ['/email-accounts/:id/proof', async (place) => ({ body: { to: await otherMailbox(place) } })],
  ['/sending-domains/:domain/check', async () => ({ names: { domain: DOMAIN } })],
  [
    '/webhooks/:id/deliveries/:delivery_id/retry',
    async ({ pool, ids }) => {
      await pool.query(`update webhook_deliveries set status = 'error', finished_at = now() where id = $1`, [
        ids['delivery'],
      ])
      return {}
    },
  ],
])
