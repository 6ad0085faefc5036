-- What the live events and the notifications tell beside movements: rounds that ended without a
-- payout, deposits that failed.
set role pipkin_ledger;

-- A round that pays nothing writes no movement. Rounds end about in the order in which they were
-- placed, so a few numbers per 32 pages are enough, as for movements
-- (docs/decisions/2026-11-figures.md); placing a bet doesn't touch it.
create index rounds_unpaid on ledger.rounds using brin (settled_at) with (pages_per_range = 32, autosummarize = on)
  where payout = 0 and status <> 'pending';

-- When a deposit ended without a credit.
alter table cashier.operations
  add column failed_at timestamptz,
  add check ((failed_at is not null) = (state in ('failed', 'rejected')));

create function cashier.note_failure() returns trigger
language plpgsql as $$
begin
  new.failed_at := case when new.state in ('failed', 'rejected') then clock_timestamp() end;
  return new;
end
$$;
create trigger failure_noted before update of state on cashier.operations
  for each row when (new.state is distinct from old.state) execute function cashier.note_failure();

create index operations_failed on cashier.operations (player_id, failed_at, operation_id) where failed_at is not null;

reset role;
