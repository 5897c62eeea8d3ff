-- A company is found by the names that redirect to it, and answers with them.
create index linked_domains_aliases on linked_domains (linked_domain) where kind = 'alias';

-- Sites that were visited before companies were kept: what is known of them is their name.
insert into company_sources (kind, uri, rank, seen_on)
  select 'text', 'http://' || domain || '/', 30, updated_at::date from domains where organization is not null
  on conflict do nothing;
insert into companies (domain, name, provenance, personal_count, generic_count, indexed_on, updated_at)
  select d.domain, d.organization, jsonb_build_object('*', s.id), d.personal_count, d.generic_count, s.seen_on, now()
  from domains d join company_sources s on s.kind = 'text' and s.uri = 'http://' || d.domain || '/'
  where d.organization is not null
  on conflict do nothing;
