-- Files of companies and people that are imported, each known by its content.

create table file_imports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('companies', 'people')),
  -- As it is shown: the name of the file, or what the operator calls it.
  name text not null,
  -- SHA-256 of the unpacked bytes.
  fingerprint text not null,
  -- Which columns were read as what: read in another way it is another import.
  mapping text not null,
  status text not null default 'open' check (status in ('open', 'done', 'failed')),
  -- Rows whose slices are stored; an interrupted import goes on behind them.
  rows_done bigint not null default 0,
  -- Rows, created, changed, unchanged, waiting, rejected.
  figures jsonb not null default '{}',
  problem text,
  holder uuid,
  -- When the holder counts as dead.
  held_until timestamptz,
  started_at timestamptz not null,
  finished_at timestamptz,
  unique (kind, fingerprint, mapping)
);

-- Rows that say nothing Quarry can use; kept for 30 days.
create table rejected_rows (
  import_id bigint not null references file_imports (id) on delete cascade,
  line bigint not null,
  reason text not null,
  rejected_at timestamptz not null,
  primary key (import_id, line)
);
create index rejected_rows_age on rejected_rows (rejected_at);

-- Companies that are known from files alone have names too, and no row in `domains`.
alter table company_names drop constraint company_names_domain_fkey;
