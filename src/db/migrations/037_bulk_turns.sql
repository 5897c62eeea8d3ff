-- Each list gives the queue that has waited longest, so that accounts can take turns. The index by time alone would be
-- read from its beginning for each of them.
create index bulk_lanes_of_job on bulk_lanes (job_id, due_at);
drop index bulk_lanes_due_at;
