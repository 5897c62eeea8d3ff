/** Statements of the outbox, one per query. */

/** A working mailbox, whether or not its gap has passed. */
export const working = (now: string): string => `e.sending_status <> 'paused' and e.problem is null
    and e.purpose = 'campaigns' and e.smtp_host is not null
    and (e.rest_until is null or e.rest_until <= ${now})`

/** A mailbox that can be used now. */
const usable = (now: string): string => `${working(now)} and (e.next_send_at is null or e.next_send_at <= ${now})`

/**
 * The time zone in which a mailbox counts its days, whichever campaign asks: that of its own hours, or else that of its oldest
 * campaign.
 * @param mailbox the alias of its row.
 */
export const zoneOf = (mailbox: string): string => `coalesce(${mailbox}.sending_schedule ->> 'time_zone',
    (select z.time_zone from campaign_mailboxes y join campaigns z on z.account_id = y.account_id and z.id = y.campaign_id
      where y.account_id = ${mailbox}.account_id and y.mailbox_id = ${mailbox}.id order by z.id limit 1), 'UTC')`

/**
 * Ends a subquery so that it is evaluated per row. Until statistics include what a large campaign planned, the database
 * underestimates its messages and would prefer to read all of them for a join.
 */
export const BY_ITSELF = 'offset 0'

/** What is being sent, across all accounts: no more messages than there are senders, however large the table is. */
export const SENDING = `(select x.account_id, x.mailbox_id, x.campaign_id, x.due_at from messages x
  where x.status = 'sending' ${BY_ITSELF})`

/**
 * The first due message of a campaign `s` in a mailbox `e`: one step in the index that all lookups here use. They must not become slow
 * if the table has no statistics yet or is full of messages of paused campaigns.
 */
const nextOf = (now: string): string => `select m.id, m.due_at from messages m
    where m.mailbox_id = e.id and m.campaign_id = s.id
      and m.status = 'scheduled' and m.due_at <= ${now} order by m.due_at, m.id limit 1`

const ACTIVE_CAMPAIGNS = `campaign_mailboxes b
    join campaigns s on s.account_id = b.account_id and s.id = b.campaign_id and s.status = 'active'`

/** A mailbox `e` with a message that could be sent at `now`. */
const isDue = (now: string): string => `${usable(now)}
    and exists (select 1 from accounts a where a.id = e.account_id and a.suspended_at is null)
    and exists (select 1 from ${ACTIVE_CAMPAIGNS} cross join lateral (${nextOf(now)}) m
      where b.account_id = e.account_id and b.mailbox_id = e.id)`

export const MAILBOXES_DUE = `select e.account_id as "accountId", e.id, e.auth from mailboxes e
  where ${isDue('$1')}
  order by e.next_send_at nulls first limit $2`

/** Whether a message could be sent from any mailbox. */
export const anyMessageDue = (now: string): string => `exists (select 1 from mailboxes e where ${isDue(now)})`

/**
 * No key of the row changes, so foreign keys that refer to the mailbox need not wait. The row itself is read again after
 * locking, so its gap is the one set by the last worker.
 */
export const LOCK_MAILBOX = `select e.ramp, e.clock_at is null or e.clock_at < $3::timestamptz - interval '1 minute' as "isLater" from mailboxes e
  where e.account_id = $1 and e.id = $2 and ${usable('$3')}
  for no key update of e skip locked`

