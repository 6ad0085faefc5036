-- The state of the house, for the back office: a row a minute, kept for 30 days, and one an hour,
-- kept for 400. API processes add what they answered, the worker what only the database knows.
-- Money doesn't depend on it, nor it on money.
create schema health authorization pipkin_ledger;
grant usage on schema health to pipkin_app, pipkin_worker, pipkin_operator;
set role pipkin_ledger;

create table health.samples (
  unit text not null check (unit in ('minute', 'hour')),
  start timestamptz not null,
  -- All API processes together: answers, refusals, answers of 500 and more.
  requests bigint not null default 0,
  refused bigint not null default 0,
  failed bigint not null default 0,
  -- How many answers took up to each bound of apps/server/src/platform/http/measure-requests.ts,
  -- and how many took longer than the last.
  took bigint[] not null default array_fill(0::bigint, '{11}') check (cardinality(took) = 11),
  -- All bets so far, by the counted figures.
  bets bigint,
  -- How long the oldest has waited, in seconds: payouts that need no operator, those that do,
  -- deposits, rewards, mails.
  payout_age integer,
  review_age integer,
  deposit_age integer,
  reward_age integer,
  mail_age integer,
  mails integer,
  -- How far the figures and the log are behind, in seconds.
  figures_lag integer,
  log_lag integer,
  -- The chain's head, and how many of its blocks aren't scanned.
  head bigint,
  unscanned integer,
  database_bytes bigint,
  connections integer,
  audit_age integer,
  audit_findings integer,
  primary key (unit, start)
);

-- The rows that a sample of this moment belongs to.
create function health.starts_now() returns table (unit text, start timestamptz)
language sql stable
as $$
  select u, date_trunc(u, clock_timestamp()) from unnest('{minute,hour}'::text[]) u
$$;

-- Adds what an API process has answered since its last call.
create function health.note_requests(
  p_requests bigint, p_refused bigint, p_failed bigint, p_took bigint[]
) returns void
language sql security definer set search_path = health, pg_temp
as $$
  insert into samples (unit, start, requests, refused, failed, took)
    select unit, start, p_requests, p_refused, p_failed, p_took from starts_now()
  on conflict (unit, start) do update
    set requests = samples.requests + excluded.requests,
        refused = samples.refused + excluded.refused,
        failed = samples.failed + excluded.failed,
        took = array(
          select a + b from unnest(samples.took, excluded.took) with ordinality t (a, b, place)
          order by place)
$$;
grant execute on function health.note_requests to pipkin_app;

-- How many seconds ago a time was; 0 if it is null or lies ahead.
create function health.seconds_since(p_at timestamptz) returns integer
language sql stable
return coalesce(greatest(extract(epoch from clock_timestamp() - p_at), 0), 0)::integer;

-- Measures what waits, and how far each part is. An hour's row has the worst of its minutes.
create function health.look() returns health.samples
language plpgsql stable security definer set search_path = health, cashier, pg_temp
as $$
declare
  seen samples;
begin
  select coalesce(sum(times), 0) into seen.bets
    from activity.house where unit = 'month' and kind = 'stake';
  -- What an operator has released waits for the worker only since then.
  select seconds_since(min(coalesce(released_at, at))
           filter (where kind = 'withdrawal' and state <> 'review')),
         seconds_since(min(at) filter (where kind = 'withdrawal' and state = 'review')),
         seconds_since(min(coalesce(released_at, at)) filter (where kind = 'deposit'))
    into seen.payout_age, seen.review_age, seen.deposit_age
    from operations where state in ('requested', 'signed', 'mined', 'review');
  select seconds_since(min(signed_in_at)) into seen.reward_age
    from referral.friends where rewarded_at is null;
  -- Leaves out older mails, which are still tried, but may be to a mailbox that is gone.
  select seconds_since(min(asked_at)), count(*) into seen.mail_age, seen.mails
    from players.mails
    where next_try_at is not null and asked_at > clock_timestamp() - interval '2 hours';
  select seconds_since(upto) into seen.figures_lag from activity.counted;
  seen.log_lag := seconds_since(log.published_upto());
  select h.head, h.head - h.scanned_block into seen.head, seen.unscanned from house h;
  select seconds_since(at), findings into seen.audit_age, seen.audit_findings
    from operator.audits order by at desc limit 1;
  seen.database_bytes := pg_database_size(current_database());
  select numbackends into seen.connections
    from pg_stat_database where datname = current_database();
  return seen;
end
$$;

