-- Domains say where their site is from now on.
alter table site_observations drop constraint site_observations_kind_check;
alter table site_observations add constraint site_observations_kind_check check (kind in ('location', 'technology', 'opening', 'moved')) not valid;
alter table site_observations validate constraint site_observations_kind_check;
