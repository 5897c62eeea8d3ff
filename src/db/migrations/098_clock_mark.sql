-- The latest time any process has lived in: if it is still to come, a clock ran ahead.
create table clock_mark (id boolean primary key default true check (id), latest timestamptz not null);
