-- What DNS said of the domains that mailboxes send as, when they were looked at last.
create table sending_domains (
  account_id integer not null references accounts (id) on delete cascade,
  domain text not null,
  state text not null check (state in ('not_ready', 'weak', 'ready', 'unknown')),
  findings jsonb not null,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  changed_at timestamptz,
  primary key (account_id, domain)
);
create index sending_domains_due on sending_domains (next_check_at);
