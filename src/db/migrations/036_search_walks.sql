-- Whoever walks the pages of a domain search sees each row once, whatever changes meanwhile: from the second page on the order of
-- the rows is kept, as addresses only, for the quarter of an hour after the last page. Nothing here outlives a crash.
create unlogged table search_walks (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  -- SHA-256 of the filter.
  question bytea not null,
  domain text not null,
  results integer not null,
  started_at timestamptz not null,
  used_at timestamptz not null,
  unique (account_id, question)
);
create index search_walks_used on search_walks (used_at);
create index search_walks_domain on search_walks (domain);

create unlogged table search_walk_rows (
  walk_id bigint not null references search_walks (id) on delete cascade,
  chunk integer not null,
  addresses text[] not null,
  primary key (walk_id, chunk)
);
