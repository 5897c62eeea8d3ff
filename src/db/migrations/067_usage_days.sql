-- What an account has used, a row a day (UTC): a screen of days need not read every charge.
create table usage_days (
  account_id integer not null references accounts (id) on delete cascade,
  day date not null,
  searches numeric(14, 2) not null default 0,
  verifications numeric(14, 2) not null default 0,
  primary key (account_id, day)
);
insert into usage_days (account_id, day, searches, verifications)
  select account_id, (created_at at time zone 'UTC')::date, coalesce(sum(credits) filter (where kind = 'search'), 0),
    coalesce(sum(credits) filter (where kind = 'verification'), 0)
  from charges where settled group by 1, 2;
