-- The roles and their rights. Migrations run as the database's owner. API, worker and operator log
-- in as members of one role each. Money and rounds belong to pipkin_ledger, which can't log in: the
-- other roles change them through functions only. Later files put each grant beside the object that
-- it is for.
do $$
declare
  wanted text;
begin
  foreach wanted in array
    array['pipkin_app', 'pipkin_worker', 'pipkin_operator', 'pipkin_ledger']
  loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- A migration of another database of this cluster has just made it.
    end;
  end loop;
end
$$;

-- The owner acts as pipkin_ledger in these files only.
do $$
begin
  execute format('grant pipkin_ledger to %I with inherit true, set true', current_user);
end
$$;

revoke create on schema public from public;

-- Each process compares what has run here with its own migrations before it works.
grant select on public.migrations to pipkin_app, pipkin_worker, pipkin_operator;
create extension if not exists pgcrypto with schema public;
