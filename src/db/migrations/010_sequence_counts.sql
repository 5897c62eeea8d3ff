-- How many recipients a sequence has: it is counted where they are added, under the lock of their sequence.
alter table sequences add column recipients_count integer not null default 0;

-- Which sequences the planner has to look after.
create index sequences_under_way on sequences (account_id, id) where status in ('planned', 'active', 'error');
-- What is still to be sent of a sequence.
create index messages_open on messages (account_id, sequence_id, recipient_id) where status in ('scheduled', 'sending');
