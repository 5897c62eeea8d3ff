-- Answers of a list by what they came to, without reading the list: counted as they are stored, and found by an index.
alter table bulk_jobs
  -- {kind: number of rows}; a kind is an error, `no_address`, or the status of a verdict.
  add column tally jsonb not null default '{}',
  -- Who started it; null for lists older than this is known.
  add column user_id integer;

update bulk_jobs set tally = counted.tally
from (
  select job_id, jsonb_object_agg(kind, number) as tally from (
    select job_id, coalesce(error, case when domain = '' then 'no_address' else outcome ->> 'status' end) as kind,
      count(*) as number
    from bulk_rows where settled_at is not null group by 1, 2) kinds
  where kind is not null group by job_id) counted
where counted.job_id = bulk_jobs.id;

create index bulk_rows_kind on bulk_rows
  (job_id, (coalesce(error, case when domain = '' then 'no_address' else outcome ->> 'status' end)), position)
  where settled_at is not null;
