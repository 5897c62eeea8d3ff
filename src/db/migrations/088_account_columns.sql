-- Every table of accounts names its account, as an integer, and has a key that begins with it: lists of addresses and remembered pages
-- of a search did not, nor did the Message-IDs of mails. 088 adds columns, 089 fills those of lists, 090 makes keys: three
-- transactions, so that bulk_rows, which may have millions of rows, is closed for no longer than it takes to add a column.
--
-- Servers of the last release know nothing of it: what they write gets its account from the list or the walk. They ask by the
-- number of a list alone, so old keys stay beside the new ones. The next release drops these triggers, bulk_jobs_pkey,
-- bulk_rows_pkey, bulk_queues_pkey, search_walks_pkey and search_walk_rows_pkey with the references to them, messages_message_id and
-- mails_header, and makes the keys of 088 and 090 primary.

-- A row for each list: rewritten at once.
alter table bulk_jobs alter column account_id type integer, add constraint bulk_jobs_of_account unique (account_id, id);

-- Rows from before are without until 089: nobody writes to one before it has its account.
alter table bulk_rows add column account_id integer,
  add constraint bulk_rows_has_account check (account_id is not null) not valid;
alter table bulk_queues add column account_id integer,
  add constraint bulk_queues_has_account check (account_id is not null) not valid;

create function fill_account_of_list() returns trigger language plpgsql as $$
begin
  select account_id into new.account_id from bulk_jobs where id = new.job_id;
  return new;
end $$;
create trigger bulk_rows_account before insert or update on bulk_rows
  for each row when (new.account_id is null) execute function fill_account_of_list();
create trigger bulk_queues_account before insert or update on bulk_queues
  for each row when (new.account_id is null) execute function fill_account_of_list();

-- What was asked for within a quarter of an hour.
alter table search_walks alter column account_id type integer, add constraint search_walks_of_account unique (account_id, id);
alter table search_walk_rows add column account_id integer;
update search_walk_rows r set account_id = w.account_id from search_walks w where w.id = r.walk_id;
alter table search_walk_rows alter column account_id set not null,
  add constraint search_walk_rows_of_account unique (account_id, walk_id, chunk);

create function fill_account_of_walk() returns trigger language plpgsql as $$
begin
  select account_id into new.account_id from search_walks where id = new.walk_id;
  return new;
end $$;
create trigger search_walk_rows_account before insert on search_walk_rows
  for each row when (new.account_id is null) execute function fill_account_of_walk();
