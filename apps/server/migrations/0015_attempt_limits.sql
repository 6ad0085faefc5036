-- Counts of attempts, for limits over all servers together. The columns are what
-- rate-limiter-flexible reads and writes. expire is its time in ms, as a float: the server reads
-- every int8 as a bigint, which the library can't compute with.
create schema platform;
grant usage on schema platform to pipkin_app;

create table platform.limits (
  key text primary key,
  points integer not null,
  expire double precision
);
grant select, insert, update, delete on platform.limits to pipkin_app;
