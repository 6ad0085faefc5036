-- The cashier, second part: the house's account on the chain. What it has signed, and which
-- transfers of the token the scanner has seen. What these mean for deposits and withdrawals is in
-- the third part.
set role pipkin_ledger;

-- The chain and the account, the next nonce, and how far the scanner has come. balance: what the
-- house held when it was first opened, plus the transfers since, up to the scanned block; in the
-- token's smallest units.
create table cashier.house (
  singleton boolean primary key default true check (singleton),
  chain_id bigint not null,
  genesis cashier.hash not null,
  token cashier.address not null,
  symbol text not null,
  address cashier.address not null,
  next_nonce bigint not null check (next_nonce >= 0),
  -- After a restore the key may have signed what this database doesn't know. The next start of a
  -- worker then takes the chain's nonce.
  takes_nonce boolean not null default false,
  -- The chain's block at that start: transfers of the lost time may be up to it.
  restored_block bigint not null default 0,
  opened_block bigint not null,
  opened_balance numeric(78) not null check (opened_balance >= 0),
  scanned_block bigint not null,
  scanned_hash cashier.hash not null,
  balance numeric(78) not null,
  head bigint not null,
  -- The most that a unit of gas costs now, in the coin's smallest units; null before the first
  -- look.
  gas_price numeric(78) check (gas_price >= 0),
  -- The house's balance of the coin, in its smallest units; null before the first look.
  coin numeric(78) check (coin >= 0),
  -- The gas limit of a payout, the largest so far. At first: an ERC-20 transfer to a new holder,
  -- and a quarter more.
  payout_gas bigint not null default 65000 check (payout_gas > 0)
);
grant select on cashier.house to pipkin_app, pipkin_worker;

-- Nonces of the house that a restore has lost: the chain has their transactions.
create table cashier.lost_nonces (
  nonce bigint primary key
);
grant select on cashier.lost_nonces to pipkin_app, pipkin_worker;

-- Opens the house's account on its first start; afterwards answers it as it is. The first start
-- after a restore goes on from the chain's nonce.
create function cashier.open_house(
  p_chain_id bigint, p_genesis cashier.hash, p_token cashier.address, p_symbol text,
  p_address cashier.address, p_next_nonce bigint, p_block bigint, p_hash cashier.hash,
  p_balance numeric
) returns setof cashier.house
language sql security definer set search_path = cashier, ledger, pg_temp
as $$
  insert into house (chain_id, genesis, token, symbol, address, next_nonce, opened_block,
                     opened_balance, scanned_block, scanned_hash, balance, head)
    values (p_chain_id, p_genesis, p_token, p_symbol, p_address, p_next_nonce, p_block,
            p_balance, p_block, p_hash, p_balance, p_block)
    on conflict do nothing;
  insert into lost_nonces (nonce)
    select generate_series(next_nonce, p_next_nonce - 1) from house where takes_nonce
    on conflict do nothing;
  update house
    set next_nonce = greatest(next_nonce, p_next_nonce), takes_nonce = false,
        restored_block = p_block
    where takes_nonce;
  select * from house;
$$;
grant execute on function cashier.open_house to pipkin_worker;

-- The transactions that the house has signed, stored before a byte is sent. Global: the house's own
-- sequence. attempt 0 is the first; the others replace it with the same nonce and a higher fee.
create table cashier.signed (
  nonce bigint not null,
  attempt smallint not null check (attempt >= 0),
  player_id integer not null,
  operation_id uuid not null,
  hash cashier.hash not null unique,
  raw text not null check (raw ~ '^0x[0-9a-f]+$'),
  signed_at timestamptz not null default clock_timestamp(),
  primary key (nonce, attempt),
  unique (player_id, operation_id, attempt)
);
grant select on cashier.signed to pipkin_worker;
-- Not raw: a reader of the signed bytes could send them.
grant select (nonce, attempt, player_id, operation_id, hash, signed_at)
  on cashier.signed to pipkin_app;

-- The scanner
-- -------------------------------------------------------------------------------------------------

-- Every confirmed transfer of the token to or from the house that the scanner has seen. Global. An
-- operator's note explains one that belongs to no operation.
create table cashier.transfers (
  block bigint not null,
  log_index integer not null,
  hash cashier.hash not null,
  sender cashier.address not null,
  receiver cashier.address not null,
  units numeric(78) not null check (units > 0),
  -- The house had signed its transaction when the scanner saw it. This never changes back.
  is_signed boolean not null default false,
  note text,
  primary key (block, log_index)
);
create index transfers_hash on cashier.transfers (hash);
-- The transfers that may belong to no operation. They are few.
create index transfers_unknown on cashier.transfers (block) where not is_signed and note is null;
grant select on cashier.transfers to pipkin_app, pipkin_worker;

