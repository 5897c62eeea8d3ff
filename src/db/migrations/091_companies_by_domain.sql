-- Companies and their names may be split over several nodes, which have no triggers: the stores themselves leave out domains that
-- opted out.
drop trigger companies_come on companies;
drop trigger company_names_come on company_names;
drop function forget_opted_out();

-- As before; in a table split over several nodes, each part has an index of that name followed by the number of the part.
create or replace function index_pending_words(name regclass) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  whole regclass := (select indrelid from pg_index where indexrelid = name);
  cleaned bigint;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select sum(p.result::bigint) from pg_dist_partition d, run_command_on_shards(d.logicalrelid, $2) p where d.logicalrelid = $1'
      into cleaned using whole, format('select gin_clean_pending_list((%L || substring(%L from ''_\d+$''))::regclass)', name, '%s');
  end if;
  return coalesce(cleaned, gin_clean_pending_list(name));
end $$;
