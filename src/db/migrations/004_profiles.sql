-- The finder is asked for people by their profile too.

create index addresses_linkedin on addresses (lower(linkedin)) where linkedin is not null;
