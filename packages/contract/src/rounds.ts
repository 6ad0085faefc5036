import { z } from 'zod'
import {
  amountIn,
  amountOut,
  gameId,
  hex32,
  playerId,
  text,
  timeOut,
  transactionId,
  wholeAmountIn,
} from './scalars.ts'
import type { CallSpec } from './spec.ts'

export const roundStatuses = ['Pending', 'Win', 'Loss', 'PartialWin', 'Tie'] as const
export const gameNames = ['guess-number', 'mines', 'slot-machine', 'tic-tac-toe'] as const

const move = z.union([
  z.strictObject({ choice: z.literal('number'), number: z.number().int() }),
  z.strictObject({ choice: z.enum(['even', 'odd']) }),
  z.strictObject({ choice: z.literal('range'), from: z.number().int() }),
  z.strictObject({ spin: z.literal(true) }),
  z.strictObject({ reveal: z.number().int() }),
  z.strictObject({ cashOut: z.literal(true) }),
  z.strictObject({ cell: z.number().int() }),
])

/**
 * Each game's public view, field by field: the second barrier before hidden state. The first is the
 * rules' own `view`. What the end reveals is optional here and comes only with a settled round.
 */
const leafProof = z.object({
  cell: z.number(),
  multiplier: z.number(),
  salt: hex32,
  path: z.array(hex32),
})
const stateViews = {
  'guess-number': z.object({
    numbers: z.array(z.number()),
    result: z.number().optional(),
    first: z.number().optional(),
    second: z.number().optional(),
  }),
  mines: z.object({
    revealed: z.array(z.object({ cell: z.number(), multiplier: z.number() })),
    winAmount: z.number(),
    root: hex32,
    proofs: z.array(leafProof),
    mines: z.array(z.number()).optional(),
    multipliers: z.array(z.number()).optional(),
  }),
  'slot-machine': z.object({ reels: z.array(z.number()).optional() }),
  'tic-tac-toe': z.object({ board: z.array(z.enum(['X', 'O']).nullable()) }),
}

const rules = z.record(z.string(), z.unknown())
const receipt = z.object({ facts: z.record(z.string(), z.unknown()), signature: z.string() })

export const proof = z.object({
  version: z.literal('fair-1'),
  game: z.enum(gameNames),
  rules,
  rulesHash: hex32,
  playerId: z.string(),
  epoch: z.number(),
  epochCommitment: hex32,
  nonce: z.number(),
  commitment: hex32,
  roundKey: hex32,
  clientSeed: z.string(),
  /** 1/100 fkr, like `payout`. */
  stake: z.number(),
  moves: z.array(move),
  status: z.enum(roundStatuses).exclude(['Pending']),
  payout: z.number(),
  transactionId: z.string(),
  placedAt: timeOut,
  settledAt: timeOut,
  receipts: z.array(receipt),
  epochSeed: hex32.optional(),
})

const roundViewFields = {
  Transaction_Id: z.string(),
  Game_Id: z.number(),
  Bet_Amt: amountOut,
  Status: z.enum(roundStatuses),
  Return_Amt: amountOut,
  commitment: hex32,
  nonce: z.number(),
  clientSeed: z.string(),
  rules,
  moves: z.array(move),
  /** The bet's receipt; once settled, the end's. */
  receipt,
  proof: proof.optional(),
}

export const roundView = z.discriminatedUnion('game', [
  z.object({
    ...roundViewFields,
    game: z.literal('guess-number'),
    state: stateViews['guess-number'],
  }),
  z.object({ ...roundViewFields, game: z.literal('mines'), state: stateViews.mines }),
  z.object({
    ...roundViewFields,
    game: z.literal('slot-machine'),
    state: stateViews['slot-machine'],
  }),
  z.object({
    ...roundViewFields,
    game: z.literal('tic-tac-toe'),
    state: stateViews['tic-tac-toe'],
  }),
])

export const fairness = z.object({
  epoch: z.number(),
  epochCommitment: hex32,
  nextEpochCommitment: hex32,
  nonce: z.number(),
  /** The commitment of the round that the next bet will open. */
  commitment: hex32,
  /** The client seed last used, else null. */
  clientSeed: z.string().nullable(),
  ended: z.array(
    z.object({ epoch: z.number(), commitment: hex32, seed: hex32.nullable(), rounds: z.number() }),
  ),
})

const clientSeed = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

const bet = z.object({
  StatusMsg: z.literal('amtplaced'),
  User_Id: playerId,
  /** Minus the stake, whole fkr. Zero or positive is malformed. */
  Amount: wholeAmountIn.refine((amount) => amount < 0n, 'a bet is a negative amount'),
  Game_Id: gameId,
  Client_Seed: clientSeed.optional(),
  Commitment: hex32.optional(),
  Rules_Hash: hex32.optional(),
})

