-- What a key may spend in a day (UTC); null is no limit of its own.
alter table api_keys add column daily_credits numeric(12, 2);
drop trigger api_keys_changed on api_keys;
create trigger api_keys_changed after update of revoked_at, scopes, daily_credits on api_keys
  for each row when (old.revoked_at is distinct from new.revoked_at or old.scopes is distinct from new.scopes
    or old.daily_credits is distinct from new.daily_credits)
  execute function tell_access();

-- For which app or limited key a list is charged, and what that may spend in a day, as it was when the list began.
alter table bulk_jobs
  add column spender text,
  add column daily_credits numeric(12, 2);
