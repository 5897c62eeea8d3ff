-- What its operator calls an account; null while it has no name.
alter table accounts add column name text;
