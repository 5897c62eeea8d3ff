-- Where else a company is, beside its seat.
alter table companies add column other_locations jsonb not null default '[]';
