/**
 * The guards that protect money, accounts and chance: where each is, the text without it, and the
 * tests that must fail then. `npm run guards` removes them one at a time.
 */
export interface Guard {
  readonly name: string
  readonly file: string
  /** Occurs in the file exactly once. */
  readonly guard: string
  readonly without: string
  readonly tests: string
  /** A pattern of test titles, for slow files. */
  readonly titles?: string
}

const server = (path: string) => `apps/server/${path}`
const ledger = server('migrations/0002_ledger.sql')
const roundsSql = server('migrations/0006_rounds.sql')
const addressesSql = server('migrations/0007_cashier_addresses.sql')
const operationsSql = server('migrations/0009_cashier_operations.sql')
const transfersSql = server('migrations/0010_transfers.sql')
const referralSql = server('migrations/0011_referral.sql')
const operatorSql = server('migrations/0014_operator.sql')
const http = server('src/platform/http/http.ts')

const chaos = 'chaos/chaos.test.ts'
const rounds = server('src/rounds/rounds.test.ts')
const races = server('test/attacks/races.test.ts')
const withdrawals = server('src/cashier/worker/withdrawals.test.ts')
const matrices = server('test/attacks/matrices.test.ts')

export const guards: readonly Guard[] = [
  // Money
  {
    name: "row lock: a movement of a player's money locks the row",
    file: ledger,
    guard: 'into strict held from ledger.wallets where player_id = p_player for no key update;',
    without: 'into strict held from ledger.wallets where player_id = p_player;',
    tests: races,
    titles: 'RACE-03',
  },
  {
    name: 'row lock: a bet locks the row',
    file: roundsSql,
    guard:
      'used before?\n select * into strict held from wallets where player_id = p_player for no key update;',
    without: 'used before?\n select * into strict held from wallets where player_id = p_player;',
    tests: races,
    titles: 'RACE-0[56]',
  },
  {
    name: 'row lock: a move locks the row',
    file: roundsSql,
    guard:
      'begin select * into strict held from wallets where player_id = p_player for no key update;',
    without: 'begin select * into strict held from wallets where player_id = p_player;',
    tests: races,
    titles: 'RACE-0[789]',
  },
  {
    name: 'row lock: two players are locked in the order of their ids',
    file: transfersSql,
    guard:
      'perform from wallets where player_id in (p_sender, p_receiver) order by player_id for no key update;',
    without: '',
    tests: server('src/transfers/send-money.test.ts'),
    titles: 'circle',
  },
  {
    name: 'idempotency key: one execution',
    file: ledger,
    guard: 'from ledger.requests where player_id = p_player and key = p_key',
    without: 'from ledger.requests where false',
    tests: server('src/transfers/send-money.test.ts'),
    titles: 'input',
  },
  {
    name: 'idempotency key: a refusal stays a refusal',
    file: ledger,
    guard: 'if p_key is not null then',
    without: "if p_key is not null and not p_answer ? 'refusal' then",
    tests: server('src/transfers/send-money.test.ts'),
    titles: 'stays refused',
  },
  {
    name: 'idempotency key: an answer survives every kill',
    file: ledger,
    guard: 'if p_key is not null then',
    without: 'if false then',
    tests: chaos,
  },
  {
    name: 'durability: the write is on disk before its answer',
    file: 'apps/local/src/postgres/start-postgres.ts',
    guard: "synchronous_commit: 'on'",
    without: "synchronous_commit: 'off'",
    tests: chaos,
  },
  {
    name: 'idempotency key: another input is refused',
    file: ledger,
    guard: 'when earlier.input_hash = p_input_hash then',
    without: 'when true then',
    tests: server('src/transfers/send-money.test.ts'),
    titles: 'input',
  },
  {
    name: 'funds: a send',
    file: transfersSql,
    guard: "when held.deposit < p_amount then 'sendUnfunded'",
    without: "when false then 'sendUnfunded'",
    tests: server('src/transfers/send-money.test.ts'),
  },
  {
    name: 'funds: of a withdrawal',
    file: operationsSql,
    guard: "when held.deposit < p_amount then 'insufficientBalance'",
    without: "when false then 'insufficientBalance'",
    tests: withdrawals,
    titles: 'enough money|hundred times',
  },
  {
    name: 'funds: a stake',
    file: roundsSql,
    guard: 'when split.deposit is null then \'{"refusal": "insufficientFunds"}\'',
    without: '',
    tests: rounds,
    titles: 'the stake comes',
  },
  {
    name: 'funds: no balance below zero in the database',
    file: ledger,
    guard: 'create domain ledger.balance as bigint check (value >= 0);',
    without: 'create domain ledger.balance as bigint;',
    tests: server('test/attacks/ledger.test.ts'),
  },
  {
    name: 'a movement sums to zero',
    file: ledger,
    guard: 'm.games + m.fees + m.promotions + m.chain + m.transfers + m.withdrawals = 0',
    without: 'm.games + m.fees + m.promotions + m.chain + m.transfers + m.withdrawals is not null',
    tests: server('test/attacks/ledger.test.ts'),
  },
  {
    name: 'roles: the application only reads the ledger',
    file: ledger,
    guard: 'grant select on ledger.wallets to pipkin_app, pipkin_worker;',
    without: 'grant all on ledger.wallets to pipkin_app, pipkin_worker;',
    tests: server('src/platform/database/migrate.test.ts'),
  },
  {
    name: 'strict amounts: no coercion to numbers',
    file: 'packages/contract/src/inputs.ts',
    guard: "scalar('money', moneyFromWire, moneyToWire)",
    without: "scalar('money', (wire) => moneyFromWire(Number(wire)), moneyToWire)",
    tests: matrices,
    titles: 'ODD-',
  },
  {
    name: 'locks: a stake takes no locked Bonus',
    file: roundsSql,
    guard: 'case when held.bonus > 0 then held.bonus - locked_bonus(p_player) else 0 end',
    without: 'held.bonus',
    tests: server('src/referral/rewards.test.ts'),
    titles: 'Bonus',
  },
  {
    name: 'rewards: once a friend, for ever',
    file: referralSql,
    guard: 'if found then perform reward(new.player_id); end if;',
    without: 'perform reward(new.player_id);',
    tests: server('src/referral/rewards.test.ts'),
    titles: 'once|first',
  },

  // Rounds
  {
    name: 'settled once: a move applies to the round that was judged',
    file: roundsSql,
    guard: "if round.status <> 'pending' or jsonb_array_length(round.moves) <> p_after then",
    without: 'if false then',
    tests: rounds,
    titles: 'at once',
  },
  {
    name: 'round nonce: each round takes the next one',
    file: ledger,
    guard: 'nonce = coalesce(next_nonce, w.nonce)',
    without: 'nonce = w.nonce',
    tests: rounds,
    titles: 'a bet|nonces',
  },
  {
    name: 'commitment: a stale one is refused',
    file: roundsSql,
    guard: 'is_stale := p_commitment <> round_commitment(here.seed, p_player, held.nonce);',
    without: 'is_stale := false;',
    tests: rounds,
    titles: 'commitment',
  },
  {
    name: 'rate limits of rounds: a minimum time and a number a day',
    file: roundsSql,
    guard: 'if refusal is null and p_paced then',
    without: 'if false then',
    tests: rounds,
    titles: 'pace',
  },
  {
    name: 'a round is visible to its player alone',
    file: server('src/rounds/find-round.ts'),
    guard: "if (!ref || (player !== 'anyone' && ref.player !== player)) return null",
    without: 'if (!ref) return null',
    tests: rounds,
    titles: 'another player',
  },
  {
    name: 'hidden state: no layout before the end',
    file: 'packages/games/src/mines/rules.ts',
    guard: 'if (!hasEnded(state)) return shown\n',
    without: '',
    tests: server('src/rounds/secrets.test.ts'),
  },

  // Cashier
  {
    name: 'link check: a deposit comes from a wallet of the player',
    file: operationsSql,
    guard:
      'when not exists (select from addresses where address = p_address and player_id = p_player) then',
    without: 'when false then',
    tests: server('src/cashier/worker/deposits.test.ts'),
    titles: 'not linked',
  },
  {
    name: 'a signed text links once',
    file: addressesSql,
    guard: 'delete from challenges where player_id = p_player and message = p_message;',
    without: '',
    tests: server('src/cashier/wallets/wallets.test.ts'),
    titles: 'once',
  },
  {
    name: 'a signed text links the address that it names',
    file: addressesSql,
    guard: "if p_signer is distinct from wanted then return 'signatureWrong'; end if;",
    without: '',
    tests: server('src/cashier/wallets/wallets.test.ts'),
    titles: "somebody else's",
  },
  {
    name: 'an address is one player’s for ever',
    file: addressesSql,
    guard:
      'on conflict (address) do update set chosen_at = clock_timestamp() where addresses.player_id = p_player;',
    without:
      'on conflict (address) do update set chosen_at = clock_timestamp(), player_id = excluded.player_id;',
    tests: server('src/cashier/wallets/wallets.test.ts'),
    titles: 'for ever',
  },
  {
    name: 'nonce rule: an operation takes the next one, which nobody else has',
    file: operationsSql,
    guard: 'update house set next_nonce = p_nonce + 1 where next_nonce = p_nonce;',
    without: 'update house set next_nonce = p_nonce + 1;',
    tests: server('src/cashier/worker/signed-bytes.test.ts'),
  },
  {
    name: 'a withdrawal out of rewards waits for an operator',
    file: operationsSql,
    guard: "case when p_amount > held.own then 'rewards'",
    without: "case when false then 'rewards'",
    tests: withdrawals,
    titles: 'out of rewards',
  },
  {
    name: 'a deposit is credited in its state alone',
    file: operationsSql,
    guard:
      "if op.state <> 'mined' or op.mined_hash <> p_hash or op.mined_block <> p_block then return false; end if;\n  assert op.kind = 'deposit'",
    without: "assert op.kind = 'deposit'",
    tests: server('test/attacks/ledger.test.ts'),
    titles: 'two workers',
  },
  {
    name: 'a withdrawal is paid in its state alone',
    file: operationsSql,
    guard:
      "if op.state <> 'mined' or op.mined_hash <> p_hash or op.mined_block <> p_block then return false; end if;\n  assert op.kind = 'withdrawal'",
    without: "assert op.kind = 'withdrawal'",
    tests: server('test/attacks/ledger.test.ts'),
    titles: 'two workers',
  },

  {
    name: 'limits: calls of one player',
    file: server('src/platform/http/http.ts'),
    guard: '(await limit?.take(key)) ?? null',
    without: 'null',
    tests: server('test/attacks/http.test.ts'),
    titles: 'COST-',
  },
  {
    name: 'roles: the API neither credits nor pays',
    file: operationsSql,
    guard: 'grant execute on function cashier.confirm_deposit to pipkin_worker;',
    without: 'grant execute on function cashier.confirm_deposit to pipkin_worker, pipkin_app;',
    tests: server('test/roles.test.ts'),
    titles: 'only the worker',
  },
  {
    name: 'operator: what was done is never changed',
    file: operatorSql,
    guard: "raise insufficient_privilege using message = 'what the operator did is never changed';",
    without: 'return new;',
    tests: server('src/operator/operate.test.ts'),
    titles: 'stays',
  },
  {
    name: 'operator: ended are the sessions of one player',
    file: operatorSql,
    guard: 'delete from players.sessions where player_id = p_player returning',
    without: 'delete from players.sessions returning',
    tests: server('src/operator/operate.test.ts'),
    titles: 'sessions',
  },

  // Access
  {
    name: 'limits: writes of one player',
    file: server('src/platform/http/http.ts'),
    guard: 'await writeLimit.take(key)',
    without: 'null',
    tests: server('test/limits.test.ts'),
    titles: 'flood',
  },
  {
    name: 'session check',
    file: http,
    guard: "if (spec.session === 'required' && !session) return refused(refuse('noSession'))",
    without: '',
    tests: server('test/attacks/routes.test.ts'),
  },
  {
    name: "id check: another player's id",
    file: http,
    guard: "if (spec.own && Reflect.get(input, 'player') !== session?.player)",
    without: 'if (spec.own && !session)',
    tests: matrices,
    titles: 'ID-',
  },
  {
    name: 'CSRF: writes from other sites',
    file: server('src/platform/http/csrf.ts'),
    guard: "if (site !== undefined && site !== 'same-origin' && site !== 'none') return true",
    without: '',
    tests: server('test/attacks/routes.test.ts'),
  },
  {
    name: 'CSRF: the header of older browsers',
    file: server('src/platform/http/csrf.ts'),
    guard: 'origin !== undefined &&',
    without: 'false &&',
    tests: server('test/attacks/routes.test.ts'),
  },
  {
    name: "verify-user knows the session's own id alone",
    file: server('src/players/sessions/verify-player.ts'),
    guard: 'session !== null && player === session.player',
    without: 'session !== null && player !== null',
    tests: server('src/platform/http/http.test.ts'),
    titles: 'verify-user',
  },
  {
    name: 'log-out ends the session on the server',
    file: server('src/players/sessions/log-out.ts'),
    guard: 'await database.rows(end, [caller.session.tokenHash])',
    without: '',
    tests: server('src/players/sessions/log-out.test.ts'),
  },
  {
    name: 'a changed password ends the other sessions',
    file: server('src/players/passwords/change-password.ts'),
    guard: 'await inside.rows(endOthers, [player, tokenHash])',
    without: '',
    tests: server('src/players/passwords/change-password.test.ts'),
  },
  {
    name: 'a password changes only after a fresh log-in',
    file: server('src/players/passwords/change-password.ts'),
    guard: "if (!(await isFreshLogIn(database, session))) return refuse('loginNotFresh')",
    without: '',
    tests: server('src/players/passwords/change-password.test.ts'),
  },
  {
    name: 'limit of log-ins',
    file: server('src/players/sessions/log-in.ts'),
    guard: "if (retryAfterMs !== null) return refuse('loginTooMany', { retryAfterMs })",
    without: '',
    tests: server('src/players/sessions/log-in.test.ts'),
    titles: 'failures|sprays',
  },
  {
    name: 'only failed log-ins count',
    file: server('src/players/sessions/log-in.ts'),
    guard: 'await Promise.all([...counted].map(([limit, key]) => limit.giveBack(key)))',
    without: '',
    tests: server('src/players/sessions/log-in.test.ts'),
    titles: 'counts for nothing|uses nothing up',
  },
  {
    name: 'no proxy is trusted without its address',
    file: server('src/config.ts'),
    guard: "if (value.split(',').every((proxy) => isProxy(proxy.trim()))) return value",
    without: 'return value',
    tests: server('src/config.test.ts'),
    titles: 'does not start',
  },
  {
    name: "an event stream doesn't extend a session",
    file: server('src/app.ts'),
    guard: 'peekSession: peekSession(database, config.session)',
    without: 'peekSession: findSession(database, config.session)',
    tests: server('src/platform/http/event-stream.test.ts'),
    titles: 'sign of life',
  },
  {
    name: "a round that fails doesn't stop the others from ending",
    file: server('src/rounds/finish-left-rounds.ts'),
    guard: 'if (isDatabaseDown(error)) throw error',
    without: 'throw error',
    tests: server('src/rounds/finish-left-rounds.test.ts'),
  },
  {
    name: 'password hashing runs at low priority',
    file: server('src/players/passwords/hash-thread.ts'),
    guard: "if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)",
    without: '',
    tests: server('src/players/passwords/hash-threads.test.ts'),
  },
  {
    name: 'five attempts at a code',
    file: server('src/players/codes/check-code.ts'),
    guard: 'and not used and tries < 5',
    without: 'and not used',
    tests: server('src/players/codes/check-code.test.ts'),
    titles: 'five',
  },
  {
    name: "the house's key is the worker's alone",
    file: 'apps/local/src/production.ts',
    guard: 'HOUSE_KEY: _, ',
    without: '',
    tests: server('test/start-production.test.ts'),
    titles: 'flags',
  },

  // Failures outside
  {
    name: 'a database that hangs is disconnected',
    file: server('src/platform/database/watch-database.ts'),
    guard: 'for (const socket of sockets) socket.destroy(new DatabaseHangs())',
    without: '',
    tests: server('test/outages.test.ts'),
    titles: 'hangs',
  },
  {
    name: 'a full disk is reported as full',
    file: server('src/platform/database/database-failure.ts'),
    guard:
      "if (code === '53100' || (error instanceof pg.DatabaseError && isEndOfSpace(error.message))) return 'full'",
    without: '',
    tests: server('test/disk-full.test.ts'),
    titles: 'grow',
  },
]
