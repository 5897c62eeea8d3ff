-- How companies are found by filters.

-- The words of a company as keywords look for them. The parser takes signs for what parts words, but keeps hosts, paths,
-- addresses and compounds whole: the signs in them become blanks first (by `replace`, which costs a tenth of `translate`).
-- Between two texts stands a sign that no keyword holds, so that no phrase runs over from one into the next.
-- `array_to_string` counts as stable, as it may for arrays of other types.
create function joined_tags(tags text[]) returns text
language plpgsql immutable strict parallel safe as $$ begin return array_to_string(tags, ' ꙮ '); end $$;

-- One expression, so that it is inlined: a call costs more than what is in it.
create function company_words(name text, description text, tags text[], industry text) returns tsvector
language sql immutable parallel safe return
  to_tsvector('simple', replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    left(coalesce(name, '') || coalesce(' ꙮ ' || industry, '') || case when tags = '{}' then '' else ' ꙮ ' || joined_tags(tags) end
    || coalesce(' ꙮ ' || description, ''), 20000)
    , '.', ' '), '/', ' '), '-', ' '), '@', ' '), '_', ' '), '<', ' '), '+', ' '), '~', ' '), ':', ' '), '&', ' '), '''', ' '), '’', ' '));

alter table companies add column words tsvector not null generated always as
  (company_words(name, description, tags, industry)) stored;

-- Keywords and technologies, alone or together. New rows wait in a list that every search reads too, so that an import does not
-- wait for the index; at its end it has the list emptied, else autovacuum does, for which new companies alone are reason enough.
create index companies_words on companies using gin (words, technologies) with (gin_pending_list_limit = 262144);

-- The order of discover. With it goes what broad filters compare, so that a page of them need not touch the table.
create index companies_ranked on companies (emails_total desc, domain) include
  (country, industry, headcount, company_type, founded_year);

-- What counts them, and finds the deep pages of narrower ones. Columns of few values go first: a search skips from one value
-- to the next, also where it does not name them.
create index companies_traits on companies (country, headcount, company_type, founded_year, industry) include
  (emails_total, domain, personal_count, generic_count);

-- Few are known to be funded.
create index companies_funding on companies (funding_series, funding_amount, funding_on) include
  (country, industry, headcount, company_type, founded_year, emails_total, domain, personal_count, generic_count)
  where funding_series is not null or funding_amount is not null or funding_on is not null;

-- Filters that leave few.
create index companies_industry on companies (industry);
create index companies_place on companies (country, left(lower(city), 100));

-- Companies by name: whole, and by its parts. Longer names are descriptions.
create index companies_name on companies (left(lower(name), 200));
create index companies_name_parts on companies using gin (left(lower(name), 200) gin_trgm_ops) with (gin_pending_list_limit = 262144);
alter table companies set (autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0);