/** Runs under the lock of the mailbox: only one of its messages is in progress at a time. */
export const CANDIDATE = `with head as materialized (
    select h.id from mailboxes e
      join ${ACTIVE_CAMPAIGNS} on b.account_id = e.account_id and b.mailbox_id = e.id
      cross join lateral (${nextOf('$3')} for update skip locked) h
    where e.account_id = $1 and e.id = $2 and not exists (select 1 from ${SENDING} o
      where o.account_id = $1 and o.mailbox_id = $2) and not exists (select 1 from mails x
      where x.account_id = $1 and x.mailbox_id = $2 and x.status = 'sending')
    order by h.due_at, h.id limit 1)
  select m.account_id as "accountId", m.mailbox_id as "mailboxId", m.id as "messageId",
    m.campaign_id as "campaignId", m.recipient_id as "recipientId", m.step, m.attempts, r.email, r.state as "recipientState",
    (select x.reason from unsubscribes x where x.account_id = m.account_id and x.email = r.email) as "noMail",
    p.status as "previousStatus",
    ((p.sent_at at time zone s.time_zone) + make_interval(days => coalesce(t.wait_days, 0))) at time zone s.time_zone
      as "notBefore",
    s.schedule_days as days, s.schedule_time_start as "startSeconds", s.schedule_time_end as "endSeconds",
    s.time_zone as "timeZone", e.sending_schedule as "mailboxSchedule", ${zoneOf('e')} as "mailboxZone",
    e.daily_limit as "dailyLimit",
    e.gap_seconds as "gapSeconds", e.email as "mailboxEmail", (s.bcc_recipient is not null)::int as copies,
    e.gap_spread as "gapSpread", e.ramp, e.ramp_cap as "rampCap", e.weekly_limit as "weeklyLimit", e.band,
    e.smtp_host as "smtpHost", s.gate, m.held_by as "heldBy", s.allow, s.max_verdict_days as "maxVerdictDays", s.verify_since as "verifySince", s.max_risk as "maxRisk",
    s.send_to_former as "sendToFormer", s.brake,
    s.brake_since as "brakeSince", s.slowed
  from head cross join lateral (select * from messages x where x.account_id = $1 and x.id = head.id ${BY_ITSELF}) m
  join campaigns s on s.account_id = m.account_id and s.id = m.campaign_id
  join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id
  join mailboxes e on e.account_id = m.account_id and e.id = m.mailbox_id
  left join campaign_steps t on t.account_id = m.account_id and t.campaign_id = m.campaign_id and t.step = m.step
  left join messages p on p.account_id = m.account_id and p.campaign_id = m.campaign_id
    and p.recipient_id = m.recipient_id and p.step = m.step - 1`

/** What a mailbox of account $1 has used up since a moment, including blind copies, tests and replies. */
export const usedSince = (
  mailbox: string,
  since: string,
): string => `(select count(*) + coalesce(sum(m.copies), 0) from messages m
      where m.account_id = $1 and m.mailbox_id = ${mailbox} and m.leased_at >= ${since})
    + (select count(*) from test_mails t where t.account_id = $1 and t.mailbox_id = ${mailbox} and t.leased_at >= ${since})
    + (select count(*) from mails r where r.account_id = $1 and r.mailbox_id = ${mailbox} and r.leased_at >= ${since})`

/** What mailbox $2 has used up since $3, and whether the owner of an address has opted out. */
export const DECISION_FACTS = `select ${usedSince('$2', '$3')} as "sentToday",
    exists (select 1 from optouts c where c.digest = $4)
      or exists (select 1 from optouts c where c.kind = 'domain' and c.domain = any($5)) as "optedOut"`

/** Everything that makes up one message. @param recipient joins `r`, with the columns of a recipient. */
const contentOf = (recipient: string): string => `select t.subject, t.body, t.message_format as format,
    (select max(u.step) from campaign_steps u where u.account_id = t.account_id and u.campaign_id = t.campaign_id
      and u.step <= t.step and u.subject is not null) as "threadStep",
    r.email as "recipientEmail", r.lead_id as "leadId", to_jsonb(l) as lead,
    array(select a.slug from leads_custom_attributes a where a.account_id = t.account_id) as slugs,
    s.tracked, s.tracked_links as "trackedLinks", s.add_unsubscribe_link as "addUnsubscribeLink",
    s.bcc_recipient as "bccRecipient", exists (select 1 from unsubscribes x
      where x.account_id = t.account_id and x.email = lower(s.bcc_recipient)) as "bccUnsubscribed", to_jsonb(e) - '{smtp_password_sealed,imap_password_sealed,dkim_key_sealed}'::text[]
      as mailbox, ${zoneOf('e')} as "mailboxZone",
    e.smtp_password_sealed as "smtpPasswordSealed", e.dkim_key_sealed as "dkimKeySealed",
    coalesce((select jsonb_agg(jsonb_build_object('step', m.step, 'messageId', m.message_id, 'subject', m.subject)
        order by m.step)
      from messages m where m.account_id = t.account_id and m.recipient_id = r.id and m.status = 'sent'), '[]') as earlier
  from campaign_steps t
  join campaigns s on s.account_id = t.account_id and s.id = t.campaign_id
  ${recipient}
  join mailboxes e on e.account_id = t.account_id and e.id = $4
  left join leads l on l.account_id = r.account_id and l.id = r.lead_id
  where t.account_id = $1 and t.campaign_id = $2 and t.step = $5`

export const CONTENT = contentOf('join campaign_recipients r on r.account_id = t.account_id and r.id = $3')

/** The same for an address ($3) that need not be a recipient, with the data of its lead. */
export const CONTENT_FOR = contentOf(`cross join (select $1::integer as account_id, -1::bigint as id, $3::text as email,
    (select x.id from leads x where x.account_id = $1 and x.email = $3) as lead_id) r`)
