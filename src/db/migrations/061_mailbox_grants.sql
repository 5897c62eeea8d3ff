-- Where mailboxes are connected by OAuth: one row a provider, for the whole installation.
create table mail_providers (
  name text primary key check (name ~ '^[a-z][a-z0-9_-]{0,31}$'),
  kind text not null check (kind in ('microsoft', 'google', 'custom')),
  client_id text not null,
  client_secret_sealed bytea,
  tenant text,
  app_only boolean not null default false,
  issuer text,
  authorize_url text,
  token_url text not null,
  device_url text,
  revoke_url text,
  scopes text[] not null,
  extra_params jsonb not null default '{}',
  -- host, port, security, more_hosts
  smtp jsonb not null,
  imap jsonb,
  problem text,
  updated_at timestamptz not null
);

-- What a provider lets Quarry do with a mailbox.
create table mailbox_grants (
  account_id integer not null,
  mailbox_id bigint not null,
  provider text not null references mail_providers (name),
  -- The issuer and who consented: nobody else's consent takes its place.
  subject text,
  refresh_token_sealed bytea,
  access_token_sealed bytea,
  access_expires_at timestamptz,
  -- From when on a fresh one is asked for.
  access_refresh_at timestamptz,
  scopes text[] not null default '{}',
  state text not null check (state in ('active', 'failing', 'needs_consent', 'client_broken')),
  -- One more with every access token that is stored.
  generation bigint not null default 0,
  refreshing_by uuid,
  refreshing_until timestamptz,
  forced_at timestamptz,
  failures smallint not null default 0,
  next_try_at timestamptz,
  consented_at timestamptz not null,
  since timestamptz not null,
  problem text,
  primary key (account_id, mailbox_id),
  foreign key (account_id, mailbox_id) references mailboxes (account_id, id) on delete cascade
);
create index mailbox_grants_of_provider on mailbox_grants (provider);
create index mailbox_grants_due on mailbox_grants (access_refresh_at) where state <> 'needs_consent';

-- Consents that are under way.
create table mailbox_connects (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  user_id integer not null,
  -- The session that began it; null for a key.
  session_hash bytea,
  provider text not null references mail_providers (name) on delete cascade,
  flow text not null check (flow in ('browser', 'device', 'loopback')),
  email text,
  shared boolean not null default false,
  settings jsonb not null,
  -- The mailbox that is connected again, or was made.
  mailbox_id bigint,
  redirect_uri text,
  state_hash bytea unique,
  verifier_sealed bytea,
  device_code_sealed bytea,
  tokens_sealed bytea,
  nonce_hash bytea,
  poll_after timestamptz,
  interval_seconds smallint,
  status text not null check (status in ('waiting', 'confirming', 'connected', 'denied', 'expired', 'failed')),
  problem text,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create index mailbox_connects_expiring on mailbox_connects (expires_at);

alter table mailboxes
  add column auth text not null default 'password' check (auth in ('password', 'oauth2')),
  add column purpose text not null default 'campaigns' check (purpose in ('campaigns', 'reports')),
  add column imap_problem_since timestamptz,
  alter column smtp_host drop not null,
  alter column smtp_port drop not null,
  alter column smtp_security drop not null;
