-- Several records may stand in one line of a file: a rejected one is known by its number.
alter table rejected_rows add column record bigint;
update rejected_rows set record = line;
alter table rejected_rows alter column record set not null;
alter table rejected_rows drop constraint rejected_rows_pkey;
alter table rejected_rows add primary key (import_id, record);
