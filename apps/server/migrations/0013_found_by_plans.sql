-- Indexes that bench/sql/plans.test.ts asked for: what is looked for among much that has ended, and a
-- player's among everybody's.
set role pipkin_ledger;

-- What is on its way or waits for a person: few, whoever asks. Wallets, the list of open ones, the
-- operator's and the metrics.
create index operations_open on cashier.operations (player_id, at, operation_id)
  where state in ('requested', 'signed', 'mined', 'review');

reset role;

-- Answers that a player is notified of, in the order of a page.
create index cases_answered on support.cases (player_id, closed_at, case_id) where closed_at is not null;
-- Cases that wait for an operator.
create index cases_open on support.cases (at) where closed_at is null;
