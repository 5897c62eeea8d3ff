-- Counts the changes to what filters on leads look at: leads, their lists, and which custom attributes an account has. Of one
-- server's snapshots the later one sees all that the earlier one sees, so two that see the same sum see the same leads, and what
-- was counted in one holds in the other. Every connection counts in a row of its own, so that writers never wait for each other.
create table leads_changes (
  account_id integer not null references accounts (id) on delete cascade,
  -- Of the connection's process; 0 takes over the rows of those that have ended.
  backend integer not null,
  changes bigint not null,
  primary key (account_id, backend)
) with (fillfactor = 50);

-- Counted where rows change, so that no way of writing can forget it.
create function count_leads_changes() returns trigger language plpgsql as $$
begin
  insert into leads_changes as counted
  select distinct account_id, pg_backend_pid(), 1 from changed join accounts on accounts.id = account_id
  on conflict (account_id, backend) do update set changes = counted.changes + 1;
  return null;
end $$;

create trigger leads_changes_come after insert on leads referencing new table as changed
  for each statement execute function count_leads_changes();
create trigger leads_changes_stay after update on leads referencing new table as changed
  for each statement execute function count_leads_changes();
create trigger leads_changes_go after delete on leads referencing old table as changed
  for each statement execute function count_leads_changes();
create trigger leads_list_members_changes_come after insert on leads_list_members referencing new table as changed
  for each statement execute function count_leads_changes();
create trigger leads_list_members_changes_go after delete on leads_list_members referencing old table as changed
  for each statement execute function count_leads_changes();
create trigger leads_custom_attributes_changes_come after insert on leads_custom_attributes referencing new table as changed
  for each statement execute function count_leads_changes();
create trigger leads_custom_attributes_changes_go after delete on leads_custom_attributes referencing old table as changed
  for each statement execute function count_leads_changes();
