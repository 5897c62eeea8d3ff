-- People who sign in, how they prove who they are, and what they did. A login is a person, of the whole installation; a row of
-- `users` makes the person a member of an account.
create table logins (
  id integer generated always as identity primary key,
  email text not null unique, -- lower case; a name to sign in by, no proof of a mailbox
  first_name text,
  last_name text,
  password_hash text, -- PHC string; null: passkey or OIDC only
  password_set_at timestamptz,
  operator boolean not null default false,
  language text,
  time_zone text,
  theme text check (theme in ('light', 'dark')),
  compact boolean not null default false,
  shortcuts boolean not null default true,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create table passkeys (
  id bytea primary key, -- as the authenticator names it
  login_id integer not null references logins on delete cascade,
  public_key bytea not null, -- COSE
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_login on passkeys (login_id);

create table oidc_subjects (
  issuer text not null,
  subject text not null,
  login_id integer not null references logins on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (issuer, subject)
);
create index oidc_subjects_login on oidc_subjects (login_id);

-- Whoever comes back to an account gets the old row, with its keys, campaigns and favourites.
alter table users
  add column login_id integer references logins on delete set null,
  add column role text not null default 'owner' check (role in ('owner', 'admin', 'member', 'reader')),
  add column left_at timestamptz;
create unique index users_login on users (account_id, login_id) where login_id is not null;
create index users_accounts_of_login on users (login_id) where login_id is not null;

create table sessions (
  hash bytea primary key, -- SHA-256 of 32 random bytes
  login_id integer not null references logins on delete cascade,
  account_id integer not null,
  user_id integer not null,
  confirmed_at timestamptz not null, -- last proof that it is this person
  created_at timestamptz not null, -- of the first token: a renewed one keeps it
  seen_at timestamptz not null,
  browser text not null, -- this and the network as the list of sessions shows them
  network text not null,
  notice jsonb, -- what the next page says once: a word of the dictionary and its numbers
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index sessions_login on sessions (login_id);
create index sessions_user on sessions (account_id, user_id);

-- Set-up, invitations and resets. The code itself is never stored.
create table one_time_links (
  hash bytea primary key,
  kind text not null check (kind in ('setup', 'invitation', 'reset')),
  account_id integer references accounts on delete cascade,
  role text check (role in ('owner', 'admin', 'member', 'reader')),
  email text,
  login_id integer references logins on delete cascade,
  created_by integer, -- user of the account; null: the operator at a shell
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_links_account on one_time_links (account_id);
create index one_time_links_login on one_time_links (login_id);

-- What waits between two requests: the challenge of a passkey; state, nonce, verifier and destination of OIDC.
create table login_flows (
  hash bytea primary key,
  kind text not null,
  payload jsonb not null,
  expires_at timestamptz not null
);

-- Wrong passwords and codes. The subject is a keyed hash of an address, a network, both, or a browser.
create table login_failures (
  subject bytea,
  window_start timestamptz,
  failures integer not null,
  last_at timestamptz not null,
  primary key (subject, window_start)
);

-- What mattered: who did what, when, by which door. Account 0 is the installation.
create table audit_events (
  account_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id integer,
  actor text not null,
  via text not null,
  action text not null,
  subject text,
  details jsonb not null default '{}',
  request_id text,
  primary key (account_id, id)
);
create index audit_events_at on audit_events (at);
