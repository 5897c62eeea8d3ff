-- Which addresses a page shows or showed, kept by the page's domain. Only a database of several nodes fills it: there sources are kept by
-- the address's domain, and to look for those of a page means to ask all nodes. One PostgreSQL has an index of sources for that.
create table page_addresses (
  source_domain text not null,
  uri text not null,
  domain text not null,
  value text not null,
  primary key (source_domain, uri, value)
);
