-- Apps that people have connected by OAuth, and what these asked of us. Ids of tokens, codes and grants are stored as SHA-256
-- alone; whoever reads the table holds none of them.
create table oauth_objects (
  model text not null, -- Client, Grant, AuthorizationCode, AccessToken, RefreshToken, Interaction, ReplayDetection, Block
  id_hash bytea not null, -- SHA-256 of the id: the id of a token is the token
  grant_hash bytea, -- SHA-256 of the grant's id; a Grant row has its own
  account_id integer,
  user_id integer, -- who consented; null for clients and interactions
  client_id text,
  scopes text[], -- Grant rows: what the ticks say; null elsewhere
  daily_credits numeric(12, 2), -- Grant rows: the limit set at consent; null is none
  payload jsonb not null, -- without the id; what is secret in it is sealed
  created_at timestamptz not null default now(),
  expires_at timestamptz, -- null: pre-registered clients
  consumed_at timestamptz,
  reused smallint not null default 0,
  last_used_at timestamptz,
  primary key (model, id_hash),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index oauth_objects_grant on oauth_objects (grant_hash) where grant_hash is not null;
create index oauth_objects_user on oauth_objects (account_id, user_id) where model = 'Grant';
create index oauth_objects_expired on oauth_objects (expires_at) where expires_at is not null;

create table oauth_steps ( -- at most 500 rows: upkeep deletes the oldest
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id integer, -- null until somebody has signed in
  connection bytea not null, -- hash of client and network address: groups the steps of one attempt
  step text not null,
  outcome text not null, -- ok, or the error code
  client text,
  redirect_host text,
  scopes text[],
  user_agent text,
  request_id text,
  detail text -- one sentence of ours
);
create index oauth_steps_account on oauth_steps (account_id, id) where account_id is not null;

-- Servers remember who a key or token belongs to for seconds; they are told when that has changed.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('quarry_access', coalesce(old.account_id, 0)::text);
  return null;
end $$;
create function tell_block() returns trigger language plpgsql as $$
begin
  perform pg_notify('quarry_access', coalesce(new.account_id, 0)::text);
  return null;
end $$;
create function tell_account_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('quarry_access', old.id::text);
  return null;
end $$;
create function tell_login_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('quarry_access', account_id::text) from users where login_id = old.id;
  return null;
end $$;

create trigger oauth_objects_gone after delete on oauth_objects
  for each row when (old.model in ('Grant', 'AccessToken')) execute function tell_access();
create trigger oauth_objects_changed after update of scopes, daily_credits, expires_at on oauth_objects
  for each row when (old.model in ('Grant', 'AccessToken') and (old.scopes is distinct from new.scopes
    or old.daily_credits is distinct from new.daily_credits or new.expires_at < old.expires_at))
  execute function tell_access();
create trigger oauth_blocks_made after insert on oauth_objects
  for each row when (new.model = 'Block') execute function tell_block();
create trigger api_keys_gone after delete on api_keys for each row execute function tell_access();
create trigger api_keys_changed after update of revoked_at, scopes on api_keys
  for each row when (old.revoked_at is distinct from new.revoked_at or old.scopes is distinct from new.scopes)
  execute function tell_access();
create trigger users_gone after delete on users for each row execute function tell_access();
create trigger users_changed after update of role, left_at, login_id on users
  for each row when (old.role is distinct from new.role or old.left_at is distinct from new.left_at
    or old.login_id is distinct from new.login_id)
  execute function tell_access();
create trigger accounts_gone after delete on accounts for each row execute function tell_account_access();
create trigger accounts_changed after update of plan, suspended_at, discover on accounts
  for each row when (old.plan is distinct from new.plan or old.suspended_at is distinct from new.suspended_at
    or old.discover is distinct from new.discover)
  execute function tell_account_access();
create trigger logins_changed after update of disabled_at, operator on logins
  for each row when (old.disabled_at is distinct from new.disabled_at or old.operator is distinct from new.operator)
  execute function tell_login_access();

-- Which app a charge was made for: an app may have a limit of its own a day.
alter table charges add column app text;
create index charges_app on charges (account_id, app, created_at) where app is not null;
