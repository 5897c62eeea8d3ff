-- What sites showed at each look, so that it can be told what changed, whatever order the looks arrived in. Times of looks are
-- seconds since 2000-01-01, the newest sixty of each list.

-- Complete looks at a page that answered with a page.
alter table pages add column looks integer[];

-- One row per distinct statement of a page about a person.
create table person_observations (
  -- Registrable domain of the page; of the company for rows of files.
  domain text not null,
  uri text not null,
  -- First and last name, folded.
  person_key text not null,
  -- Of name, position and address.
  statement integer not null,
  name text not null,
  position text not null,
  address text,
  -- When a file says that they left.
  left_on date,
  seen integer[] not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- The newest look at the page shows it.
  still_there boolean not null,
  primary key (domain, uri, person_key, statement)
);
create index person_observations_address on person_observations (address) where address is not null;
create index person_observations_gone on person_observations (last_seen);

-- Pages that list people, and how each look found them laid out.
create table roster_pages (
  domain text not null,
  uri text not null,
  -- At the newest look.
  people integer not null,
  signature text not null,
  looks integer[] not null,
  signatures text[] not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (domain, uri)
);

-- What a page says of the company in words that compare: its places, what it is built with.
create table site_observations (
  domain text not null,
  uri text not null,
  kind text not null check (kind in ('location', 'technology')),
  value text not null,
  seen integer[] not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (domain, uri, kind, value)
);

-- Sites that were looked at since it was last told what changed there.
create table unsettled_sites (
  domain text primary key,
  since timestamptz not null
);

create table changes (
  -- Given in the order in which rows become visible: who reads on behind an id misses none.
  id bigint generated always as identity primary key,
  domain text not null,
  -- Of type, person, before and after: each change once.
  change_key text not null,
  type text not null,
  person_key text,
  person_name text,
  address text,
  field text not null,
  before text,
  after text,
  evidence jsonb not null,
  happened_from date,
  happened_to date not null,
  confidence real not null,
  detected_at timestamptz not null,
  -- Proved wrong later.
  undone_at timestamptz,
  unique (domain, change_key)
);
create index changes_of_domain on changes (domain, id);
create index changes_detected on changes (detected_at);

-- People who opted out are kept as keyed hashes of site and name: pages that name them without an address bring them back neither.
create table optout_people (
  optout_id integer not null references optouts (id) on delete cascade,
  digest bytea not null,
  primary key (digest, optout_id)
);

alter table addresses
  add column affiliation text check (affiliation in ('current', 'likely', 'former', 'unknown')),
  add column affiliation_since date,
  -- What says that its holder left.
  add column left_on date,
  add column left_evidence jsonb;
