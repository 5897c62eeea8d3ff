-- Keys that begin with the account. Whoever reads does not wait; whoever writes to one of these tables waits until all are made, up to 20 seconds
-- for a million rows of lists and a million messages on a machine with ten times the work it can do.
lock table bulk_queues, bulk_rows, mails, messages in share mode;

-- What was changed during 089, and left as it was.
update bulk_rows r set account_id = j.account_id from bulk_jobs j where j.id = r.job_id and r.account_id is null;
update bulk_queues q set account_id = j.account_id from bulk_jobs j where j.id = q.job_id and q.account_id is null;
alter table bulk_rows validate constraint bulk_rows_has_account;
alter table bulk_queues validate constraint bulk_queues_has_account;
create unique index bulk_queues_of_account on bulk_queues (account_id, job_id, queue);
create unique index bulk_rows_of_account on bulk_rows (account_id, job_id, position);

-- A Message-ID is looked up in the account of the mailbox that an answer or a report came to, and is unique there.
create unique index messages_header on messages (account_id, message_id) where message_id is not null;
create unique index mails_out_header on mails (account_id, header_id) where direction = 'out' and header_id is not null;