-- Notes on transfers that a deep reorg took out of the chain, for when they come again.
create table cashier.rewound_notes (
  hash cashier.hash not null,
  sender cashier.address not null,
  receiver cashier.address not null,
  units numeric(78) not null,
  note text not null,
  primary key (hash, sender, receiver, units)
);

-- Notes the newest block that the worker has seen.
create function cashier.record_head(p_block bigint) returns void
language sql security definer set search_path = cashier, ledger, pg_temp
as $$ update house set head = p_block where head <> p_block $$;
grant execute on function cashier.record_head to pipkin_worker;

-- Notes what a unit of gas costs, and how much coin the house has for it.
create function cashier.record_gas(p_price numeric, p_coin numeric) returns void
language sql security definer set search_path = cashier, ledger, pg_temp
as $$
  update house set gas_price = p_price, coin = p_coin
    where (gas_price, coin) is distinct from (p_price, p_coin)
$$;
grant execute on function cashier.record_gas to pipkin_worker;

-- How much the transfers after a block change the house's balance.
create function cashier.moved_after(p_block bigint) returns numeric
language sql stable
as $$
  select coalesce(sum(case when receiver = house.address then units else 0 end
                    - case when sender = house.address then units else 0 end), 0)
  from cashier.transfers, cashier.house where block > p_block
$$;

-- Moves the scanner from block p_after to p_block, and stores the transfers between them: [{block,
-- index, hash, from, to, units}]. False if the scanner isn't at p_after.
create function cashier.record_scan(
  p_after bigint, p_block bigint, p_hash cashier.hash, p_transfers jsonb
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  perform from house where scanned_block = p_after for no key update;
  if not found then return false; end if;
  insert into transfers (block, log_index, hash, sender, receiver, units, is_signed, note)
    select t.block, t.index, t.hash, t."from", t."to", t.units,
           exists (select from signed s where s.hash = t.hash), n.note
    from jsonb_to_recordset(p_transfers)
      as t(block bigint, index integer, hash text, "from" text, "to" text, units numeric)
    left join rewound_notes n
      on (n.hash, n.sender, n.receiver, n.units) = (t.hash, t."from", t."to", t.units);
  -- After a deep reorg another block has a confirmed operation, and maybe by another attempt.
  update operations o set mined_hash = t.hash, mined_block = t.block
    from transfers t join signed s using (hash)
    where t.block > p_after and o.state = 'confirmed'
      and (o.player_id, o.operation_id) = (s.player_id, s.operation_id)
      and (o.mined_hash, o.mined_block) <> (t.hash, t.block);
  update house
    set scanned_block = p_block, scanned_hash = p_hash, balance = balance + moved_after(p_after);
  return true;
end
$$;
grant execute on function cashier.record_scan to pipkin_worker;

-- Moves the scanner back to p_block, from where it reads again, because the chain has changed below
-- the scanned block. False if the scanner isn't at p_from.
create function cashier.rewind_scan(p_from bigint, p_block bigint, p_hash cashier.hash)
returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  perform from house where scanned_block = p_from for no key update;
  if not found then return false; end if;
  update house
    set scanned_block = p_block, scanned_hash = p_hash, balance = balance - moved_after(p_block);
  with gone as (delete from transfers where block > p_block returning *)
  insert into rewound_notes
    select distinct on (hash, sender, receiver, units) hash, sender, receiver, units, note
    from gone where note is not null
    on conflict (hash, sender, receiver, units) do update set note = excluded.note;
  -- Compares the operations of these blocks anew. A withdrawal that waits for an operator by a
  -- receipt in them is judged anew: the receipt may be gone, and refusing the withdrawal could both
  -- pay it and give it back. A deposit stays in review: what arrives for a refused deposit is
  -- unmatched, and its wallet may have another one on its way.
  update operations set agrees = false where mined_block > p_block and agrees;
  update operations set state = 'mined', reason = null
    where mined_block > p_block and state = 'review' and kind = 'withdrawal';
  return true;
end
$$;
grant execute on function cashier.rewind_scan to pipkin_worker;

reset role;
