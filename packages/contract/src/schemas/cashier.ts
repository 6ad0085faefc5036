import { z } from 'zod'
import * as calls from '../cashier.ts'
import * as payouts from '../payouts.ts'
import { money, playerId, text, transactionId } from './scalars.ts'
import { spec } from './spec.ts'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

const anHour = 3_600

/** Deposits and withdrawals together: the house pays the chain for each, however small. */
const operations = { name: 'operation player', attempts: 60, windowSeconds: anHour }

export const cashier = {
  describeChain: spec(calls.describeChain, {
    summary: "The chain, the token and the house address; the player's linked wallets",
    session: 'required',
    refusals: [],
  }),
  challengeWallet: spec(calls.challengeWallet, {
    summary: 'A Sign-In-with-Ethereum text that names this player: single use, 5 minutes',
    session: 'required',
    input: z.object({ address }),
    refusals: [],
    // Each text is kept for five minutes.
    limit: { name: 'challenge player', attempts: 60, windowSeconds: anHour },
  }),
  linkWallet: spec(calls.linkWallet, {
    summary: 'Links the wallet that signed the text',
    session: 'required',
    confirmed: true,
    input: z.object({
      message: text(2000),
      signature: z.string().regex(/^0x[0-9a-fA-F]{2,4096}$/),
    }),
    refusals: ['challengeOver', 'signatureWrong', 'addressTaken'],
    keyed: 'reply',
  }),
  unlinkWallet: spec(payouts.unlinkWallet, {
    summary: 'Unlinks a wallet; a payout that is on its way to it arrives',
    session: 'required',
    confirmed: true,
    input: z.object({ address }),
    refusals: ['addressNotLinked'],
    keyed: 'reply',
  }),
  requestDeposit: spec(calls.requestDeposit, {
    summary: 'Reports an approval; the deposit is credited when it is confirmed on the chain',
    session: 'required',
    input: z.object({ player: playerId, from: address, amount: money }),
    own: true,
    refusals: [
      'invalidAmount',
      'depositTooSmall',
      'depositsPaused',
      'addressNotLinked',
      'depositLimitDue',
      'termsDue',
      'limitReached',
      'onBreak',
      'keyReused',
      'inProgress',
    ],
    keyed: 'decision',
    limit: operations,
  }),
  readDeposit: spec(calls.readDeposit, {
    summary: 'Where a deposit is on its way',
    session: 'required',
    input: z.object({ transactionId }),
    refusals: ['notFound'],
  }),
  cancelDeposit: spec(calls.cancelDeposit, {
    summary: 'Takes back a deposit of which nothing is pulled yet; a late approval is left alone',
    session: 'required',
    input: z.object({ transactionId }),
    refusals: ['notFound', 'depositUnderWay'],
    keyed: 'reply',
  }),
  requestWithdrawal: spec(payouts.requestWithdrawal, {
    summary:
      'Pays from Deposit to the linked wallet that is paid, less the fee: 10 % unless the house has changed it',
    session: 'required',
    input: z.object({
      player: playerId,
      amount: money,
      address: address.optional(),
      fee: money.optional(),
    }),
    own: true,
    confirmed: true,
    refusals: [
      'invalidAmount',
      'withdrawalTooSmall',
      'waysOutHeld',
      'receivedHeld',
      'accountFrozen',
      'addressChanged',
      'feeChanged',
      'linkWalletFirst',
      'walletTooNew',
      'walletDoubted',
      'insufficientBalance',
      'keyReused',
      'inProgress',
    ],
    keyed: 'decision',
    limit: operations,
  }),
  readWithdrawal: spec(calls.readWithdrawal, {
    summary: 'Where a withdrawal is on its way',
    session: 'required',
    input: z.object({ transactionId }),
    refusals: ['notFound'],
  }),
  listOpenOperations: spec(calls.listOpenOperations, {
    summary: 'Deposits and withdrawals on their way',
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
  }),
}
