-- What the index knows: domains, their addresses, and a source for every fact.

create table domains (
  domain text primary key,
  organization text,
  pattern text,
  accept_all boolean,
  accept_all_on date,
  -- Kept in the ingest transaction, so that no search has to count.
  personal_count integer not null default 0,
  generic_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Names under which a company is found: its own, aliases, and the label of its domain.
create table company_names (
  name_key text not null,
  domain text not null references domains (domain) on delete cascade,
  name text not null,
  kind text not null check (kind in ('organization', 'alias', 'label')),
  primary key (name_key, domain)
);
create index company_names_domain on company_names (domain);

create table linked_domains (
  domain text not null,
  linked_domain text not null,
  kind text not null check (kind in ('alias', 'link')),
  uri text,
  seen_on date not null,
  primary key (domain, linked_domain)
);

create table addresses (
  domain text not null,
  value text not null,
  type text not null check (type in ('personal', 'generic')),
  confidence smallint not null check (confidence between 0 and 100),
  sources_count integer not null,
  -- The newest 20 sources as a search shows them, so that a page of results is one walk along one index.
  sources jsonb not null default '[]',
  -- False while only weak sources show it, its check says invalid, or its sources are long gone.
  visible boolean not null,
  first_name text,
  last_name text,
  position text,
  position_raw text,
  title_tokens text[] not null default '{}',
  seniority text check (seniority in ('junior', 'senior', 'executive')),
  department text,
  decision_maker boolean not null default false,
  linkedin text,
  twitter text,
  phone_number text,
  city text,
  state text,
  country text,
  verification_status text,
  verified_on date,
  found_on date not null,
  last_seen_on date not null,
  primary key (domain, value)
);
-- The order of a domain search: confidence, number of sources, value. Paging walks this index.
create index addresses_page on addresses (domain, confidence desc, sources_count desc, value) where visible;

-- One row per address and page. `still_on_page` = the newest capture of the page still shows it.
create table sources (
  domain text not null,
  value text not null,
  uri text not null,
  source_domain text not null,
  extracted_at timestamptz not null,
  last_seen_at timestamptz not null,
  still_on_page boolean not null,
  quality text not null check (quality in ('high', 'medium', 'low')),
  hidden boolean not null default false,
  -- What the page says of the owner, as extracted; the address row is merged from these.
  person jsonb,
  primary key (domain, value, uri)
);
create index sources_of_page on sources (source_domain, uri);
create index sources_gone on sources (last_seen_at) where not still_on_page;

-- Addresses by kind, kept in the ingest transaction; '' stands for unknown.
create table address_counts (
  domain text not null,
  type text not null,
  seniority text not null,
  department text not null,
  decision_maker boolean not null,
  total integer not null,
  primary key (domain, type, seniority, department, decision_maker)
);

-- Pages of crawled sites. `captured_at` is the newest capture that says what the page holds (200, 404, 410).
create table pages (
  domain text not null,
  url text not null,
  status integer not null,
  etag text,
  last_modified text,
  content_hash text,
  links jsonb not null default '[]',
  captured_at timestamptz not null,
  primary key (domain, url)
);

create table crawls (
  domain text primary key,
  status text not null check (status in ('queued', 'running', 'done', 'blocked', 'failed')),
  reason text,
  pages integer not null default 0,
  queued integer not null default 0,
  bytes bigint not null default 0,
  addresses integer not null default 0,
  page_budget integer not null default 0,
  requested_at timestamptz not null,
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  next_crawl_at timestamptz,
  interval_days real
);
create index crawls_due on crawls (next_crawl_at) where status in ('done', 'blocked', 'failed');

-- Opt-outs. An address is kept only as a keyed hash; a domain is no person and stays readable.
create table claims (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('email', 'domain')),
  digest bytea not null unique,
  domain text,
  reason text,
  created_at timestamptz not null default now()
);
create index claims_domain on claims (domain) where kind = 'domain';
