-- Mails that claim to concern a sent message, and may be forged: shown to the account, they change nothing. Nothing that
-- their senders wrote is kept but the Message-ID, by which a person finds them in the mailbox.
create table doubtful_mails (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  email_account_id bigint not null,
  message_id bigint not null,
  claims text not null check (claims in ('replied', 'bounced', 'unsubscribed')),
  doubt text not null
    check (doubt in ('other_sender', 'several_senders', 'failed_authentication', 'names_no_message', 'names_no_recipient')),
  header_id text check (length(header_id) <= 1000),
  seen_at timestamptz not null,
  primary key (account_id, id),
  unique nulls not distinct (account_id, email_account_id, message_id, claims, doubt, header_id),
  foreign key (account_id, email_account_id) references email_accounts (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);
create index doubtful_mails_newest on doubtful_mails (account_id, email_account_id, id desc);
create index doubtful_mails_of_message on doubtful_mails (account_id, message_id);
