-- Named people whose addresses are looked for in the background. What is open stands here alone, so that any process can go on
-- with it.
create table find_jobs (
  account_id integer not null references accounts (id) on delete cascade,
  -- From the same numbers as those of lists of addresses: a job is named by its id alone.
  id bigint not null default nextval(pg_get_serial_sequence('bulk_jobs', 'id')),
  -- Who asked: a key or a user, and what has a limit by the day (an app or a key), as its calls have it.
  key_id integer,
  user_id integer,
  spender jsonb,
  name text,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'cancelled', 'stopped')),
  -- credits_used_up, max_credits, daily_limit; null where it was not stopped.
  stopped_reason text,
  total integer not null,
  done integer not null default 0,
  found integer not null default 0,
  credits_charged numeric(12, 2) not null default 0,
  -- In credits; null without a limit of its own.
  max_credits numeric(12, 2),
  -- Where those who are found are saved.
  leads_list_id bigint,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index find_jobs_open on find_jobs (account_id, id) where status in ('queued', 'running');

create table find_rows (
  account_id integer not null,
  job_id bigint not null,
  -- In the list, from 0.
  place integer not null,
  -- The caller's own word for it.
  ref text,
  -- The person and the company, as they were sent; empty once the owner of the address has opted out.
  asked jsonb not null,
  -- Those of one domain, or one company, are asked about one after another.
  queue text not null,
  -- When to ask (again); while it is worked on, when a holder that gives no sign of life loses it.
  due_at timestamptz not null,
  holder uuid,
  tries integer not null default 0,
  -- Null while open: found, not_found, invalid_domain, opted_out, not_checked.
  status text,
  -- What was found of the person, and why nothing was.
  outcome jsonb,
  -- What was found, in its parts; null otherwise.
  domain text,
  email text,
  lead_id bigint,
  primary key (account_id, job_id, place),
  foreign key (account_id, job_id) references find_jobs (account_id, id) on delete cascade
);
create index find_rows_open on find_rows (account_id, job_id, place) where status is null;
create index find_rows_held on find_rows (holder) where holder is not null;
create index find_rows_found on find_rows (domain, email) where email is not null;
