-- When, by the database's clock, a process was last seen whose own clock was ahead: it may still write wrong times until it looks again.
alter table clock_mark add column ahead_at timestamptz;
