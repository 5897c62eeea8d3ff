-- The last sign of life of the process that reads an upload; null where it gives none, as older releases do.
alter table leads_imports add column alive_at timestamptz;
