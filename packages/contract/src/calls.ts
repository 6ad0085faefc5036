/**
 * Every call: its name in the code, its method, its path under `/api/`. Paths are the specification's, letter for letter.
 * No schema stands here, so that the browser can load the table without the validation.
 */
export const calls = {
  accountVerification: { method: 'POST', path: 'accountVerification' },
  signUp: { method: 'POST', path: 'signUp' },
  userLogin: { method: 'POST', path: 'userLogin' },
  logout: { method: 'POST', path: 'logout' },
  verifyUser: { method: 'POST', path: 'verify-user' },

  gameList: { method: 'GET', path: 'gameList' },

  walletList: { method: 'GET', path: 'WalletListByUserId' },
  transactions: { method: 'GET', path: 'TransactionByUserId' },

  findWalletAdr: { method: 'GET', path: 'find-walletAdr' },
  walletChallenge: { method: 'POST', path: 'walletChallenge' },
  linkWallet: { method: 'POST', path: 'linkWallet' },
  paymentDeposit: { method: 'POST', path: 'paymentDeposit' },
  depositStatus: { method: 'GET', path: 'depositStatus' },
  paymentWithdrawal: { method: 'POST', path: 'paymentWithdrawal' },
  withdrawalStatus: { method: 'GET', path: 'withdrawalStatus' },
  openOperations: { method: 'GET', path: 'openOperations' },

  walletTransfer: { method: 'POST', path: 'walletTransfer' },
  internalTransfer: { method: 'POST', path: 'internalTransfer' },
  receiver: { method: 'GET', path: 'receiver' },

  inviteCode: { method: 'GET', path: 'invitecodeByUserId' },
  referTeam: { method: 'GET', path: 'refer-team' },
  levelEarning: { method: 'GET', path: 'level-earning' },

  addTransaction: { method: 'POST', path: 'addTransaction' },
  addParticipation: { method: 'POST', path: 'addParticipation' },
  playRound: { method: 'POST', path: 'playRound' },
  updateParticipation: { method: 'POST', path: 'updateParticipation' },
  updateTransactionStatus: { method: 'POST', path: 'updateTransactionStatus' },
  openRounds: { method: 'GET', path: 'openRounds' },
  fairness: { method: 'GET', path: 'fairness' },
  rotateSeed: { method: 'POST', path: 'rotateSeed' },
  receiptKey: { method: 'GET', path: 'receiptKey' },
  roundProof: { method: 'GET', path: 'roundProof' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT'; path: string }>

export type CallName = keyof typeof calls
