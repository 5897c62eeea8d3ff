-- Where an account wants to be told of what happens, and what became of the telling.

create table webhooks (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  target_url text not null,
  event text not null,
  -- Only of one sequence or one list; null for all.
  filter_kind text check (filter_kind in ('sequence', 'leads_list')),
  filter_id bigint,
  secret_sealed bytea not null,
  -- The secret before the last rotation signs as well until then.
  previous_secret_sealed bytea,
  previous_until timestamptz,
  -- Since when every delivery has failed.
  failing_since timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique nulls not distinct (account_id, target_url, event, filter_kind, filter_id)
);
create index webhooks_event on webhooks (account_id, event) where disabled_at is null;

create table webhook_deliveries (
  account_id integer not null,
  id bigint generated always as identity,
  webhook_id bigint not null,
  -- Of the payload; the same on every attempt, and for every webhook that hears of the event.
  event_id text not null,
  event text not null,
  -- The body as it is signed and sent.
  payload text not null,
  -- Whose `sync_status` it decides.
  lead_id bigint,
  status text not null default 'pending' check (status in ('pending', 'success', 'error')),
  attempts smallint not null default 0,
  -- When to try (again); during an attempt, when its process counts as dead.
  due_at timestamptz not null,
  -- HTTP status of the last answer; null when there was none.
  response_status smallint,
  -- Why the last attempt failed, in Quarry's words.
  problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, webhook_id) references webhooks (account_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'pending';
create index webhook_deliveries_open on webhook_deliveries (account_id, webhook_id) where status = 'pending';
create index webhook_deliveries_log on webhook_deliveries (account_id, webhook_id, id desc);
create index webhook_deliveries_created_at on webhook_deliveries (created_at);
