-- Rows of lists from before 088 get their account. Nobody waits for a table, only whoever changes one of these very rows: answers that
-- were given, which hardly anybody does, come first, and what is open, and its queues, last. A row that somebody else changes just now
-- is left out, and gets its account with that change: so none of them waits for the other. A million rows took a minute or
-- two on a machine with ten times the work it could do, of which those that were open took some ten seconds.
with free as materialized (
  select ctid as place from bulk_rows where account_id is null and settled_at is not null for update skip locked)
update bulk_rows r set account_id = j.account_id from free, bulk_jobs j where r.ctid = free.place and j.id = r.job_id;
with free as materialized (select ctid as place from bulk_rows where account_id is null for update skip locked)
update bulk_rows r set account_id = j.account_id from free, bulk_jobs j where r.ctid = free.place and j.id = r.job_id;
with free as materialized (select ctid as place from bulk_queues where account_id is null for update skip locked)
update bulk_queues q set account_id = j.account_id from free, bulk_jobs j where q.ctid = free.place and j.id = q.job_id;