const acknowledgement = z.object({
  StatusMsg: z.enum(['Win', 'Tie', 'PartialWin']),
  User_Id: playerId,
  Amount: amountIn,
  Game_Id: gameId,
  Method: text(20).optional(),
  Bet_Transaction_Id: transactionId.optional(),
})

export const rounds = {
  addTransaction: {
    summary: 'Places a bet and opens its round; or confirms what the server settled',
    session: 'required',
    body: z.discriminatedUnion('StatusMsg', [bet, acknowledgement]),
    own: 'User_Id',
    answer: z.object({
      Transaction_Id: z.string(),
      /** The round, for a bet. */
      Data: roundView.optional(),
      /** An open round of this game answered itself; nothing was debited. */
      Resumed: z.literal(true).optional(),
    }),
    refusals: [
      'keyReused',
      'inProgress',
      'gameNotLive',
      'stakeTooSmall',
      'stakeTooLarge',
      'stakeOffStep',
      'roundsOfToday',
      'betTooSoon',
      'rulesChanged',
      'commitmentStale',
      'insufficientFunds',
      'notConfirmed',
      'notFound',
    ],
    refusalData: {
      rulesChanged: rules,
      commitmentStale: z.object({ fairness, usedBy: z.string().nullable() }),
    },
    keyed: true,
  },
  addParticipation: {
    summary: 'Confirms the participation that the bet made',
    session: 'required',
    body: z.object({
      User_Id: playerId,
      Transaction_Id: transactionId,
      Bet_Amt: wholeAmountIn,
      Status: z.literal('Pending'),
      Game_Id: gameId,
    }),
    own: 'User_Id',
    answer: z.object({ gameStatus: z.union([z.literal(0), z.literal(1)]), Data: roundView }),
    refusals: ['notFound', 'notConfirmed'],
  },
  playRound: {
    summary: 'Makes a move; settles the round where the rules end it',
    session: 'required',
    body: z.object({ User_Id: playerId, Transaction_Id: transactionId, Move: move }),
    own: 'User_Id',
    answer: z.object({ Data: roundView }),
    refusals: ['notFound', 'moveRefused', 'roundOver', 'keyReused', 'inProgress'],
    keyed: true,
  },
  updateParticipation: {
    summary: 'True where the record says so; changes nothing',
    session: 'required',
    body: z.object({
      User_Id: playerId,
      Transaction_Id: transactionId,
      Bet_Amt: wholeAmountIn,
      Status: z.enum(roundStatuses),
      Return_Amt: amountIn,
      Game_Id: gameId,
    }),
    own: 'User_Id',
    answer: z.object({}),
    refusals: ['notFound', 'notConfirmed'],
  },
  updateTransactionStatus: {
    summary: 'True where the record says that the bet was lost; changes nothing',
    session: 'required',
    body: z.object({
      User_Id: playerId,
      Transaction_Id: transactionId,
      StatusMsg: z.literal('Loss'),
      Game_Id: gameId,
    }),
    own: 'User_Id',
    answer: z.object({}),
    refusals: ['notFound', 'notConfirmed'],
  },
  openRounds: {
    summary: 'The rounds that wait for the player',
    session: 'required',
    query: z.object({ User_Id: playerId }),
    own: 'User_Id',
    answer: z.object({ Data: z.array(roundView) }),
    refusals: [],
  },
  fairness: {
    summary:
      'The commitments of the next round, of this epoch and of the next one; the ended epochs',
    session: 'required',
    query: z.object({ User_Id: playerId }),
    own: 'User_Id',
    answer: z.object({ Data: fairness }),
    refusals: [],
  },
  rotateSeed: {
    summary: 'Ends the epoch: its seed is revealed when its last open round has ended',
    session: 'required',
    body: z.object({ User_Id: playerId }),
    own: 'User_Id',
    answer: z.object({
      Data: z.object({
        revealed: z
          .object({ epoch: z.number(), seed: hex32, commitment: hex32, rounds: z.number() })
          .nullable(),
        fairness,
      }),
    }),
    refusals: [],
  },
  receiptKey: {
    summary: 'The Ed25519 key that receipts are signed with, and those from before',
    session: 'none',
    answer: z.object({ Data: z.object({ publicKey: hex32, older: z.array(hex32) }) }),
    refusals: [],
  },
  roundProof: {
    summary: 'The proof of a settled round, for anybody',
    session: 'none',
    query: z.object({ Transaction_Id: transactionId }),
    answer: z.object({ Data: proof }),
    refusals: ['notFound'],
  },
} as const satisfies Record<string, CallSpec>
