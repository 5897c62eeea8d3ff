import type { Database } from '../../../src/db/database.ts'
import { apiClient, idOf } from '../doors/api-client.ts'

/** Part of every text in an account's records, so that it is found wherever they leak. */
export const MARK = 'Zyxomma'

/** A server, and the database it uses. */
export interface ServedDatabase {
  origin: string
  context: { database: Pick<Database, 'pool'> }
}

type Make = (maker: {
  add: (path: string, body: Record<string, unknown>) => Promise<number>
  accountId: number
}) => Promise<number>

/** How to create one record of each kind that has an id. A new kind of id needs a line here, as the isolation test reports. */
const KINDS = (app: ServedDatabase, mark: string): Record<string, Make> => ({
  leads_list: ({ add }) => add('/leads_lists', { name: mark }),
  leads_list_folder: ({ add }) => add('/leads_lists/folders', { name: mark }),
  lead: ({ add }) => add('/leads', { email: `${mark.toLowerCase()}@${mark.toLowerCase()}.example`, notes: mark }),
  custom_attribute: ({ add }) => add('/leads_custom_attributes', { label: mark }),
  bulk: ({ add }) => add('/email-verifier/bulk', { emails: [`${mark}@example.org`], name: mark }),
  find_job: ({ add }) =>
    add('/email-finder/bulk', {
      people: [{ full_name: `${mark} Weiss`, domain: 'example.org', ref: mark }],
      name: mark,
    }),
  webhook: ({ add }) => add('/webhooks', { target_url: `https://hooks.example.org/${mark}`, event: 'lead.created' }),
  sequence: ({ add }) => add('/sequences', { name: mark }),
  api_key: ({ add }) => add('/api-keys', { name: mark }),
  // The id of an app is the beginning of a hash; this one contains no letters.
  app: async ({ accountId }) => {
    const id = 1_000_000_000_000_000 + accountId
    const text = `insert into oauth_objects (model, id_hash, grant_hash, account_id, user_id, client_id, scopes, payload, expires_at)
      select 'Grant', $2, $2, $1, min(id), 'dcr_test', array['read'], jsonb_build_object('client_name', $3::text), now() + interval '1 day'
      from users where account_id = $1`
    await app.context.database.pool.query(text, [accountId, Buffer.from(`${id}`.padEnd(64, '0'), 'hex'), mark])
    return id
  },
  leads_export: ({ add }) => add('/leads/exports', { email: mark }),
  leads_import: async ({ accountId }) => {
    const text = `insert into leads_imports (account_id, name, status, dry_run, on_existing, list_named, created_at)
      values ($1, $2, 'done', false, 'update', false, now()) returning id`
    const { rows } = await app.context.database.pool.query<{ id: number }>(text, [accountId, mark])
    return rows[0]?.id ?? 0
  },
  conversation: async ({ accountId }) => {
    const text = `insert into conversations (account_id, email, subject, last_at, last_direction)
      values ($1, $2, $3, now(), 'in') returning id`
    const email = `${mark.toLowerCase()}@back.example`
    const { rows } = await app.context.database.pool.query<{ id: number }>(text, [accountId, email, mark])
    return rows[0]?.id ?? 0
  },
  email_account: async ({ accountId }) => {
    const text = `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security)
      select $1, id, $2, 'mail.example', 25, 'none' from users where account_id = $1 returning id`
    const { rows } = await app.context.database.pool.query<{ id: number }>(text, [accountId, `${mark}@mail.example`])
    return rows[0]?.id ?? 0
  },
})

/** Kinds that are nested in another record. */
const INSIDE = (
  mark: string,
): Record<string, { of: string; path: (id: number) => string; body: Record<string, unknown> }> => ({
  follow_up: {
    of: 'sequence',
    path: (id) => `/sequences/${id}/follow-ups`,
    body: { subject: mark, body: mark, wait_days: 1 },
  },
  delivery: { of: 'webhook', path: (id) => `/webhooks/${id}/test`, body: {} },
})

