-- What became of mail, by what was known of its recipients: so many sends, so many that came back, older ones weighing less.
create table send_outcomes (
  account_id integer not null references accounts (id) on delete cascade,
  level text not null check (level in ('verdict', 'group', 'domain')),
  verdict text not null,
  -- The operator of the mail servers, or the domain; empty where all mail with a verdict is counted.
  key text not null,
  evidence text not null check (evidence in ('published', 'pattern', 'none')),
  n real not null,
  b real not null,
  -- The last of them, since they began to look worse than those before.
  recent_n real not null,
  recent_b real not null,
  -- Up to when they have been aged.
  updated_at timestamptz not null,
  primary key (account_id, level, verdict, key, evidence)
);
-- Where the installation shares what it learned.
create index send_outcomes_shared on send_outcomes (level, verdict, key);

-- How far messages have been counted: by when they were leased, and by when they were answered before that.
create table send_outcome_mark (
  only_one boolean primary key default true check (only_one),
  settled_to timestamptz not null,
  answered_to timestamptz not null
);
insert into send_outcome_mark (settled_to, answered_to) values ('epoch', 'epoch');

create index messages_leased on messages (leased_at) where leased_at is not null;
create index messages_answered on messages (replied_at) where replied_at is not null;
