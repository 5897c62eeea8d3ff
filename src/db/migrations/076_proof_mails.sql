-- What mail of a domain showed that was sent to find out how it arrives: from where, and who signs it.
alter table sending_domains add column seen jsonb not null default '{}';
