-- Why answers cannot be read at the moment, in Quarry's words. Sending goes on meanwhile.
alter table email_accounts add column imap_problem text;

-- Which mailboxes are to be read next.
create index email_accounts_to_read on email_accounts (read_at nulls first) where imap_host is not null;

-- An answer without a thread: what was last sent to its sender.
create index messages_of_recipient_sent on messages (account_id, recipient_id, sent_at) where sent_at is not null;

-- Opt-outs of an account, newest first.
create index account_suppressions_newest on account_suppressions (account_id, created_at desc, email);
