-- Every row and queue belongs to a list of its account. Nobody waits meanwhile.
alter table bulk_rows validate constraint bulk_rows_account_id_job_id_fkey;
alter table bulk_queues validate constraint bulk_queues_account_id_job_id_fkey;
