-- What the operator's own acts leave behind. Append-only.
create schema operator;
grant usage on schema operator to pipkin_app;

-- Up to when the rounds were replayed, so that the next audit goes on from there.
create table operator.audits (
  audit_id uuid primary key,
  audited_to timestamptz not null,
  replayed bigint not null,
  findings integer not null,
  at timestamptz not null default clock_timestamp()
);
grant select, insert on operator.audits to pipkin_app;
