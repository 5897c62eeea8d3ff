-- Moves the words of new companies from the waiting lists of their indexes into the indexes. PostgreSQL lets only the owner of
-- an index do that, and a running Quarry is another role: the function runs as the owner of the tables.
create function index_pending_words(name regclass) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return gin_clean_pending_list(name);
end $$;
