/**
 * Every call: its name in the code, its method, its path under `/api/`. Paths are the
 * specification's, letter for letter. No schema stands here, so that the browser can load the table
 * without the validation.
 */
export const calls = {
  accountVerification: { method: 'POST', path: 'accountVerification' },
  signUp: { method: 'POST', path: 'signUp' },
  userLogin: { method: 'POST', path: 'userLogin' },
  logout: { method: 'POST', path: 'logout' },
  verifyUser: { method: 'POST', path: 'verify-user' },

  userList: { method: 'GET', path: 'userList' },
  updateProfile: { method: 'PUT', path: 'updateProfile' },
  changePassword: { method: 'PUT', path: 'changePassword' },
  profilePic: { method: 'POST', path: 'profilePic', kind: 'form' },

  gameList: { method: 'GET', path: 'gameList' },
  mostPopular: { method: 'GET', path: 'mostpopular' },
  topPlayers: { method: 'GET', path: 'getTop10Players' },
  topWinners: { method: 'GET', path: 'getTop3Winners' },

  todayActivity: { method: 'GET', path: 'todayActivity' },
  previousActivity: { method: 'GET', path: 'PreviousActivity' },
  activityTotals: { method: 'GET', path: 'activityTotals' },
  exportHistory: { method: 'GET', path: 'exportHistory', kind: 'file' },

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
  referralTerms: { method: 'GET', path: 'referralTerms' },
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

  insertLogs: { method: 'POST', path: 'insertLogs' },
  supportCases: { method: 'GET', path: 'supportCases' },
  notifications: { method: 'GET', path: 'notifications' },
  readNotifications: { method: 'POST', path: 'readNotifications' },
  events: { method: 'GET', path: 'events', kind: 'events' },
} as const satisfies Record<string, CallEntry>

export interface CallEntry {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  /**
   * Left out, a call is JSON both ways. `form` takes multipart/form-data, `file` answers a
   * download, `events` a stream.
   */
  readonly kind?: 'form' | 'file' | 'events'
}

export type CallName = keyof typeof calls
