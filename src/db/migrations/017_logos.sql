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

-- What an import, a visit that was under way or a search for a logo stores of a claimed domain goes with the same statement,
-- so that no way of writing can bring it back. The lock is the one that a new claim takes alone (`CLAIMS_LOCK`).
create function forget_claimed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7301001);
  if exists (select from claims where kind = 'domain') then
    execute format('delete from %I where domain in (select domain from added intersect select domain from claims)', tg_table_name);
  end if;
  return null;
end $$;
create trigger companies_come after insert on companies referencing new table as added
  for each statement execute function forget_claimed();
create trigger company_names_come after insert on company_names referencing new table as added
  for each statement execute function forget_claimed();
create trigger logos_come after insert on logos referencing new table as added
  for each statement execute function forget_claimed();
