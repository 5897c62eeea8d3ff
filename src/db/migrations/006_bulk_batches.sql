-- Addresses of one domain are asked about together; a claim finds what lists hold of its owner.
alter table bulk_rows add column domain text not null default '';
update bulk_rows set domain = lower(split_part(email, '@', -1)) where email like '%@%';
drop index bulk_rows_open;
create index bulk_rows_open on bulk_rows (job_id, lane, due_at, domain, position) where settled_at is null;
create index bulk_rows_domain on bulk_rows (domain, email);
create index bulk_jobs_open on bulk_jobs (account_id) where status in ('queued', 'running');

-- A lane counts the connections of any minute now, not of the running one.
update mx_lanes set state = (state - 'minute' - 'lastEnteredAt') || '{"entered": []}';
