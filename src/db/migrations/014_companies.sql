-- What the index knows of companies, and from where it knows each value.

-- Of trusted extensions (every owner of a database may create them): companies are found by parts of their names.
create extension if not exists pg_trgm;

-- A page, an imported file, or a person's edit. Which value of a field stays is decided by the rank of its source, then by date.
create table company_sources (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('user', 'structured', 'priority_import', 'text', 'import', 'derived')),
  -- URL of a page, name of an import, or who edited.
  uri text not null,
  -- user 60, structured 50, priority_import 40, text 30, import 20, derived 10
  rank smallint not null,
  seen_on date not null,
  unique (kind, uri)
);

create table companies (
  -- Registrable domain.
  domain text primary key,
  name text,
  legal_name text,
  description text,
  -- A name of the list at /files/industries.json.
  industry text,
  tags text[] not null default '{}',
  founded_year smallint,
  -- One of the eight bands of discover; `employees` is the known number, where there is one.
  headcount text,
  employees integer,
  company_type text,
  country text,
  state text,
  city text,
  postal_code text,
  street_address text,
  lat real,
  lng real,
  phones text[] not null default '{}',
  emails text[] not null default '{}',
  -- Path parts and handles: company/acme, acme.
  linkedin text,
  twitter text,
  facebook text,
  instagram text,
  crunchbase text,
  -- Domain of the mail host, from MX and SPF.
  email_provider text,
  -- Slugs of the list at /files/technologies.json.
  technologies text[] not null default '{}',
  technology_categories text[] not null default '{}',
  parent_domain text,
  ultimate_parent_domain text,
  ticker text,
  ein text,
  traffic_rank text,
  -- US dollars.
  raised bigint,
  market_cap bigint,
  annual_revenue bigint,
  -- The latest known round, which discover tests; all of them in `funding_rounds`.
  funding_series text,
  funding_amount bigint,
  funding_on date,
  funding_rounds jsonb not null default '[]',
  -- Field → id of the source of its value; '*' for all that are not named.
  provenance jsonb not null default '{}',
  -- As in `domains`, moved in the same transaction: discover sorts by them.
  personal_count integer not null default 0,
  generic_count integer not null default 0,
  emails_total integer generated always as (personal_count + generic_count) stored,
  indexed_on date not null,
  updated_at timestamptz not null
);

-- Companies of imports that name no web site: known by name and country alone, waiting for a domain.
create table domainless_companies (
  name_key text not null,
  country text not null,
  source_id bigint not null references company_sources (id),
  facts jsonb not null,
  primary key (name_key, country, source_id)
);
