-- Changes of many leads that a worker does, so that whoever asked for one can be told when it is done. A change goes in parts,
-- each of which may be done more than once, and counts once.
create table leads_change_jobs (
  account_id integer not null references accounts (id) on delete cascade,
  id integer generated always as identity,
  action text not null,
  total integer not null,
  done integer not null default 0,
  parts smallint not null,
  parts_done smallint[] not null default '{}',
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index leads_change_jobs_created_at on leads_change_jobs (created_at);
