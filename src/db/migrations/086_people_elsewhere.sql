-- By what somebody on a list of people may be known at another company: a profile, or a name that hardly anybody else has. Kept
-- whole, so that who is listed at two companies is found without asking all nodes.
create table person_links (
  -- `in/handle`, or `name/` and the name.
  link text not null,
  -- Registrable domain of the page.
  domain text not null,
  person_key text not null,
  last_seen timestamptz not null,
  -- Other companies where the link stands have been left to be settled since this was seen.
  is_told boolean not null default false,
  primary key (link, domain, person_key)
);
create index person_links_of_site on person_links (domain, person_key);
create index person_links_gone on person_links (last_seen);
