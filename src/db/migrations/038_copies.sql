-- Blind copies that a message took up of its mailbox's day, as it was when it left: what is set or cleared afterwards
-- changes nothing of it.
alter table messages add column copies smallint not null default 0 check (copies in (0, 1));
update messages m set copies = 1 from sequences s
  where s.account_id = m.account_id and s.id = m.sequence_id and s.bcc_recipient is not null
    and m.claimed_at >= now() - interval '2 days';
