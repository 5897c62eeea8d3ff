-- The people an account keeps: leads, what it notes of them, and the lists they are sorted into.

create table leads (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  -- Lower case; one lead an address in each account.
  email text not null,
  first_name text,
  last_name text,
  position text,
  company text,
  company_industry text,
  company_size text,
  company_type text,
  confidence_score smallint check (confidence_score between 0 and 100),
  website text,
  country_code text,
  source text,
  linkedin_url text,
  phone_number text,
  twitter text,
  notes text,
  -- Values by slug; an unset one has no key.
  custom_attributes jsonb not null default '{}',
  -- Where the address was found, as a search showed it when the lead was saved.
  sources jsonb not null default '[]',
  sync_status text check (sync_status in ('pending', 'success', 'error')),
  sending_status text check (
    sending_status in ('pending', 'sent', 'opened', 'clicked', 'replied', 'bounced', 'error', 'unsubscribed')
  ),
  last_activity_at timestamptz,
  last_contacted_at timestamptz,
  -- The latest verdict on the address, of any age; kept here so that a filter needs no second table.
  verification_status text,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index leads_email on leads (account_id, email);
create index leads_newest on leads (account_id, created_at desc, id desc);
-- A verdict, a bounce or an opt-out concerns the address in every account.
create index leads_of_address on leads (email);

create table leads_custom_attributes (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  label text not null,
  slug text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, slug)
);
create unique index leads_custom_attributes_label on leads_custom_attributes (account_id, lower(label));

create table leads_list_folders (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  color text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index leads_list_folders_name on leads_list_folders (account_id, lower(name));

create table leads_lists (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  leads_list_folder_id bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, leads_list_folder_id) references leads_list_folders (account_id, id)
    on delete set null (leads_list_folder_id)
);
create index leads_lists_newest on leads_lists (account_id, created_at desc, id desc);
create index leads_lists_folder on leads_lists (account_id, leads_list_folder_id);

create table leads_list_favorites (
  account_id integer not null,
  user_id integer not null,
  leads_list_id bigint not null,
  primary key (account_id, user_id, leads_list_id),
  foreign key (account_id, leads_list_id) references leads_lists (account_id, id) on delete cascade,
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);

create table leads_list_members (
  account_id integer not null,
  leads_list_id bigint not null,
  lead_id bigint not null,
  -- Of several lists a lead shows the one it joined last: the greatest number.
  joined bigint generated always as identity,
  primary key (account_id, leads_list_id, lead_id),
  foreign key (account_id, leads_list_id) references leads_lists (account_id, id) on delete cascade,
  foreign key (account_id, lead_id) references leads (account_id, id) on delete cascade
);
create index leads_list_members_lead on leads_list_members (account_id, lead_id, joined desc);

-- How many leads an account has (list 0) and each list holds. A counter is the sum of its shards: every connection
-- adds to one of its own, so that writers of one list do not wait for each other.
create table leads_counts (
  account_id integer not null references accounts (id) on delete cascade,
  leads_list_id bigint not null,
  shard smallint not null,
  total bigint not null,
  primary key (account_id, leads_list_id, shard)
);

create function leads_counts_shard() returns smallint language sql stable
  return (pg_backend_pid() % 16)::smallint;

-- Counted where rows come and go, so that no way of writing can forget it.
create function count_leads() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into leads_counts as counts
    select account_id, 0, leads_counts_shard(), count(*) from changed group by account_id
    on conflict (account_id, leads_list_id, shard) do update set total = counts.total + excluded.total;
  else
    insert into leads_counts as counts
    select account_id, 0, leads_counts_shard(), -count(*)
    from changed join accounts on accounts.id = account_id group by account_id
    on conflict (account_id, leads_list_id, shard) do update set total = counts.total + excluded.total;
  end if;
  return null;
end $$;

create function count_leads_list_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into leads_counts as counts
    select account_id, leads_list_id, leads_counts_shard(), count(*) from changed
    group by account_id, leads_list_id order by 1, 2
    on conflict (account_id, leads_list_id, shard) do update set total = counts.total + excluded.total;
  else
    insert into leads_counts as counts
    select account_id, leads_list_id, leads_counts_shard(), -count(*)
    from changed join accounts on accounts.id = account_id
    group by account_id, leads_list_id order by 1, 2
    on conflict (account_id, leads_list_id, shard) do update set total = counts.total + excluded.total;
  end if;
  return null;
end $$;

create trigger leads_come after insert on leads referencing new table as changed
  for each statement execute function count_leads();
create trigger leads_go after delete on leads referencing old table as changed
  for each statement execute function count_leads();
create trigger leads_list_members_come after insert on leads_list_members referencing new table as changed
  for each statement execute function count_leads_list_members();
create trigger leads_list_members_go after delete on leads_list_members referencing old table as changed
  for each statement execute function count_leads_list_members();

-- A list that is gone has no counter. By then its memberships have been counted off.
create function forget_leads_list_counts() returns trigger language plpgsql as $$
begin
  delete from leads_counts where account_id = old.account_id and leads_list_id = old.id;
  return null;
end $$;
create constraint trigger leads_lists_go after delete on leads_lists deferrable initially deferred
  for each row execute function forget_leads_list_counts();

-- A lead shows the latest verdict on its address. Noted where verdicts are stored, so that no way of storing one can
-- forget it.
create function note_verdicts() returns trigger language plpgsql as $$
begin
  update leads set verification_status = changed.status, verified_at = changed.checked_at from changed
  where leads.email = changed.value and (leads.verified_at is null or leads.verified_at <= changed.checked_at);
  return null;
end $$;
create trigger verifications_come after insert on verifications referencing new table as changed
  for each statement execute function note_verdicts();
create trigger verifications_change after update on verifications referencing new table as changed
  for each statement execute function note_verdicts();

-- For filters on a part of a text. The extension ships with PostgreSQL and may be added by the owner of a database;
-- where it is missing the same filters read all leads of the account. The expression is repeated in lead-conditions.ts.
do $$
begin
  create extension if not exists pg_trgm;
  create index leads_searched on leads using gin ((email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
    || ' ' || coalesce(position, '') || ' ' || coalesce(company, '') || ' ' || coalesce(website, '')) gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'The extension pg_trgm is not available: filters on leads go without an index.';
end $$;