/** The kinds that parameters name, and the places where `id` names one. */
const NAMES: Record<string, string> = {
  job: 'bulk',
  export: 'leads_export',
  campaign: 'sequence',
  mailbox: 'email_account',
  destination_leads_list: 'leads_list',
  target_leads_list: 'leads_list',
}
const PLACES: readonly [prefix: string, kind: string][] = [
  ['/email-verifier/bulk', 'bulk'],
  ['/email-finder/bulk', 'find_job'],
  ['/leads/exports', 'leads_export'],
  ['/leads/imports', 'leads_import'],
  ['/leads_custom_attributes', 'custom_attribute'],
  ['/leads_lists/folders', 'leads_list_folder'],
  ['/leads_lists', 'leads_list'],
  ['/leads', 'lead'],
  ['/sequences', 'sequence'],
  ['/campaigns', 'sequence'],
  ['/answers', 'message'],
  ['/conversations', 'conversation'],
  ['/webhooks', 'webhook'],
  ['/email-accounts', 'email_account'],
  ['/sending-domains', 'email_account'],
  ['/api-keys', 'api_key'],
  ['/apps', 'app'],
]

/** Returns the kind of record that a parameter names; `place` is the path, or the name of the tool in the form of one. */
export function kindOf(parameter: string, place: string): string {
  const name = parameter.replace(/_?ids?$/, '')
  if (name === 'job' && place.includes('find_emails')) return 'find_job'
  if (name !== '') return NAMES[name] ?? name
  return PLACES.find(([prefix]) => place.startsWith(prefix))?.[1] ?? `the id of ${place}`
}

/** The client id of a provider is not a record of an account. */
export const isIdName = (parameter: string): boolean => /(?:^|_)ids?$/.test(parameter) && parameter !== 'client_id'

/**
 * Creates one record of each kind in an account.
 * @param mark part of their texts; a different one for an account whose own records may be shown to it
 * @returns their ids, by kind
 */
export async function oneOfEach(
  app: ServedDatabase,
  { accountId, key }: { accountId: number; key: string },
  mark = MARK,
) {
  const { send } = apiClient(app, key)
  const add = async (path: string, body: Record<string, unknown>): Promise<number> => {
    const answer = await send('POST', path, body)
    const { follow_up } = answer.body.data as { follow_up?: Record<string, unknown> }
    const id = idOf(follow_up === undefined ? answer.body : { data: follow_up })
    if (!Number.isInteger(id)) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return id
  }
  const ids: Record<string, number> = {}
  for (const [kind, make] of Object.entries(KINDS(app, mark))) ids[kind] = await make({ add, accountId })
  ids['message'] = await messageIn(app, accountId, ids, mark)
  ids['reply'] = await draftIn(app, accountId, ids, mark)
  for (const [kind, { of, path, body }] of Object.entries(INSIDE(mark))) ids[kind] = await add(path(ids[of] ?? 0), body)
  return ids
}

/** An email received in the account's conversation, and a draft reply to it. */
async function draftIn(
  app: ServedDatabase,
  accountId: number,
  ids: Record<string, number>,
  mark: string,
): Promise<number> {
  const text = `with came as (
      insert into mails (account_id, conversation_id, mailbox_id, direction, header_id, dedupe, from_email, subject, at, kept_at, body, class)
      values ($1, $2, $3, 'in', $4, sha256('in'), $5, $6, now(), now(), $6, 'other') returning id)
    insert into mails (account_id, conversation_id, mailbox_id, direction, dedupe, to_email, at, kept_at, body, status, answers_mail_id)
    select $1, $2, $3, 'out', sha256('out'), $5, now(), now(), $6, 'draft', id from came returning id`
  const email = `${mark.toLowerCase()}@back.example`
  const values = [accountId, ids['conversation'], ids['email_account'], `<${mark}@back.example>`, email, mark]
  return (await app.context.database.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0
}

/** A message of the account's campaign, from its mailbox, that may or may not have been sent. */
async function messageIn(
  app: ServedDatabase,
  accountId: number,
  ids: Record<string, number>,
  mark: string,
): Promise<number> {
  const text = `with recipient as (
      insert into campaign_recipients (account_id, campaign_id, email) values ($1, $2, $4) returning id)
    insert into messages (account_id, campaign_id, recipient_id, step, mailbox_id, status, due_at)
    select $1, $2, id, 0, $3, 'uncertain', now() from recipient returning id`
  const values = [accountId, ids['sequence'], ids['email_account'], `${mark.toLowerCase()}@example.org`]
  return (await app.context.database.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0
}
