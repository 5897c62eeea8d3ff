-- Sequences (the path calls them campaigns): what is written to whom, from where, when, and what came of it.

-- Mailboxes that an account sends from and reads answers in. `sealed` columns are ciphertext.
create table email_accounts (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  user_id integer not null,
  email text not null,
  first_name text,
  last_name text,
  sender_name text,
  signature text,
  provider text not null default 'smtp_imap',
  sending_status text not null default 'active' check (sending_status in ('active', 'paused', 'warming')),
  default_account boolean not null default false,
  smtp_host text not null,
  smtp_port integer not null,
  smtp_security text not null check (smtp_security in ('tls', 'starttls', 'none')),
  smtp_username text,
  smtp_password_sealed bytea,
  -- Without a host answers are not read.
  imap_host text,
  imap_port integer,
  imap_security text check (imap_security in ('tls', 'starttls', 'none')),
  imap_username text,
  imap_password_sealed bytea,
  -- With a key Quarry signs what it sends (RFC 6376); without one the mail server may.
  dkim_domain text,
  dkim_selector text,
  dkim_key_sealed bytea,
  daily_limit integer not null default 200,
  -- Least time between two messages of this mailbox.
  gap_seconds integer not null default 60,
  -- {days, start_time, end_time, time_zone}: when this mailbox sends; null leaves it to the sequence.
  sending_schedule jsonb,
  profile_picture_url text,
  custom_tracking_domain text,
  -- Why it cannot be used at the moment, in Quarry's words.
  problem text,
  -- How far the mailbox has been read: {uid_validity, last_uid} by folder.
  imap_cursor jsonb not null default '{}',
  read_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index email_accounts_email on email_accounts (account_id, email);

create table sequences (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  user_id integer not null, -- its owner
  name text not null,
  status text not null default 'draft'
    check (status in ('draft', 'planned', 'active', 'paused', 'completed', 'error', 'archived')),
  -- Messages of newly added recipients are still being scheduled.
  preparing boolean not null default false,
  start_at date,
  -- Seconds since midnight in the owner's time zone; the end is inclusive.
  schedule_time_start integer not null default 32400,
  schedule_time_end integer not null default 61140,
  -- 0 is Sunday.
  schedule_days smallint[] not null default '{1,2,3,4,5}',
  time_zone text not null default 'UTC',
  tracked boolean not null default false,
  tracked_links boolean not null default false,
  add_unsubscribe_link boolean not null default true,
  bcc_recipient text,
  started_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index sequences_newest on sequences (account_id, created_at desc, id desc);

create table sequence_email_accounts (
  account_id integer not null,
  sequence_id bigint not null,
  email_account_id bigint not null,
  primary key (account_id, sequence_id, email_account_id),
  foreign key (account_id, sequence_id) references sequences (account_id, id) on delete cascade,
  foreign key (account_id, email_account_id) references email_accounts (account_id, id) on delete cascade
);

-- Step 0 opens, the others follow up.
create table sequence_steps (
  account_id integer not null,
  sequence_id bigint not null,
  id bigint generated always as identity,
  step smallint not null check (step between 0 and 5),
  -- Days after the step before.
  wait_days smallint not null default 0,
  -- Null inherits the subject of the step before: the mail then continues its thread.
  subject text,
  body text,
  message_format text not null default 'text' check (message_format in ('text', 'html')),
  primary key (account_id, id),
  unique (account_id, sequence_id, step),
  foreign key (account_id, sequence_id) references sequences (account_id, id) on delete cascade
);

create table sequence_recipients (
  account_id integer not null,
  sequence_id bigint not null,
  id bigint generated always as identity,
  email text not null,
  lead_id bigint,
  -- All mail to one recipient comes from one mailbox.
  email_account_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'scheduled', 'finished', 'canceled', 'stopped')),
  -- Why no further mail goes there: replied, bounced, unsubscribed, claimed, lead_deleted, error.
  stopped_by text,
  -- As a lead's; of this sequence alone.
  sending_status text,
  added_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, sequence_id, email),
  foreign key (account_id, sequence_id) references sequences (account_id, id) on delete cascade,
  foreign key (account_id, lead_id) references leads (account_id, id) on delete set null (lead_id),
  foreign key (account_id, email_account_id) references email_accounts (account_id, id)
    on delete set null (email_account_id)
);
create index sequence_recipients_page on sequence_recipients (account_id, sequence_id, added_at, id);
create index sequence_recipients_waiting on sequence_recipients (account_id, sequence_id, id) where state = 'waiting';
create index sequence_recipients_lead on sequence_recipients (account_id, lead_id) where lead_id is not null;
create index sequence_recipients_email on sequence_recipients (email);

-- One row for each mail to one recipient. Claimed (`sending`) before the SMTP dialogue begins; a row found so after
-- its process has died becomes `uncertain` and is never sent again by itself.
create table messages (
  account_id integer not null,
  sequence_id bigint not null,
  id bigint generated always as identity,
  recipient_id bigint not null,
  step smallint not null,
  email_account_id bigint not null,
  status text not null default 'scheduled'
    check (status in ('scheduled', 'sending', 'sent', 'canceled', 'error', 'uncertain')),
  due_at timestamptz not null,
  claimed_by uuid,
  claimed_at timestamptz,
  attempts smallint not null default 0,
  -- Message-ID (RFC 5322 3.6.4), chosen when the row is claimed; answers and reports are recognised by it.
  message_id text,
  -- As sent, with the fallbacks filled in.
  subject text,
  sent_at timestamptz,
  -- What the mail server said in the end, as class and enhanced code only.
  reply_code text,
  -- Why it is in error, in Quarry's words.
  problem text,
  opened_at timestamptz,
  clicked_at timestamptz,
  replied_at timestamptz,
  bounced_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, sequence_id, recipient_id, step),
  foreign key (account_id, sequence_id) references sequences (account_id, id) on delete cascade,
  foreign key (account_id, recipient_id) references sequence_recipients (account_id, id) on delete cascade,
  foreign key (account_id, email_account_id) references email_accounts (account_id, id) on delete cascade
);
create index messages_due on messages (due_at) where status = 'scheduled';
create index messages_claimed on messages (claimed_at) where status = 'sending';
create index messages_of_mailbox on messages (account_id, email_account_id, due_at) where status in ('scheduled', 'sending');
create index messages_sent on messages (account_id, email_account_id, sent_at) where sent_at is not null;
create index messages_recipient on messages (account_id, recipient_id, step);
create unique index messages_message_id on messages (message_id) where message_id is not null;

-- Links of a sent mail that count clicks; the address goes nowhere that was not in the mail.
create table message_links (
  account_id integer not null,
  message_id bigint not null,
  position smallint not null,
  url text not null,
  clicked_at timestamptz,
  primary key (account_id, message_id, position),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);

-- To whom an account writes no more.
create table account_suppressions (
  account_id integer not null references accounts (id) on delete cascade,
  email text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced', 'manual')),
  created_at timestamptz not null default now(),
  primary key (account_id, email)
);
