import { setTimeout } from 'node:timers/promises'
import { openRound, outcomeOf, playMove, roundKey } from '@pipkin/games'
import { guessNumber } from '@pipkin/games/guess-number'
import { mines as minesGame } from '@pipkin/games/mines'
import { slotMachine } from '@pipkin/games/slot-machine'
import { ticTacToe } from '@pipkin/games/tic-tac-toe'
import type { Active, BetTargets } from '../sql/bet-targets.ts'
import { behind } from '../sql/grow.ts'
import { benchPlayer, epochSeed } from '../sql/make-players.ts'
import { type Answer, type Connection, openConnection, Refused } from './connection.ts'
import { lists } from './lists.ts'

const stake = 10
/** How many players each worker has to itself. */
export const ownPlayers = 50

/**
 * What players do over HTTP, with sessions. A bet that stays open takes a new place each time. All
 * else is done by players of each worker's own, so that no two workers meet in one round: players
 * after the `active` ones, as far apart, with months of history (`grow`). The workers share the
 * APIs.
 */
export function httpLoads(
  ports: readonly number[],
  targets: BetTargets,
  workers: number,
  { players, apart }: Active,
) {
  const { send, sendPatiently, close } = connectionsOf(ports, workers)
  const turns = new Uint32Array(workers)
  const own = (worker: number) => {
    const turn = (turns[worker] as number)++
    return ownPlayer(worker + (turn % ownPlayers) * workers)
  }
  const ownPlayer = (n: number) => benchPlayer((players + n) * apart)

  const mines = safeCellsOfMines()

  async function bet(worker: number, { id, token }: { id: number; token: string }, game: number) {
    const body = { User_Id: id, Amount: -stake, StatusMsg: 'amtplaced', Game_Id: game }
    const answer = await sendPatiently(worker, 'POST', 'addTransaction', token, body)
    if (answer.Resumed) throw new Error('a bet met an open round')
    const shown = roundOf(answer)
    mines.note(id, shown.nonce)
    return shown
  }

  /** Plays a whole round: `next` gives a move for what the player sees, until the round is over. */
  async function play(worker: number, game: number, next: (seen: Shown, player: number) => object) {
    const player = own(worker)
    let seen = await bet(worker, player, game)
    while (seen.Status === 'Pending') {
      const body = {
        User_Id: player.id,
        Transaction_Id: seen.Transaction_Id,
        Move: next(seen, player.id),
      }
      const answer = await send(worker, 'POST', 'playRound', player.token, body)
      seen = roundOf(answer)
    }
  }

  const read = (path: (id: number) => string) => async (worker: number) => {
    const player = own(worker)
    await send(worker, 'GET', path(player.id), player.token)
  }

  return {
    async bet(worker: number) {
      const { player, game } = targets.next()
      await bet(worker, benchPlayer(player), game)
    },
    guessNumber: (worker: number) =>
      play(worker, guessNumber.offer.id, ({ state }) => ({
        choice: state.numbers?.some((n) => n % 2 === 0) ? 'even' : 'odd',
      })),
    mines: (worker: number) => play(worker, minesGame.offer.id, mines.play()),
    /** Looks up what the next rounds of Mines will hide, before they are measured. */
    prepareMines() {
      for (let n = 0; n < workers * ownPlayers; n += 1)
        mines.prepare(ownPlayer(n).id, behind.rounds)
    },
    slot: (worker: number) => play(worker, slotMachine.offer.id, () => ({ spin: true })),
    ticTacToe: (worker: number) =>
      play(worker, ticTacToe.offer.id, ({ state }) => ({ cell: state.board?.indexOf(null) ?? 0 })),
    async send(worker: number) {
      const player = own(worker)
      await send(worker, 'POST', 'walletTransfer', player.token, {
        senderId: player.id,
        receiverId: ownPlayer((player.id * 7919) % (workers * ownPlayers)).id,
        transferAmount: 1,
      })
    },
    wallets: read((id) => `WalletListByUserId?UserId=${id}`),
    games: read(() => 'gameList'),
    lists: lists.map(({ name, path }) => ({ name, run: read(path) })),
    close,
  }
}

/** A connection for each worker, opened anew once the API has closed it. */
function connectionsOf(ports: readonly number[], workers: number) {
  const connections: (Connection | undefined)[] = Array.from({ length: workers })
  const send = async (worker: number, ...request: Parameters<Connection['send']>) => {
    let connection = connections[worker]
    if (!connection?.isOpen()) {
      connection = await openConnection(ports[worker % ports.length] as number)
      connections[worker] = connection
    }
    return connection.send(...request)
  }
  /** Waits as long as the API asks: bets of one moment may hold the budget of losses. */
  const sendPatiently: typeof send = (...request) =>
    send(...request).catch(async (error: unknown) => {
      if (!(error instanceof Refused) || error.waitSeconds === null) throw error
      await setTimeout(error.waitSeconds * 1000)
      return sendPatiently(...request)
    })
  return {
    send,
    sendPatiently,
    close() {
      for (const connection of connections) connection?.close()
    },
  }
}

interface Shown {
  readonly Transaction_Id: string
  readonly Status: string
  readonly nonce: number
  readonly clientSeed: string
  readonly state: {
    readonly board?: readonly (string | null)[]
    readonly numbers?: readonly number[]
  }
}

function roundOf(answer: Answer): Shown {
  if (answer.Data === undefined) throw new Error(`no round: ${JSON.stringify(answer)}`)
  return answer.Data as Shown
}

/**
 * Three cells that are no mines, then the cash out: the bench made the seeds, so it can look, as no
 * player could. Dealing takes a good part of what the API needs for a round, so it is done
 * beforehand.
 */
function safeCellsOfMines() {
  const nextNonce = new Map<number, number>()
  const prepared = new Map<number, { nonce: number; safe: readonly number[] }>()
  return {
    note: (player: number, nonce: number) => void nextNonce.set(player, nonce + 1),
    prepare(player: number, first: number) {
      const nonce = nextNonce.get(player) ?? first
      if (prepared.get(player)?.nonce === nonce) return
      prepared.set(player, { nonce, safe: safeCells(player, nonce, String(player)) })
    },
    play(): (seen: Shown, player: number) => object {
      let left: number[] | null = null
      return ({ nonce, clientSeed }, player) => {
        const known = prepared.get(player)
        left ??= [...(known?.nonce === nonce ? known.safe : safeCells(player, nonce, clientSeed))]
        const reveal = left.pop()
        return reveal === undefined ? { cashOut: true } : { reveal }
      }
    },
  }
}

function safeCells(player: number, nonce: number, clientSeed: string): number[] {
  const key = roundKey(epochSeed(player, 0), String(player), nonce)
  const round = openRound({ rules: minesGame.offer.rules, roundKey: key, clientSeed })
  const isSafe = (cell: number) => {
    const played = playMove(round, { reveal: cell })
    return played.ok && outcomeOf(played.round) === null
  }
  const safe: number[] = []
  for (let cell = 0; safe.length < 3 && cell < minesGame.offer.rules.cells; cell += 1)
    if (isSafe(cell)) safe.push(cell)
  return safe
}
