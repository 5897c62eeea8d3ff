-- Outcomes of requests with an Idempotency-Key may hold secrets that are shown once: they are sealed, and there is a row only
-- where there is an outcome. A request that runs holds a lock. What was stored in clear is left behind with the old table; such
-- requests are still not run again (`sealed` is null).
create table sealed_outcomes (
  account_id integer not null references accounts (id) on delete cascade,
  user_id integer not null,
  name text not null, -- method, path and the caller's key
  fingerprint bytea not null,
  sealed bytea,
  started_at timestamptz not null,
  primary key (account_id, user_id, name)
);
insert into sealed_outcomes (account_id, user_id, name, fingerprint, started_at)
  select account_id, user_id, name, fingerprint, started_at from idempotent_requests where outcome is not null;
drop table idempotent_requests;
alter table sealed_outcomes rename to idempotent_requests;
alter index sealed_outcomes_pkey rename to idempotent_requests_pkey;
alter table idempotent_requests rename constraint sealed_outcomes_account_id_fkey to idempotent_requests_account_id_fkey;
create index idempotent_requests_started_at on idempotent_requests (started_at);