-- Stores a sample, and deletes those that are too old.
create function health.take_sample() returns void
language sql security definer set search_path = health, pg_temp
as $$
  insert into samples as s (unit, start, bets, payout_age, review_age, deposit_age, reward_age,
      mail_age, mails, figures_lag, log_lag, head, unscanned, database_bytes, connections,
      audit_age, audit_findings)
    select n.unit, n.start, l.bets, l.payout_age, l.review_age, l.deposit_age, l.reward_age,
           l.mail_age, l.mails, l.figures_lag, l.log_lag, l.head, l.unscanned, l.database_bytes,
           l.connections, l.audit_age, l.audit_findings
    from starts_now() n, look() l
  on conflict (unit, start) do update
    set bets = greatest(s.bets, excluded.bets),
        payout_age = greatest(s.payout_age, excluded.payout_age),
        review_age = greatest(s.review_age, excluded.review_age),
        deposit_age = greatest(s.deposit_age, excluded.deposit_age),
        reward_age = greatest(s.reward_age, excluded.reward_age),
        mail_age = greatest(s.mail_age, excluded.mail_age),
        mails = greatest(s.mails, excluded.mails),
        figures_lag = greatest(s.figures_lag, excluded.figures_lag),
        log_lag = greatest(s.log_lag, excluded.log_lag),
        head = greatest(s.head, excluded.head),
        unscanned = greatest(s.unscanned, excluded.unscanned),
        database_bytes = greatest(s.database_bytes, excluded.database_bytes),
        connections = greatest(s.connections, excluded.connections),
        audit_age = greatest(s.audit_age, excluded.audit_age),
        audit_findings = excluded.audit_findings;
  delete from samples where unit = 'minute' and start < now() - interval '30 days';
  delete from samples where unit = 'hour' and start < now() - interval '400 days';
$$;
grant execute on function health.take_sample to pipkin_worker;

-- Samples of a unit since a time, a line for each step, the newest first: sums of counts, and the
-- worst of measurements. minutes: how long it has been measured in the step, which may not be over.
-- bets: those of the step, if the step before was measured.
create function desk.list_samples(p_unit text, p_since timestamptz, p_step interval)
returns table (
  start timestamptz, minutes double precision, requests bigint, refused bigint, failed bigint,
  took bigint[], bets bigint, payout_age integer, review_age integer, deposit_age integer,
  reward_age integer, mail_age integer, mails integer, figures_lag integer, log_lag integer,
  head bigint, unscanned integer, database_bytes bigint, connections integer, audit_age integer,
  audit_findings integer
)
language sql stable security definer set search_path = health, pg_temp
as $$
  select date_bin(p_step, s.start, '2000-01-01 00:00Z') as start,
         greatest(1, extract(epoch from least(clock_timestamp(),
           date_bin(p_step, min(s.start), '2000-01-01 00:00Z') + p_step) - min(s.start)) / 60),
         sum(requests)::bigint, sum(refused)::bigint, sum(failed)::bigint,
         array[sum(took[1]), sum(took[2]), sum(took[3]), sum(took[4]), sum(took[5]), sum(took[6]),
           sum(took[7]), sum(took[8]), sum(took[9]), sum(took[10]), sum(took[11])]::bigint[],
         (max(s.bets) - lag(max(s.bets)) over (order by date_bin(p_step, s.start,
           '2000-01-01 00:00Z')))::bigint,
         max(payout_age), max(review_age), max(deposit_age), max(reward_age), max(mail_age),
         max(mails), max(figures_lag), max(log_lag), max(head), max(unscanned),
         max(database_bytes), max(connections), max(audit_age), max(audit_findings)
  from samples s where s.unit = p_unit and s.start >= p_since
  group by 1 order by 1 desc
$$;
grant execute on function desk.list_samples to pipkin_operator;

-- The state at this moment, and when the worker last measured it. first_audit_in: if the house was
-- never audited, the seconds until it should be, two days after its begin.
create function desk.health_now()
returns table (
  sampled_at timestamptz, sampled_ago integer, payout_age integer, review_age integer,
  deposit_age integer, mail_age integer, mails integer, figures_lag integer, log_lag integer,
  head bigint, unscanned integer, database_bytes bigint, connections integer, audit_age integer,
  audit_findings integer, first_audit_in integer
)
language sql stable security definer set search_path = health, pg_temp
as $$
  select s.at, seconds_since(s.at), l.payout_age, l.review_age, l.deposit_age, l.mail_age,
         l.mails, l.figures_lag, l.log_lag,
         l.head, l.unscanned, l.database_bytes, l.connections, l.audit_age, l.audit_findings,
         case when l.audit_age is null then (
           select extract(epoch from v.at + interval '2 days' - clock_timestamp())::integer
           from operator.versions v where v.subject = 'cashier' and v.version = 1) end
  from look() l cross join (
    select max(start) as at from samples where unit = 'minute' and figures_lag is not null
  ) s
$$;
grant execute on function desk.health_now to pipkin_operator;

reset role;
