-- When a mailbox may send again: its gap, kept across all workers by the lock of its row.
alter table email_accounts add column next_send_at timestamptz;

-- What a mailbox has taken up since an instant: its daily limit.
create index messages_claimed_by_mailbox on messages (account_id, email_account_id, claimed_at) where claimed_at is not null;
-- What may or may not have left, for its account to look at.
create index messages_uncertain on messages (account_id, sequence_id, id) where status = 'uncertain';

-- What was sent stays in the history of its sequence when the mailbox goes.
alter table messages alter column email_account_id drop not null;
alter table messages drop constraint messages_account_id_email_account_id_fkey;
alter table messages add foreign key (account_id, email_account_id) references email_accounts (account_id, id)
  on delete set null (email_account_id);
