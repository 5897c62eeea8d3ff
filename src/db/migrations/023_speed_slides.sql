-- When an account's latest requests were let in, where several nodes share the speed limits; times are epoch milliseconds.
create unlogged table speed_slides (
  key text primary key,
  times bigint[] not null,
  wait bigint not null,
  used_at bigint not null
);
create index speed_slides_used on speed_slides (used_at);
