-- A list ends where what it may cost is spent; what is left stays without an answer, and free.
alter table bulk_jobs
  drop constraint bulk_jobs_status_check,
  add constraint bulk_jobs_status_check check (status in ('queued', 'running', 'done', 'cancelled', 'stopped')),
  -- In credits; null without a limit of its own.
  add column max_credits numeric(12, 2),
  -- credits_used_up, max_credits; null where it was not stopped.
  add column stopped_reason text;
