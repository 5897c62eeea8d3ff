-- Discover leaves out closed companies, so their status is in the indexes from which pages and counts are read without touching the
-- table. Nobody who reads waits for them, and who writes companies waits: about 15 seconds for a million.

-- Until now it was a tag; its source is the source of the tags.
update companies set status = case when tags && '{acquired}' then 'acquired' else 'closed' end,
  provenance = coalesce(jsonb_set(provenance, '{status}', provenance -> 'tags'), provenance)
where words @@ to_tsquery('simple', 'acquired | closed | inactive | defunct | dead | dissolved | shutdown | shut | business')
  and tags && '{acquired,closed,inactive,defunct,dead,dissolved,shutdown,shut down,out of business}';

create index companies_by_rank on companies (emails_total desc, domain) include
  (country, industry, headcount, company_type, founded_year, status);
create index companies_by_traits on companies (country, headcount, company_type, founded_year, industry) include
  (emails_total, domain, personal_count, generic_count, status);
create index companies_by_funding on companies (funding_series, funding_amount, funding_on) include
  (country, industry, headcount, company_type, founded_year, emails_total, domain, personal_count, generic_count, status)
  where funding_series is not null or funding_amount is not null or funding_on is not null;
-- Few are closed.
create index companies_closed on companies (emails_total desc, domain) where status = 'closed';

drop index companies_ranked;
drop index companies_traits;
drop index companies_funding;
