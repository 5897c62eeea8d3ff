-- What somebody did about what came back of a message: whether it is done with, and a note. `kind` as answers are listed.
create table answer_marks (
  account_id integer not null,
  message_id bigint not null,
  kind text not null check (kind in ('answered', 'bounced', 'unsubscribed')),
  done_at timestamptz,
  done_by integer,
  note text check (length(note) <= 2000),
  primary key (account_id, message_id, kind),
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade
);

-- What came back, newest first.
create index messages_replied on messages (account_id, replied_at desc, id desc) where replied_at is not null;
create index messages_bounced on messages (account_id, bounced_at desc, id desc) where bounced_at is not null;
create index messages_unsubscribed on messages (account_id, unsubscribed_at desc, id desc)
  where unsubscribed_at is not null;

-- Mails by which people try out what they wrote. They count in the daily limit of their mailbox, and are kept that long.
create table test_mails (
  account_id integer not null,
  id bigint generated always as identity,
  mailbox_id bigint not null,
  user_id integer not null,
  leased_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, mailbox_id) references mailboxes (account_id, id) on delete cascade
);
create index test_mails_of_mailbox on test_mails (account_id, mailbox_id, leased_at);
