-- What checking addresses has found out, what is being found out, and the manners at mail servers.

-- The latest verdict on an address, with all that explains it.
create table verifications (
  domain text not null,
  value text not null,
  status text not null check (status in ('valid', 'invalid', 'accept_all', 'webmail', 'disposable', 'unknown')),
  outcome jsonb not null,
  checked_at timestamptz not null,
  -- Until then the verdict is given again without asking.
  fresh_until timestamptz not null,
  primary key (domain, value)
);
create index verifications_checked_at on verifications (checked_at);

-- Verifications under way: running in some process, or waiting to ask again. One row an address: single flight.
create table verification_runs (
  domain text not null,
  value text not null,
  state text not null check (state in ('running', 'waiting')),
  -- Of the first try; retries are counted from it.
  started_at timestamptz not null,
  tries integer not null default 1,
  -- Running: when its process counts as dead. Waiting: when to ask again.
  due_at timestamptz not null,
  -- What the try before came to.
  outcome jsonb,
  primary key (domain, value)
);
create index verification_runs_due_at on verification_runs (due_at);

-- Whether a domain takes mail for anybody.
create table catch_all_domains (
  domain text primary key,
  answer text not null check (answer in ('accepted', 'refused', 'inconclusive')),
  checked_at timestamptz not null,
  fresh_until timestamptz not null
);

-- How a group of mail servers is treated; slots are leases inside `state`, so that one statement decides.
create table mx_lanes (
  name text primary key,
  version bigint not null default 1,
  state jsonb not null
);
