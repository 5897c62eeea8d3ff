-- What people wrote back, and what was written to them: one conversation for each thread of a mailbox with an address.
-- Only mail that answers a message of a campaign, or belongs to such a conversation, is kept.
create table conversations (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  mailbox_id bigint,
  lead_id bigint,
  -- Of the recipient; a colleague may write, too.
  email text not null,
  subject text check (length(subject) <= 500),
  class text not null default 'other' check (class in ('interested', 'not_now', 'not_interested', 'remove_me',
    'out_of_office', 'auto', 'bounce', 'complaint', 'other')),
  -- What a person says of it stays.
  class_by text not null default 'rule' check (class_by in ('rule', 'person')),
  unread boolean not null default true,
  closed_at timestamptz,
  back_on date,
  last_at timestamptz not null,
  last_direction text not null check (last_direction in ('in', 'out')),
  -- Somebody deleted it: its texts are gone.
  erased_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, lead_id) references leads (account_id, id) on delete set null (lead_id),
  foreign key (account_id, mailbox_id) references mailboxes (account_id, id) on delete set null (mailbox_id)
);
create index conversations_newest on conversations (account_id, last_at desc, id desc);
create index conversations_of_address on conversations (account_id, mailbox_id, email, last_at desc);
create index conversations_of_lead on conversations (account_id, lead_id) where lead_id is not null;
create index conversations_email on conversations (email);

create table mails (
  account_id integer not null,
  id bigint generated always as identity,
  conversation_id bigint not null,
  mailbox_id bigint,
  direction text not null check (direction in ('in', 'out')),
  -- The message of a campaign, when it is one: its words stand there.
  message_id bigint,
  -- Message-ID (RFC 5322 3.6.4).
  header_id text check (length(header_id) <= 500),
  -- Incoming: of its mailbox and Message-ID, or else of its content; outgoing: of its own id.
  dedupe bytea not null,
  -- What it answers, the nearest first.
  answers_ids text[] not null default '{}',
  from_email text,
  reply_to text,
  to_email text,
  subject text check (length(subject) <= 500),
  at timestamptz not null,
  -- When it came to Quarry.
  kept_at timestamptz not null,
  body text check (octet_length(body) <= 262144),
  body_cut boolean not null default false,
  -- Where in `body` the quoted part begins.
  quoted_at integer,
  language text,
  class text,
  class_rule text,
  -- Name, type and size of each; never what is in it.
  attachments jsonb not null default '[]',
  status text check (status in ('draft', 'queued', 'sending', 'sent', 'uncertain', 'error', 'discarded')),
  quotes boolean not null default false,
  due_at timestamptz,
  leased_by uuid,
  leased_at timestamptz,
  attempts smallint not null default 0,
  problem text,
  reply_code text,
  text_digest bytea,
  answers_mail_id bigint,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversations (account_id, id) on delete cascade,
  foreign key (account_id, message_id) references messages (account_id, id) on delete cascade,
  foreign key (account_id, mailbox_id) references mailboxes (account_id, id) on delete set null (mailbox_id)
);
create unique index mails_once on mails (account_id, dedupe);
-- A double click writes one reply.
create unique index mails_one_reply on mails (account_id, answers_mail_id, text_digest)
  where direction = 'out' and status not in ('discarded', 'error');
create unique index mails_header on mails (header_id) where direction = 'out' and header_id is not null;
create index mails_of_header on mails (account_id, header_id) where header_id is not null;
create index mails_of_conversation on mails (account_id, conversation_id, at, id);
create index mails_of_message on mails (account_id, message_id) where message_id is not null;
-- How many came within an hour, and how many replies left.
create index mails_of_mailbox on mails (account_id, mailbox_id, kept_at);
create index mails_leased_by_mailbox on mails (account_id, mailbox_id, leased_at) where leased_at is not null;
create index mails_under_way on mails (account_id, mailbox_id, due_at, id) where status in ('queued', 'sending');
create index mails_from on mails (from_email) where from_email is not null;
-- Texts that are to go after a time.
create index mails_with_text on mails (at) where body is not null;

-- Some servers keep no copy of what is sent through them.
alter table mailboxes add column save_sent boolean not null default false;

-- Texts of mails leave the installation only where somebody asked for them.
alter table webhooks add column include_text boolean not null default false;
