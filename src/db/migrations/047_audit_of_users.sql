-- When somebody was last here.
create index audit_events_user on audit_events (account_id, user_id, at desc) where user_id is not null;
