-- An account that was deleted is closed at once; its rows are removed in slices, and this one last.
alter table accounts add column deleted_at timestamptz;
alter table bulk_jobs drop constraint bulk_jobs_account_id_fkey,
  add constraint bulk_jobs_account_id_fkey foreign key (account_id) references accounts (id) on delete cascade;
create index oauth_objects_account on oauth_objects (account_id) where account_id is not null;
