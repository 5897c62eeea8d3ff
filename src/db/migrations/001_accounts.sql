-- Who may ask, how much, and what it has cost so far.

create table settings (
  name text primary key,
  value jsonb not null
);

create table accounts (
  id integer generated always as identity primary key,
  plan text not null,
  discover boolean not null default true,
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

create table users (
  account_id integer not null references accounts (id) on delete cascade,
  id integer generated always as identity,
  first_name text,
  last_name text,
  email text,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- A key is shown once; what stays is its SHA-256 (256 random bits need no slow hash) and its last four characters.
create table api_keys (
  account_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  name text not null,
  hash bytea not null unique,
  last_four text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

-- One row per account and billing period: what all charges of the period add up to.
create table billing_periods (
  account_id integer not null references accounts (id) on delete cascade,
  starts_on date not null,
  credits_used numeric(14, 2) not null default 0,
  search_credits_used numeric(14, 2) not null default 0,
  verifications_used integer not null default 0,
  primary key (account_id, starts_on)
);

-- The ledger: one row per effective request and period, reserved before the work and settled after it.
create table charges (
  account_id integer not null,
  starts_on date not null,
  fingerprint bytea not null,
  kind text not null check (kind in ('search', 'verification')),
  credits numeric(12, 2) not null,
  settled boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, starts_on, fingerprint),
  foreign key (account_id, starts_on) references billing_periods (account_id, starts_on) on delete cascade
);
create index charges_unsettled on charges (created_at) where not settled;

-- Windows of the speed limits, when several nodes share them (columns as rate-limiter-flexible names them).
create unlogged table speed_windows (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Requests that are to happen once. `json` rather than `jsonb`: a replay keeps the order of keys.
create table idempotent_requests (
  account_id integer not null references accounts (id) on delete cascade,
  user_id integer not null,
  name text not null, -- method, path and the caller's key
  fingerprint bytea not null,
  outcome json, -- null while it runs
  started_at timestamptz not null,
  primary key (account_id, user_id, name)
);
create index idempotent_requests_started_at on idempotent_requests (started_at);
