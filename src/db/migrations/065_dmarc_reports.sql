-- What receivers report of mail that names our domains (RFC 9990), and how often.
create table dmarc_reports (
  account_id integer not null references accounts (id) on delete cascade,
  id bigint generated always as identity,
  domain text not null,
  org text not null,
  report_id text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- As the receiver found it published.
  policy jsonb not null,
  received_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, org, report_id, domain, begins_at)
);
create index dmarc_reports_of_domain on dmarc_reports (account_id, domain, begins_at);
create index dmarc_reports_old on dmarc_reports (received_at);

create table dmarc_rows (
  account_id integer not null,
  report_id bigint not null,
  position integer not null,
  source_ip inet not null,
  count bigint not null,
  disposition text not null,
  -- Passed, and as the domain of the header.
  dkim text not null check (dkim in ('pass', 'fail')),
  spf text not null check (spf in ('pass', 'fail')),
  header_from text not null,
  envelope_from text,
  -- What was checked: kind, domain, selector, result.
  auth jsonb not null,
  primary key (account_id, report_id, position),
  foreign key (account_id, report_id) references dmarc_reports (account_id, id) on delete cascade
);
