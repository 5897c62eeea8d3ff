-- Sequences that were archived and still have messages to cancel.
create index sequences_archiving on sequences (account_id, id) where status = 'archived' and preparing;
