-- How the addresses of a large domain are found by words of their titles.

-- Of trusted extensions, as pg_trgm is: a domain and the words stand in one index.
create extension if not exists btree_gin;

create index addresses_titles on addresses using gin (domain, title_tokens) where visible;
