-- The latest time by which something was decided about the mail of a mailbox: if it is still to come, a clock ran ahead.
alter table mailboxes add column clock_at timestamptz;
