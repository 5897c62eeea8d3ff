-- Web archives to be read. Any number of processes share the list: each takes a file for as long as it gives signs of life.

create table archive_imports (
  id bigint generated always as identity primary key,
  -- Path or URL, as it was given.
  source text not null unique,
  status text not null default 'queued' check (status in ('queued', 'done', 'failed')),
  -- Where to go on: a byte of the file, and how many records after it have been read.
  checkpoint_offset bigint not null default 0,
  checkpoint_records integer not null default 0,
  -- What has been read so far: records, responses, pages, addresses, damaged, …
  figures jsonb not null default '{}',
  -- Why it failed, in Quarry's words.
  problem text,
  holder uuid,
  -- When the holder counts as dead.
  held_until timestamptz,
  added_at timestamptz not null,
  finished_at timestamptz
);
create index archive_imports_open on archive_imports (id) where status = 'queued';
