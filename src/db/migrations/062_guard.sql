-- What keeps a sender from ruin: how much a mailbox may send while it is new, what it rests for, whom a campaign may write to,
-- and when it brakes. The defaults leave what exists as it is.
alter table mailboxes
  -- `auto`: it grows into its daily limit.
  add column ramp text not null default 'off' check (ramp in ('off', 'auto')),
  -- What it may send in 24 hours while it grows, and its place in the plan.
  add column ramp_cap integer,
  add column ramp_place smallint not null default 0,
  -- The day of the last step, on the calendar of the mailbox.
  add column ramp_on date,
  add column weekly_limit integer,
  -- By which part of its gap the times between two mails vary.
  add column gap_spread real not null default 0,
  add column band text not null default 'healthy' check (band in ('healthy', 'watch', 'strained', 'stopped')),
  add column band_since timestamptz,
  -- Why it is in its band, in numbers.
  add column band_facts jsonb,
  -- What it sent before no longer counts: a person took it up again.
  add column health_since timestamptz,
  -- How often it was stopped since.
  add column stops smallint not null default 0;

alter table campaigns
  add column gate text not null default 'skip_invalid' check (gate in ('gate', 'skip_invalid')),
  -- To whom else it may write: accept_all, unknown, unverified, old.
  add column allow text[] not null default '{}',
  add column max_verdict_days integer not null default 30,
  add column max_risk real,
  add column brake boolean not null default false,
  add column slowed boolean not null default false,
  add column pause_reason text,
  -- The numbers behind the reason.
  add column pause_facts jsonb,
  -- What it sent before no longer counts: a person took it up again.
  add column brake_since timestamptz,
  -- Verdicts from before are old: a person who took it up again had its list verified anew.
  add column verify_since timestamptz;

alter table messages
  -- Why it waits for its campaign to consent.
  add column held_by text,
  -- When it was to leave before it was held.
  add column held_due_at timestamptz,
  -- What was known of the address when the message was leased.
  add column verdict text,
  add column verdict_at timestamptz,
  add column mx_group text,
  add column evidence text;
create index messages_held on messages (account_id, campaign_id, held_by) where held_by is not null;
-- Refusals have no `sent_at`; what was leased is counted in its order.
create index messages_sent_of_campaign on messages (account_id, campaign_id, leased_at) where leased_at is not null;

-- When mail may go to a company again, and when its people were first written to lately.
create table recipient_domains (
  account_id integer not null references accounts (id) on delete cascade,
  domain text not null,
  next_send_at timestamptz not null,
  firsts timestamptz[] not null default '{}',
  primary key (account_id, domain)
);
create index recipient_domains_over on recipient_domains (next_send_at);

-- `strict`: a campaign does not start while the domain of a mailbox is not ready.
alter table accounts add column guard text not null default 'warn' check (guard in ('warn', 'strict'));
-- Whether a member is told by mail what happens to mailboxes and campaigns.
alter table users add column told_by_mail boolean not null default true;

-- What owners are told by mail. A row is gone once its mail has left, or when it is too old to matter.
create table notices (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  user_id integer not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  tries smallint not null default 0,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index notices_due on notices (next_try_at);
