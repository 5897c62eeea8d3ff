-- A recipient who calls a mail unwanted gets none any more.
alter table messages add column complained_at timestamptz;

do $$
declare
  name text;
begin
  select conname into name from pg_constraint
    where conrelid = 'unsubscribes'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%reason%';
  execute format('alter table unsubscribes drop constraint %I', name);
end $$;
alter table unsubscribes add constraint unsubscribes_reason_check
  check (reason in ('unsubscribed', 'bounced', 'manual', 'complained'));
