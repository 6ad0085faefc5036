-- Who may do what. Migrations run as the database's owner; the server logs in as a member of
-- pipkin_app. Money and rounds belong to pipkin_ledger, which can't log in: the application reaches
-- them through functions only.

do $$
begin
  if not exists (select from pg_roles where rolname = 'pipkin_app') then
    create role pipkin_app nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'pipkin_ledger') then
    create role pipkin_ledger nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this cluster made them in this moment
end
$$;

-- The owner acts as pipkin_ledger below, and only there.
do $$
begin
  execute format('grant pipkin_ledger to %I with inherit true, set true', current_user);
end
$$;

revoke create on schema public from public;
create extension if not exists pgcrypto with schema public;

create schema ledger authorization pipkin_ledger;
grant usage on schema ledger to pipkin_app;
