-- A mailbox that has sent what its provider lets it rests for longer each time, until a mail leaves again.
alter table mailboxes
  add column rest_until timestamptz,
  add column rest_reason text,
  add column rests smallint not null default 0;

-- Why a message was refused or came back.
alter table messages add column failure_kind text
  check (failure_kind in ('address', 'full', 'sender_limit', 'sender_auth', 'policy', 'route', 'other'));
