-- Which process sends requests to a host, or to an IP address, and what it leaves for the next one. An address has several
-- places, a host one. Who gives no sign of life until `held_until` holds nothing any more.
create table crawl_places (
  name text not null,
  place smallint not null,
  holder uuid,
  held_until timestamptz not null,
  wanted_by uuid,
  wanted_until timestamptz not null default '-infinity',
  next_at timestamptz not null default '-infinity',
  pause_ms integer not null default 0,
  strikes smallint not null default 0,
  left_alone_until timestamptz not null default '-infinity',
  primary key (name, place)
) with (fillfactor = 80);

-- robots.txt as a host gave it, read by all processes; null where there was none, or nothing to read.
create table robots_files (
  origin text primary key,
  outcome text not null check (outcome in ('rules', 'allow_all', 'deny_all')),
  body bytea,
  fetched_at timestamptz not null,
  kept_until timestamptz not null
);
create index robots_files_kept on robots_files (kept_until);
