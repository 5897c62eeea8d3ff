-- Files of leads that people look at before they import them: which column is which, and what an import would do.
create table leads_uploads (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  name text,
  bytes bigint not null default 0,
  -- All of it has arrived.
  complete boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);

-- The file itself, in pieces of up to a megabyte.
create table leads_upload_pieces (
  account_id integer not null,
  upload_id bigint not null,
  place integer not null,
  bytes bytea not null,
  primary key (account_id, upload_id, place),
  foreign key (account_id, upload_id) references leads_uploads (account_id, id) on delete cascade
);
