import { refusals } from '@pipkin/contract'
import { fkr, hundredths, type Money, moneyToNumber } from '@pipkin/money'
import fc from 'fast-check'
import { expect } from 'vitest'
import { firstSettings } from '../../src/rounds/catalogue.ts'
import type { HttpAnswer } from '../calls/http-client.ts'
import { legalMove, roundIn } from '../rounds/shown-round.ts'
import { admit, bet, moveWin, type Player, send, settle, withdraw } from './model.ts'
import { endOf, type Person, type Request, type World } from './world.ts'

/**
 * What a player may request. An `OwnAct` changes the player's own money alone, so those of several
 * players can run concurrently.
 */
export type OwnAct =
  | { readonly bet: number; readonly stake: number }
  /** In one of the open rounds. */
  | { readonly move: number; readonly pick: number }
  | { readonly win: Money }
  | { readonly withdraw: Money }
export type Act = OwnAct | { readonly sendTo: number; readonly whole: number }

const game = fc.integer({ min: 1, max: 4 })
const amount = fc.bigInt({ min: -100n, max: 15_000n }).map(hundredths)
export const ownAct: fc.Arbitrary<OwnAct> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ bet: game, stake: fc.constantFrom(10, 20, 10, 20, 60, 5, 7, 1_000) }),
  },
  { weight: 6, arbitrary: fc.record({ move: fc.nat({ max: 3 }), pick: fc.nat({ max: 24 }) }) },
  { weight: 2, arbitrary: fc.record({ win: amount }) },
  { weight: 1, arbitrary: fc.record({ withdraw: amount }) },
)
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: ownAct },
  {
    weight: 1,
    arbitrary: fc.record({ sendTo: fc.nat({ max: 2 }), whole: fc.integer({ min: -1, max: 150 }) }),
  },
)

/** The request that an act makes now, or null if there is no round to move in. */
export function requestOf(
  model: readonly Player[],
  world: World,
  who: number,
  act: Act,
): Request | null {
  const [player, person] = [model[who]!, world.people[who]!]
  const show = (answer: HttpAnswer) => person.rounds.set(roundIn(answer).Game_Id, roundIn(answer))
  if ('bet' in act)
    return {
      call: 'addTransaction',
      body: { User_Id: person.id, Amount: -act.stake, StatusMsg: 'amtplaced', Game_Id: act.bet },
      judge: () => bet(player, firstSettings.find(({ game }) => game === act.bet)!, fkr(act.stake)),
      seen: show,
    }
  if ('win' in act)
    return {
      call: 'internalTransfer',
      body: { userId: person.id, transferAmount: moneyToNumber(act.win), transferType: 'Winning' },
      judge: () => moveWin(player, act.win),
    }
  if ('withdraw' in act)
    return {
      call: 'paymentWithdrawal',
      body: {
        userId: person.id,
        amount: moneyToNumber(act.withdraw),
        Method: 'fkr',
        StatusMsg: 'Withdraw',
      },
      judge: () => withdraw(player, act.withdraw),
    }
  if ('sendTo' in act)
    return {
      call: 'walletTransfer',
      body: {
        senderId: person.id,
        transferAmount: act.whole,
        receiverId: world.people[act.sendTo]!.id,
      },
      judge: () => send(player, model[act.sendTo]!, fkr(act.whole)),
    }
  const open = [...player.open.keys()]
  const round = person.rounds.get(open[act.move % open.length] ?? 0)
  if (!round) return null
  return {
    call: 'playRound',
    body: {
      User_Id: person.id,
      Transaction_Id: round.Transaction_Id,
      Move: legalMove(round, act.pick),
    },
    judge: () => 'done',
    seen(answer) {
      show(answer)
      const end = endOf(roundIn(answer), world.publicKey)
      if (end) settle(player, round.Game_Id, end.status, end.payout)
    },
  }
}

/** Sends a request without checking its answer. */
export const post = (
  { browser }: Person,
  { call, body }: Request,
  key: string | null,
): Promise<HttpAnswer> => browser.post(call, body, key === null ? {} : { 'idempotency-key': key })

/** Sends a request and compares its answer with what the model says. */
export async function perform(
  player: Player,
  person: Person,
  request: Request,
  key: string | null,
): Promise<void> {
  const asked = request.call + JSON.stringify(request.body)
  const admitted = admit(player, key, asked)
  const verdict = admitted === 'done' ? request.judge() : admitted
  const answer = await post(person, request, key)
  const keep = () => {
    if (key === null) return
    player.kept.set(key, { asked, answer: answer.body })
    person.sent.set(key, request)
  }
  if (verdict === 'again') {
    expect(stated(answer.body)).toEqual(stated(withoutChanges(player.kept.get(key ?? '')?.answer)))
  } else if (verdict === 'done') {
    expect(answer.body, asked).toMatchObject({ Status: true })
    keep()
    request.seen?.(answer)
  } else {
    const { status, message } = refusals[verdict]
    expect({ status: answer.status, body: answer.body }, asked).toMatchObject({
      status,
      body: { Status: false },
    })
    // The message up to the first part that is filled in.
    expect(answer.body.Message).toContain(message.split('{')[0])
    // What the ledger has refused stays refused, but a refused bet leaves its key free
    // (docs/decisions/2026-11-repeats.md).
    if (status === 200 && request.call !== 'addTransaction') keep()
  }
}

/**
 * An answer as its repeat has it: without the balances and the next round, which may have changed.
 */
function withoutChanges(answer: unknown): unknown {
  const { Balances: _, Next_Round: __, ...rest } = Object(answer)
  return rest
}

/**
 * What an answer states, without signatures. A repeat signs its receipts anew, alone or in a batch
 * with others of the moment: only their facts must be the first answer's.
 */
function stated(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (name, value) =>
      name === 'signature' || name === 'batch' ? undefined : value,
    ),
  )
}
