-- Companies that accounts keep an eye on, and changes there of which nobody has been told yet.

create table watches (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  domain text not null,
  -- Only changes of these types are told; null for all.
  types text[],
  every_days smallint not null check (every_days >= 1),
  created_at timestamptz not null,
  -- When the site is to be read again.
  visit_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, domain)
);
create index watches_of_domain on watches (domain);
create index watches_due on watches (visit_at);

-- Changes at watched companies, found or undone, that no webhook has heard of.
create table untold_changes (
  change_id bigint primary key references changes (id) on delete cascade
);

-- Asked for by watches alone: such visits have a lane of their own.
alter table crawls add column for_watch boolean not null default false;

alter table webhooks
  drop constraint webhooks_filter_kind_check,
  add constraint webhooks_filter_kind_check check (filter_kind in ('sequence', 'leads_list', 'watch'));
