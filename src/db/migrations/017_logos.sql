-- Pictures of companies. A domain without one has a row that says when it was last looked for.

create table logos (
  domain text primary key,
  -- PNG, at most 512 pixels a side; null while none is known.
  png bytea,
  etag text,
  source_url text,
  page_url text,
  width smallint,
  height smallint,
  found_at timestamptz,
  -- When somebody last asked for what was not there, or was old.
  requested_at timestamptz not null
);
