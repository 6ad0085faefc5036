import { fkr, hundredths, type Money, moneyToNumber } from '@pipkin/money'
import { unitsOf } from '../apps/server/src/cashier/chain/token.ts'
import { legalMove, roundIn, type Shown } from '../apps/server/test/rounds/shown-round.ts'
import { type Acknowledged, type Write, writeOf } from './acknowledged.ts'
import type { Player } from './player.ts'

/**
 * The acts of a player, one at a time. Each records what was acknowledged; one that isn't possible
 * now is skipped.
 */
export interface Acts {
  bet(): Promise<void>
  move(): Promise<void>
  send(): Promise<void>
  winToDeposit(): Promise<void>
  /** Approves on the chain, then reports it. */
  deposit(amount: Money): Promise<void>
  withdraw(): Promise<void>
}

const games = [1, 2, 3, 4]
const ended = ['confirmed', 'failed', 'rejected']

/** What a player of a chaos run can do; each act notes what was acknowledged. */
export function createActs(
  player: Player,
  everybody: readonly Player[],
  acknowledged: Acknowledged,
): Acts {
  const { id, chance, wallet } = player
  const open = new Map<number, Shown>()
  let lastDeposit: string | undefined

  const show = (round: Shown) => {
    if (round.Status === 'Pending') open.set(round.Game_Id, round)
    else open.delete(round.Game_Id)
    acknowledged.record(round.Transaction_Id, writeOf(round))
  }
  /** A write whose answer names it in its `Data`; answers its `Transaction_Id`. */
  const recordOf = async (
    call: string,
    body: object,
    write: Write,
  ): Promise<string | undefined> => {
    const answer = await player.write(call, body)
    if (!answer) return undefined
    const { Transaction_Id } = answer.body.Data as { Transaction_Id: string }
    acknowledged.record(Transaction_Id, write)
    return Transaction_Id
  }
  const hasEnded = async (deposit: string): Promise<boolean> => {
    const answer = await player.read(`depositStatus?Transaction_Id=${deposit}`)
    const { state = '' } = (answer?.body.Data ?? {}) as { state?: string }
    return ended.includes(state)
  }

  return {
    async bet() {
      const free = games.filter((game) => !open.has(game))
      if (free.length === 0) return
      const body = {
        User_Id: id,
        Amount: -chance.of([10, 20]),
        StatusMsg: 'amtplaced',
        Game_Id: chance.of(free),
      }
      const answer = await player.write('addTransaction', body)
      if (answer) show(roundIn(answer))
    },
    async move() {
      if (open.size === 0) return
      const round = chance.of([...open.values()])
      const body = {
        User_Id: id,
        Transaction_Id: round.Transaction_Id,
        Move: legalMove(round, chance.below(25)),
      }
      const answer = await player.write('playRound', body)
      if (answer) show(roundIn(answer))
    },
    async send() {
      const receiver = chance.of(everybody.filter((other) => other !== player)).id
      const whole = 1 + chance.below(20)
      const body = { senderId: id, transferAmount: whole, receiverId: receiver }
      await recordOf('walletTransfer', body, { kind: 'send', amount: fkr(whole), receiver })
    },
    async winToDeposit() {
      const amount = someMoney(15_000)
      const body = { userId: id, transferAmount: moneyToNumber(amount), transferType: 'Winning' }
      await recordOf('internalTransfer', body, { kind: 'winning_transfer', amount })
    },
    async deposit(amount) {
      // A wallet has one deposit on its way.
      if (lastDeposit !== undefined && !(await hasEnded(lastDeposit))) return
      const held = await wallet.tokens().catch(() => 0n)
      if (held < unitsOf(amount)) return
      await wallet.approve(amount)
      const transactionData = {
        userId: id,
        fromAdr: wallet.address,
        amount: moneyToNumber(amount),
        Method: 'fkr',
        StatusMsg: 'Deposit',
      }
      lastDeposit = await recordOf(
        'paymentDeposit',
        { transactionData },
        { kind: 'deposit', amount },
      )
    },
    async withdraw() {
      const amount = someMoney(5_000)
      const body = {
        userId: id,
        amount: moneyToNumber(amount),
        Method: 'fkr',
        StatusMsg: 'Withdraw',
      }
      await recordOf('paymentWithdrawal', body, { kind: 'withdrawal', amount })
    },
  }

  function someMoney(upTo: number): Money {
    return hundredths(BigInt(100 + chance.below(upTo)))
  }
}

/** Acts at random until `isOver`; resolves when every request has its answer. */
export async function play({ chance }: Player, acts: Acts, isOver: () => boolean): Promise<void> {
  // The chain keeps every block it ever had, so acts over it are rare; winnings go back to the
  // wallet that stakes come from.
  const shares = [
    { of: 30, act: acts.move },
    { of: 12, act: acts.bet },
    { of: 6, act: acts.send },
    { of: 4, act: acts.winToDeposit },
    { of: 1, act: () => acts.deposit(hundredths(BigInt(2_000 + chance.below(20_000)))) },
    { of: 1, act: acts.withdraw },
  ]
  const all = shares.flatMap(({ of, act }) => Array.from({ length: of }, () => act))
  while (!isOver()) await chance.of(all)()
}
