-- What a mailbox sends next of a sequence, in its order. The only index for what is scheduled: as long as the database has no
-- statistics of these messages it takes every such index for empty, and would choose among several by chance.
create index messages_next on messages (email_account_id, sequence_id, due_at, id) where status = 'scheduled';
drop index messages_due;
drop index messages_of_mailbox;
drop index messages_open;
create index sequence_email_accounts_mailbox on sequence_email_accounts (account_id, email_account_id);

-- Up to which recipient (by id) the messages of a resumed sequence have been planned again; null when nothing is left.
alter table sequences add column replanned_to bigint;
create index sequence_recipients_open on sequence_recipients (account_id, sequence_id, id)
  where state in ('waiting', 'scheduled');

-- Counts the plans of an account. Who made the last one knows all times of its mailboxes, and need not read them again.
create table message_plans (
  account_id integer primary key references accounts (id) on delete cascade,
  version bigint not null
);
