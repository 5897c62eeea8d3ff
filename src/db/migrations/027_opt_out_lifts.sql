-- What a recipient said holds until the operator lifts it; who did, when and why stays.
create table opt_out_lifts (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  email text not null,
  -- When the recipient had said so.
  said_at timestamptz not null,
  lifted_at timestamptz not null,
  lifted_by text not null check (length(lifted_by) between 1 and 255),
  reason text not null check (length(reason) between 1 and 255),
  primary key (account_id, id)
);
