import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { stopEverywhere } from '../campaigns/mail-events-store.ts'
import { forgetInFinds, forgetInLists } from './optouts-store.ts'

/** An address whose owner wants to be forgotten. */
export interface ForgottenAddress {
  full: string
  domain: string
}

export interface OptoutRequest {
  accountId: number
  id: number
  reason: string | null
  createdAt: Date
  /** Null until the operator decides. */
  decidedAt: Date | null
}

export interface ForgottenRecords {
  leads: number
  messagesCancelled: number
  replies: number
}

/** Maximum number of rows shown of each kind. */
const MOST = 200

/** Sites that list the address, and the name they give. */
const ITS_NAMES = 'select distinct domain, person_key as key from person_observations where address = $1'

/** What the index knows about address $2 of domain $1. */
const INDEXED = `select
  (select to_jsonb(a) - '{sources,title_tokens,visible}'::text[] from addresses a
    where a.domain = $1 and a.value = $2 and a.visible) as address,
  (select coalesce(jsonb_agg(jsonb_build_object('uri', s.uri, 'extracted_at', s.extracted_at,
      'last_seen_at', s.last_seen_at)), '[]')
    from (select * from sources where domain = $1 and value = $2 and not hidden order by uri limit ${MOST}) s) as sources,
  (select coalesce(jsonb_agg(jsonb_build_object('status', v.status, 'checked_at', v.checked_at)), '[]')
    from verifications v where v.domain = $1 and v.value = $2) as verifications`

/** What sites say about address $1, and about people with these names: $2 sites, $3 names. */
const OBSERVATIONS = `select coalesce(jsonb_agg(jsonb_build_object('uri', o.uri, 'name', o.name, 'position', o.position,
    'first_seen', o.first_seen, 'last_seen', o.last_seen)), '[]') as observations
  from (select * from person_observations where address = $1
      or (domain, person_key) in (select * from unnest($2::text[], $3::text[]))
    order by uri, statement limit ${MOST}) o`

/** What the installation knows about an address, and what account $1 stores about it; $2 address, $3 domain, $4 sites, $5 names. */
const KEPT = `select
  (select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'before', c.before, 'after', c.after, 'happened_to', c.happened_to)), '[]')
    from (select * from changes where $2 in (address, before, after) or (domain, person_key) in (select * from unnest($4::text[], $5::text[]))
      order by id limit ${MOST}) c) as changes,
  (select coalesce(jsonb_agg(to_jsonb(l) - 'account_id'), '[]') from leads l
    where l.account_id = $1 and l.email = $2) as leads,
  (select coalesce(jsonb_agg(m), '[]') from (select m.campaign_id, m.step, m.status, m.subject, m.due_at, m.sent_at,
        m.opened_at, m.clicked_at, m.replied_at, m.bounced_at, m.unsubscribed_at
      from campaign_recipients r join messages m on m.account_id = r.account_id and m.recipient_id = r.id
      where r.account_id = $1 and r.email = $2 order by m.id limit ${MOST}) m) as messages,
  (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'note', k.note)), '[]')
    from campaign_recipients r join messages m on m.account_id = r.account_id and m.recipient_id = r.id
      join answer_marks k on k.account_id = m.account_id and k.message_id = m.id
    where r.account_id = $1 and r.email = $2) as replies,
  (select coalesce(jsonb_agg(jsonb_build_object('job_id', f.job_id, 'asked', f.asked, 'found', f.outcome)), '[]')
    from (select * from find_rows where account_id = $1 and domain = $3 and email = $2 limit ${MOST}) f) as searches,
  (select coalesce(jsonb_agg(jsonb_build_object('job_id', b.job_id, 'result', b.outcome, 'settled_at', b.settled_at)), '[]')
    from (select * from bulk_rows where account_id = $1 and domain = $3 and email = $2 limit ${MOST}) b) as checks,
  (select coalesce(jsonb_agg(c), '[]') from (select c.subject, c.class, c.last_at, (select coalesce(jsonb_agg(x), '[]')
        from (select direction, at, from_email as from, subject, body as text, class, status from mails
          where account_id = c.account_id and conversation_id = c.id order by at, id limit ${MOST}) x) as mails
      from conversations c where c.account_id = $1 and c.email = $2 order by c.id limit ${MOST}) c) as conversations,
  (select coalesce(jsonb_agg(jsonb_build_object('reason', u.reason, 'created_at', u.created_at)), '[]')
    from unsubscribes u where u.account_id = $1 and u.email = $2) as unsubscribes`

const COUNT = `select
  (select count(*) from leads where account_id = $1 and email = $2) as leads,
  (select count(*) from campaign_recipients r join messages m on m.account_id = r.account_id and m.recipient_id = r.id
    where r.account_id = $1 and r.email = $2 and m.status = 'scheduled') as "messagesCancelled",
  (select count(*) from campaign_recipients r join messages m on m.account_id = r.account_id and m.recipient_id = r.id
    where r.account_id = $1 and r.email = $2 and m.replied_at is not null) as replies`

/** Messages to the address, which stay as figures: how many were sent, and when. */
const ITS_MESSAGES = `select m.id from campaign_recipients r
  join messages m on m.account_id = r.account_id and m.recipient_id = r.id where r.account_id = $1 and r.email = $2`

/** Finds the address in lists by their index. */
const ITS_ADDRESS = `domain = split_part($2, '@', 2) and email = $2`

