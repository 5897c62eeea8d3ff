import { BY_ITSELF, SENDING, zoneOf } from './outbox-statements.ts'

/** Statements of the planner, one per query. */

/** A mailbox that can be used. */
export const USABLE = `e.sending_status <> 'paused' and e.problem is null`

export const MAILBOXES = `select e.id, e.daily_limit as "dailyLimit", e.gap_seconds as "gapSeconds",
    e.sending_schedule as "sendingSchedule", ${zoneOf('e')} as "timeZone"
  from campaign_mailboxes b join mailboxes e on e.account_id = b.account_id and e.id = b.mailbox_id
  where b.account_id = $1 and b.campaign_id = $2 and ${USABLE} order by e.id`

/**
 * When the mailboxes $2 recently sent or will send. Messages waiting to be planned again take up no time: those of the campaign
 * $4 to recipients after $5, which is null if there are none.
 */
export const TIMES = `select e.id, array(
    select extract(epoch from m.due_at)::float8 * 1000
    from campaign_mailboxes b
      join campaigns s on s.account_id = b.account_id and s.id = b.campaign_id and s.status in ('planned', 'active')
      cross join lateral (select m.due_at from messages m
        where m.mailbox_id = b.mailbox_id and m.campaign_id = b.campaign_id and m.status = 'scheduled'
          and m.held_by is null and ($5::bigint is null or m.campaign_id <> $4 or m.recipient_id <= $5 or m.attempts > 0) ${BY_ITSELF}) m
    where b.account_id = $1 and b.mailbox_id = e.id
    union all
    select extract(epoch from o.due_at)::float8 * 1000 from ${SENDING} o
    where o.account_id = $1 and o.mailbox_id = e.id
    union all
    select extract(epoch from m.sent_at)::float8 * 1000 from messages m
    where m.account_id = $1 and m.mailbox_id = e.id and m.sent_at >= $3) as times
  from unnest($2::bigint[]) e (id)`

/** The number of the plan being made. */
export const NEXT_PLAN = `insert into message_plans values ($1, 1)
  on conflict (account_id) do update set version = message_plans.version + 1 returning version`

/** $3: the id to continue after. */
export const WAITING = `select r.id, r.mailbox_id as "mailboxId", last.step as "lastStep", last.at as "lastAt"
  from (select * from campaign_recipients w
    where w.account_id = $1 and w.campaign_id = $2 and w.state = 'waiting' and w.id > $3 and w.id <= $4
    order by w.id limit $5) r
  left join lateral (
    select m.step, coalesce(m.sent_at, m.leased_at, m.due_at) as at from messages m
    where m.account_id = r.account_id and m.campaign_id = r.campaign_id and m.recipient_id = r.id
    order by m.step desc limit 1) last on true
  order by r.id`

/** An existing message is never planned a second time. */
export const ADD = `insert into messages (account_id, campaign_id, recipient_id, step, mailbox_id, due_at)
  select $1, $2, p.recipient, p.step, p.mailbox, to_timestamp(p.due / 1000.0)
  from unnest($3::bigint[], $4::smallint[], $5::bigint[], $6::float8[]) p (recipient, step, mailbox, due)
  on conflict (account_id, campaign_id, recipient_id, step) do nothing`

export const SCHEDULED = `update campaign_recipients r set state = 'scheduled', mailbox_id = p.mailbox,
    sending_status = coalesce(r.sending_status, 'pending')
  from unnest($2::bigint[], $3::bigint[]) p (recipient, mailbox)
  where r.account_id = $1 and r.id = p.recipient and r.state = 'waiting' returning r.lead_id as "leadId"`

export const LEADS_PENDING = `update leads set sending_status = 'pending' where account_id = $1 and id = any($2) and sending_status is null`

export const FINISHED = `update campaign_recipients set state = 'finished'
  where account_id = $1 and id = any($2) and state = 'waiting'`

export const STANDING = `select
    exists (select from campaign_recipients r where r.account_id = $1 and r.campaign_id = $2 and r.state = 'waiting') as waiting,
    exists (select from campaign_mailboxes b cross join lateral (select from messages m
        where m.mailbox_id = b.mailbox_id and m.campaign_id = b.campaign_id and m.status = 'scheduled' ${BY_ITSELF}) m
      where b.account_id = $1 and b.campaign_id = $2)
      or exists (select from ${SENDING} o where o.account_id = $1 and o.campaign_id = $2) as open,
    exists (select from campaign_mailboxes b
        join mailboxes e on e.account_id = b.account_id and e.id = b.mailbox_id
      where b.account_id = $1 and b.campaign_id = $2 and ${USABLE}) as mailbox`

/** Recipients whose messages are all done; those with a step added later wait for a new plan. */
export const TIDY = `with over as (
    select r.id, (select count(*) from messages m where m.account_id = $1 and m.campaign_id = $2 and m.recipient_id = r.id)
      < (select count(*) from campaign_steps t where t.account_id = $1 and t.campaign_id = $2) as unplanned
    from campaign_recipients r where r.account_id = $1 and r.campaign_id = $2 and r.state = 'scheduled')
  update campaign_recipients r set state = case when unplanned then 'waiting' else 'finished' end,
    mailbox_id = case when unplanned then null else r.mailbox_id end
  from over where r.account_id = $1 and r.id = over.id`

/** What is cancelled for the recipients $3 of an archived campaign. */
export const CANCEL_OF = [
  `update messages set status = 'canceled'
    where account_id = $1 and campaign_id = $2 and recipient_id = any($3) and status = 'scheduled'`,
  `update campaign_recipients set state = 'canceled' where account_id = $1 and campaign_id = $2 and id = any($3)`,
]

/** What finished recipients still had: at most an attempt that was postponed. */
export const CANCEL_REST = `update messages set status = 'canceled'
  where account_id = $1 and campaign_id = $2 and status = 'scheduled'`

/** When the first scheduled message is due. */
export const FIRST_DUE = `select min(m.due_at) as at from campaign_mailboxes b cross join lateral (
    select m.due_at from messages m where m.mailbox_id = b.mailbox_id and m.campaign_id = b.campaign_id
      and m.status = 'scheduled' order by m.due_at, m.id limit 1) m
  where b.account_id = $1 and b.campaign_id = $2`

/** The next recipients whose messages are planned again. */
export const OPEN_RECIPIENTS = `select id from campaign_recipients
  where account_id = $1 and campaign_id = $2 and state in ('waiting', 'scheduled') and id > $3 order by id limit $4`

/** Their messages not yet attempted are removed; recipients with none left wait for a plan. */
export const PLAN_AGAIN = [
  `delete from messages d using unnest($3::bigint[]) r (id) cross join lateral (select m.id from messages m
      where m.account_id = $1 and m.campaign_id = $2 and m.recipient_id = r.id and m.status = 'scheduled'
        and m.attempts = 0 for update) m
    where d.account_id = $1 and d.id = m.id`,
  `update campaign_recipients r set state = 'waiting'
    where r.account_id = $1 and r.id = any($3) and r.campaign_id = $2 and r.state = 'scheduled'
      and not exists (select from messages m where m.account_id = r.account_id and m.campaign_id = r.campaign_id
        and m.recipient_id = r.id and m.status in ('scheduled', 'sending') ${BY_ITSELF})`,
]
