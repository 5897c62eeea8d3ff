-- Each list gives the queue that has waited longest, so that accounts can take turns.
create index bulk_lanes_of_job on bulk_lanes (job_id, due_at);