/** Uploads that contain the address in a piece, or across two. */
const FILES_WITH_IT = `select p.upload_id from leads_upload_pieces p
    left join leads_upload_pieces n on n.account_id = p.account_id and n.upload_id = p.upload_id and n.place = p.place + 1
  where p.account_id = $1 and position($2 in lower(encode(p.bytes || coalesce(substring(n.bytes for 320), ''), 'escape'))) > 0`

/** In this order: what refers to a recipient comes before the recipient loses its address. */
const FORGET_RECORDS = [
  'delete from conversations where account_id = $1 and email = $2',
  'delete from mails where account_id = $1 and $2 in (from_email, to_email, reply_to)',
  `delete from answer_marks where account_id = $1 and message_id in (${ITS_MESSAGES})`,
  `delete from doubtful_mails where account_id = $1 and message_id in (${ITS_MESSAGES})`,
  `delete from message_links where account_id = $1 and message_id in (${ITS_MESSAGES})`,
  `update messages set subject = null, problem = null where account_id = $1 and id in (${ITS_MESSAGES})`,
  'delete from leads where account_id = $1 and email = $2',
  'update campaigns set bcc_recipient = null where account_id = $1 and lower(bcc_recipient) = $2',
  // Nobody can have such an address (RFC 6761 6.4).
  `update campaign_recipients set email = 'forgotten-' || id || '@person.invalid' where account_id = $1 and email = $2`,
  'delete from leads_import_rows where account_id = $1 and email = $2',
  // Files are complete: one that names the person must be uploaded again without them, or exported again.
  `delete from leads_uploads where account_id = $1 and id in (${FILES_WITH_IT})`,
  'delete from leads_exports where account_id = $1 and position($2 in lower(filters::text)) > 0',
  'delete from webhook_deliveries where account_id = $1 and position($2 in lower(payload)) > 0',
  'delete from unsubscribe_lifts where account_id = $1 and email = $2',
  forgetInLists(`${ITS_ADDRESS} and account_id = $1`),
  forgetInFinds(`${ITS_ADDRESS} and account_id = $1`),
  'update audit_events set subject = null where account_id = $1 and lower(subject) = $2',
]

const LEAVE_UNSUBSCRIBES = 'delete from unsubscribes where account_id = $1 and email = $2'
const UNSUBSCRIBE = `insert into unsubscribes (account_id, email, reason, created_at) values ($1, $2, 'unsubscribed', $3)
  on conflict (account_id, email) do update set reason = 'unsubscribed'`

const REQUEST = `account_id as "accountId", id, reason, created_at as "createdAt", decided_at as "decidedAt"`
const FIND = `select ${REQUEST} from optout_requests where account_id = $1 and subject_hash = $2`
const ADD = `insert into optout_requests (account_id, subject_hash, reason, created_at) values ($1, $2, $3, $4)
  on conflict (account_id, subject_hash) do update set reason = coalesce(excluded.reason, optout_requests.reason)
  returning ${REQUEST}`
const LIST = `select ${REQUEST} from optout_requests order by decided_at is not null, created_at desc, account_id, id limit $1`

/** What is stored about people who request it, and its deletion when they want to be forgotten. */
export const createForgetStore = (pool: Pool) => ({
  kept: async (accountId: number, { full, domain }: ForgottenAddress): Promise<Record<string, unknown>> => {
    const { rows: names } = await pool.query<{ domain: string; key: string }>(ITS_NAMES, [full])
    const keys = [names.map((name) => name.domain), names.map(({ key }) => key)]
    const { rows: indexed } = await pool.query<Record<string, unknown>>(INDEXED, [domain, full])
    const { rows: said } = await pool.query<Record<string, unknown>>(OBSERVATIONS, [full, ...keys])
    const { rows: kept } = await pool.query<Record<string, unknown>>(KEPT, [accountId, full, domain, ...keys])
    return { ...indexed[0], ...said[0], ...kept[0] }
  },

  /**
   * Removes a person from the records of an account; scheduled messages are cancelled.
   * @param keepUnsubscribed whether the address stays unsubscribed, because no opt-out of the whole installation makes that
   * unnecessary.
   */
  forget: (
    accountId: number,
    { full }: ForgottenAddress,
    { keepUnsubscribed, now }: { keepUnsubscribed: boolean; now: Date },
  ): Promise<ForgottenRecords> =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<ForgottenRecords>(COUNT, [accountId, full])
      await stopEverywhere(client, accountId, full, 'unsubscribed')
      for (const statement of FORGET_RECORDS) await client.query(statement, [accountId, full])
      if (keepUnsubscribed) await client.query(UNSUBSCRIBE, [accountId, full, now])
      else await client.query(LEAVE_UNSUBSCRIBES, [accountId, full])
      return rows[0] ?? { leads: 0, messagesCancelled: 0, replies: 0 }
    }),

  /** The earlier request to an account; null when there was none. */
  find: async (accountId: number, digest: Buffer): Promise<OptoutRequest | null> =>
    (await pool.query<OptoutRequest>(FIND, [accountId, digest])).rows[0] ?? null,

  add: async (accountId: number, digest: Buffer, reason: string | null, now: Date): Promise<OptoutRequest> =>
    (await pool.query<OptoutRequest>(ADD, [accountId, digest, reason, now])).rows[0] as OptoutRequest,

  /** Undecided requests come first. */
  list: async (limit: number): Promise<OptoutRequest[]> => (await pool.query<OptoutRequest>(LIST, [limit])).rows,

  isOnlyAccount: async (): Promise<boolean> => (await pool.query('select 1 from accounts limit 2')).rowCount === 1,
})
