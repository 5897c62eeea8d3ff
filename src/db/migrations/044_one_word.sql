-- One word for one thing: campaigns with steps, recipients and mailboxes; opt-outs of the installation, unsubscribes of an
-- account; leases of messages; queues of addresses and slots at mail operators. Only names change.
alter table sequences rename to campaigns;
alter table sequence_steps rename to campaign_steps;
alter table sequence_recipients rename to campaign_recipients;
alter table sequence_email_accounts rename to campaign_mailboxes;
alter table email_accounts rename to mailboxes;
alter table bulk_lanes rename to bulk_queues;
alter table mx_lanes rename to mx_slots;
alter table claims rename to optouts;
alter table account_suppressions rename to unsubscribes;
alter table opt_out_lifts rename to unsubscribe_lifts;
alter table doubtful_mails rename column claims to meaning;

alter function forget_claimed() rename to forget_opted_out;
create or replace function forget_opted_out() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7301001);
  if exists (select from optouts where kind = 'domain') then
    execute format('delete from %I where domain in (select domain from added intersect select domain from optouts)', tg_table_name);
  end if;
  return null;
end $$;

do $$
declare
  old_words constant text[] := array['sequence_email_accounts', 'email_accounts', 'email_account_id', 'sequences', 'sequence_',
    'account_suppressions', 'opt_out_lifts', 'claims_', 'claimed_', 'claim_', 'bulk_lanes', 'mx_lanes', 'lane'];
  new_words constant text[] := array['campaign_mailboxes', 'mailboxes', 'mailbox_id', 'campaigns', 'campaign_',
    'unsubscribes', 'unsubscribe_lifts', 'optouts_', 'leased_', 'optout_', 'bulk_queues', 'mx_slots', 'queue'];
  found record;
  renamed text;
begin
  for found in
    select 1 as turn, 'column' as kind, c.relname::text as place, a.attname::text as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and a.attname in ('sequence_id', 'email_account_id', 'claimed_at', 'claimed_by', 'claim_digests', 'lane')
    union all
    select 2, 'constraint', c.relname, n.conname from pg_constraint n join pg_class c on c.oid = n.conrelid
      where n.connamespace = current_schema()::regnamespace
    union all
    select 3, case relkind when 'S' then 'sequence' else 'index' end, null, relname from pg_class c
      where c.relnamespace = current_schema()::regnamespace and relkind in ('i', 'S')
        and not exists (select from pg_constraint n where n.conindid = c.oid and n.conname = c.relname)
    order by 1
  loop
    renamed := found.name;
    for i in 1 .. array_length(old_words, 1) loop
      renamed := replace(renamed, old_words[i], new_words[i]);
    end loop;
    continue when renamed = found.name;
    if found.kind in ('column', 'constraint') then
      execute format('alter table %I rename %s %I to %I', found.place, found.kind, found.name, renamed);
    else
      execute format('alter %s %I rename to %I', found.kind, found.name, renamed);
    end if;
  end loop;
end $$;

-- What waits in the queue says the new word, too.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job set data = data - 'sequenceId' || jsonb_build_object('campaignId', data -> 'sequenceId')
      where data ? 'sequenceId' and state < 'completed';
  end if;
end $$;

update campaign_recipients set stopped_by = 'opted_out' where stopped_by = 'claimed';
