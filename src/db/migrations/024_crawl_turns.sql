-- The table is the queue of visits: a row that waits or runs needs no job beside it.
alter table crawls
  -- Who asked; null when nobody did.
  add column account_id integer,
  -- The visit under way. Whoever finds another here has lost the site.
  add column run_id uuid,
  -- Visits that were begun and not ended.
  add column attempts integer not null default 0;

create index crawls_unfinished on crawls (account_id, requested_at) where status in ('queued', 'running');
