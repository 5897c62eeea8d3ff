-- Leads that come as files, and leave as files.

-- Accounts from before there were lists.
insert into leads_lists (account_id, name, created_at)
select id, 'My leads', created_at from accounts
where not exists (select 1 from leads_lists where account_id = accounts.id);

create table leads_imports (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text,
  -- uploading: rows still arrive; queued, running: they are merged, slice after slice.
  status text not null check (status in ('uploading', 'queued', 'running', 'done', 'cancelled', 'failed')),
  dry_run boolean not null,
  on_existing text not null check (on_existing in ('update', 'skip')),
  -- The list that takes the leads; null leaves them unlisted.
  leads_list_id bigint,
  -- It was chosen for this import: leads that were known before join it too.
  list_named boolean not null,
  -- Which column became which field, as it was read: [{column, field}].
  columns jsonb not null default '[]',
  encoding text,
  -- Rows of the file, without its header.
  total integer not null default 0,
  done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  -- All rows up to this line have been merged.
  done_line bigint not null default 0,
  -- Why it failed as a whole, in Quarry's words.
  problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id)
);
-- Imports somebody has to work on.
create index leads_imports_open on leads_imports (id) where status in ('queued', 'running');
create index leads_imports_newest on leads_imports (account_id, id desc);

-- Rows that were read and have to be merged. They stay until their import ends: a repeated address is found by them.
create table leads_import_rows (
  account_id integer not null,
  import_id bigint not null,
  line bigint not null,
  email text not null,
  -- By name of the column of `leads`; what a row does not say has no key.
  fields jsonb not null,
  custom_attributes jsonb not null,
  -- Keyed hashes under which the owner of the address may have opted out, since the row was read too.
  claim_digests bytea[] not null,
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references leads_imports (account_id, id) on delete cascade
);
create index leads_import_rows_email on leads_import_rows (account_id, import_id, email, line);

create table leads_import_errors (
  account_id integer not null,
  import_id bigint not null,
  line bigint not null,
  -- As the file names it; null when the row as a whole is wrong.
  column_name text,
  -- In Quarry's words.
  reason text not null,
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references leads_imports (account_id, id) on delete cascade
);

-- An export is a question and its moment: the rows are read when it is fetched.
create table leads_exports (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  format text not null check (format in ('csv', 'xlsx', 'jsonl')),
  filters jsonb not null,
  total integer not null,
  -- Leads that came later are not in it.
  last_lead_id bigint not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
