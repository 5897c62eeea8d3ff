-- An archive that ends inside a record was read, but not to its end.
alter table archive_imports drop constraint archive_imports_status_check;
alter table archive_imports add constraint archive_imports_status_check
  check (status in ('queued', 'done', 'failed', 'incomplete'));
