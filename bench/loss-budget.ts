import { setTimeout as rest } from 'node:timers/promises'
import { isKind, openRound, parseRules, roundKey } from '@pipkin/games'
import { ticTacToe } from '@pipkin/games/tic-tac-toe'
import { fkr, hundredths, type Money, moneyText } from '@pipkin/money'
import { audit, auditReport } from '../apps/server/src/operator/audit/audit.ts'
import { connect, type Database, one, sql } from '../apps/server/src/platform/database/database.ts'
import { system } from '../apps/server/src/platform/process/clock.ts'
import { type BetDeps, placeBet } from '../apps/server/src/rounds/place-bet.ts'
import { playMove } from '../apps/server/src/rounds/play-move.ts'
import { createSigner } from '../apps/server/src/rounds/receipts.ts'
import { roundLedger } from '../apps/server/src/rounds/round-ledger.ts'
import { playRules } from '../apps/server/test/rounds/play-rules.ts'
import { seeds } from '../apps/server/test/seeds.ts'
import { gameReturns } from '../packages/games/src/returns/game-returns.ts'
import { openBenchServer } from './http/bench-server.ts'

/**
 * Plays Tic-tac-toe perfectly as one person with many accounts who knows which rounds are kind:
 * `node bench/loss-budget.ts [accounts] [rounds of each]`. Uses the real SQL and the batches of two
 * servers. Prints what the house lost of its budget, and exits 1 where that is more.
 */
const accounts = Number(process.argv[2] ?? 1_000)
const rounds = Number(process.argv[3] ?? 20)
const stake = fkr(20)
const game = ticTacToe.offer.id

const say = (line: string) => process.stdout.write(`${line}\n`)
const best = gameReturns(ticTacToe.offer.rules).bestPlay(ticTacToe.offer.rules)

const bench = await openBenchServer()
const urls = await bench.make('loss_budget')
const owner = connect(urls.ownerUrl, { connections: 4, onError: () => undefined })
const servers = [1, 2].map(() => connect(urls.appUrl, { connections: 8, onError: () => undefined }))
try {
  const players = await makePlayers()
  const deps = servers.map(
    (database): BetDeps => ({
      database,
      surroundings: system,
      signer: createSigner(Buffer.alloc(32, 7)),
      seeds,
      paced: false,
      profile: playRules('standard'),
      ledger: roundLedger(database, seeds),
    }),
  )
  const began = performance.now()
  let waits = 0
  const queue = players.values()
  const playAll = async (by: BetDeps) => {
    for (const player of queue)
      for (let round = 0; round < rounds; round += 1) waits += await play(by, player)
  }
  await Promise.all(Array.from({ length: 64 }, (_, i) => playAll(deps[i % 2] as BetDeps)))
  const seconds = (performance.now() - began) / 1000
  await report(owner, seconds, waits)
} finally {
  for (const database of [owner, ...servers]) await database.close()
  await bench.close()
}

async function makePlayers(): Promise<number[]> {
  const ids = Array.from({ length: accounts }, (_, i) => 20_000_000 + i)
  for (const id of ids) {
    await owner.rows(sql`select ledger.open_wallets($1)`, [id])
    await owner.rows(
      sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => $2::bigint,
            chain => -$2::bigint, own => $2::bigint)`,
      [id, fkr(1_000)],
    )
  }
  return ids
}

/** Plays one round perfectly; answers how often the bet had to wait. */
async function play(by: BetDeps, id: number): Promise<number> {
  const player = id as Parameters<typeof placeBet>[1]['player']
  let waits = 0
  let placed = await placeBet(by, { player, gameId: game, stake }, null)
  for (; !placed.ok && placed.code === 'betTooSoon'; waits += 1) {
    await rest(20)
    placed = await placeBet(by, { player, gameId: game, stake }, null)
  }
  if (!placed.ok) throw new Error(placed.code)
  const { transactionId, round } = placed.answer
  const rules = parseRules(round.rules)
  if (!rules) throw new Error('no rules')
  const { seed, seed_key } = await one(
    owner.rows<{ seed: Buffer; seed_key: string }>(
      sql`select seed, seed_key from ledger.epochs where player_id = $1 and epoch = 0`,
      [player],
    ),
  )
  const mixed = seeds.mix(player, { seed, seedKey: seed_key })
  const key = roundKey(mixed, String(player), round.nonce)
  const kind = isKind(openRound({ rules, roundKey: key, clientSeed: round.clientSeed }))
  let view: object = round.view
  for (;;) {
    const state = { rules, kind, board: Reflect.get(view, 'board') }
    const move = best.moveIn(state as Parameters<typeof best.moveIn>[0])
    const played = await playMove(by, { player, transactionId, move }, null)
    if (!played.ok) throw new Error(played.code)
    if (played.answer.round.status !== 'Pending') return waits
    view = played.answer.round.view
  }
}

async function report(database: Database, seconds: number, waits: number): Promise<void> {
  const { played, ordinary, lost, budget, left } = await one(
    database.rows<Record<'played' | 'ordinary' | 'lost' | 'budget' | 'left', bigint>>(sql`
      select count(*) as played, count(*) filter (where at_risk > 0) as ordinary,
             coalesce(sum(greatest(payout - stake, 0)), 0)::bigint as lost,
             (select sum(budget)::bigint from ledger.loss_days) as budget,
             (select coalesce(sum(amount), 0)::bigint from ledger.loss_parts) as left
      from ledger.rounds`),
  )
  const text = (amount: bigint): string => moneyText(hundredths(amount) as Money)
  say(
    `${accounts} accounts, ${played} rounds of ${moneyText(stake)} fkr without a fault, ${ordinary} by the ordinary rules`,
  )
  say(`budget ${text(budget)} fkr, lost ${text(lost)}, left ${text(left)}`)
  say(`${Math.round(Number(played) / seconds)} rounds/s; ${waits} bets came again`)
  const findings = await audit({ database, surroundings: system, seeds }, { full: true })
  const wrong = findings.filter(({ found }) => found.length > 0)
  say(wrong.length === 0 ? 'the audit found nothing' : auditReport(wrong))
  if (lost > budget || wrong.length > 0) process.exitCode = 1
}
