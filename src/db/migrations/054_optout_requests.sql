-- What people asked an account: to be forgotten. The address is kept as the keyed hash of opt-outs alone. Where several accounts
-- share an installation, the account works with that address no more, and the operator decides for the rest.
create table optout_requests (
  account_id integer not null references accounts (id) on delete cascade,
  id integer generated always as identity,
  subject_hash bytea not null,
  reason text check (length(reason) <= 255),
  created_at timestamptz not null,
  -- When the opt-out of the installation was added; null while it waits for the operator.
  decided_at timestamptz,
  decision text check (decision in ('granted')),
  primary key (account_id, id),
  unique (account_id, subject_hash)
);
create index optout_requests_subject on optout_requests (subject_hash);
