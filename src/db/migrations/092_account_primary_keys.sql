-- What 088 announced: servers of the last release write the account of lists and walks and ask by it, so the keys without it go, and
-- those with it become primary. Nothing here reads a table: 093 checks the references, without closing one.

drop trigger bulk_rows_account on bulk_rows;
drop trigger bulk_queues_account on bulk_queues;
drop trigger search_walk_rows_account on search_walk_rows;
drop function fill_account_of_list();
drop function fill_account_of_walk();

alter table bulk_rows drop constraint bulk_rows_job_id_fkey;
alter table bulk_queues drop constraint bulk_queues_job_id_fkey;
alter table search_walk_rows drop constraint search_walk_rows_walk_id_fkey;

-- A row for each list, and what was asked for within a quarter of an hour.
alter table bulk_jobs drop constraint bulk_jobs_pkey, drop constraint bulk_jobs_of_account, add primary key (account_id, id);
alter table search_walks drop constraint search_walks_pkey, drop constraint search_walks_of_account, add primary key (account_id, id);
alter table search_walk_rows drop constraint search_walk_rows_pkey, drop constraint search_walk_rows_of_account,
  add primary key (account_id, walk_id, chunk),
  add foreign key (account_id, walk_id) references search_walks on delete cascade;

-- The checks of 090 prove that no row lacks its account, so nothing is scanned; after that they say nothing more.
alter table bulk_rows alter column account_id set not null;
alter table bulk_rows drop constraint bulk_rows_has_account, drop constraint bulk_rows_pkey,
  add constraint bulk_rows_pkey primary key using index bulk_rows_of_account,
  add foreign key (account_id, job_id) references bulk_jobs on delete cascade not valid;
alter table bulk_queues alter column account_id set not null;
alter table bulk_queues drop constraint bulk_queues_has_account, drop constraint bulk_queues_pkey,
  add constraint bulk_queues_pkey primary key using index bulk_queues_of_account,
  add foreign key (account_id, job_id) references bulk_jobs on delete cascade not valid;

-- Unique within an account, by messages_header and mails_out_header.
drop index messages_message_id;
drop index mails_header;
