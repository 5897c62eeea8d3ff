-- Lists of addresses to verify. What is open stands here alone, so that any process can go on with it.

create table bulk_jobs (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity primary key,
  name text,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'cancelled')),
  total integer not null,
  done integer not null default 0,
  credits_charged numeric not null default 0,
  created_at timestamptz not null
);
create index bulk_jobs_account on bulk_jobs (account_id, id desc);

create table bulk_rows (
  job_id bigint not null references bulk_jobs (id) on delete cascade,
  -- The place in the list, from 0.
  position integer not null,
  -- As it was sent, without control characters.
  email text not null,
  -- Which queue it stands in.
  lane text not null,
  -- When to ask (again).
  due_at timestamptz not null,
  tries integer not null default 0,
  -- Null while open.
  settled_at timestamptz,
  -- The verdict without its transcript; null when there is an error instead.
  outcome jsonb,
  error text,
  primary key (job_id, position)
);
create index bulk_rows_open on bulk_rows (job_id, lane, due_at, position) where settled_at is null;

-- Queues with open rows: at first one a domain, then one a group of mail servers. They take turns by `due_at`.
create table bulk_lanes (
  job_id bigint not null references bulk_jobs (id) on delete cascade,
  lane text not null,
  -- When its next turn may begin; during a turn, when a holder that gives no sign of life loses it.
  due_at timestamptz not null,
  holder uuid,
  primary key (job_id, lane)
);
create index bulk_lanes_due_at on bulk_lanes (due_at);
create index bulk_lanes_holder on bulk_lanes (holder) where holder is not null;
