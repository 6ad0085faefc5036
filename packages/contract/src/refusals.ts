/**
 * What a log-in to a frozen account is refused with, by who froze it: a screen of its own follows.
 */
export const frozenMessages = {
  owner: 'This account is frozen. Set a new password to open it again.',
  house: 'We have frozen this account. Write to support to have it looked at.',
} as const

export type FrozenBy = keyof typeof frozenMessages

/**
 * The catalogue of refusals: what the server answers when it won't do a thing. A refusal is a
 * value, listed at its call for the screens to handle. `status` is the HTTP status; a refusal by
 * the rules of the business has 200 with `Status:false`. The server fills in parts such as `{n}`.
 * The specification's texts are exact, misspellings included.
 */
export const refusals = {
  // The request itself
  malformed: { status: 400, message: 'The request is not well formed' },
  noSession: { status: 401, message: 'Please log in' },
  confirmFirst: { status: 403, message: 'Please confirm that it is you' },
  forbidden: { status: 403, message: 'Not allowed' },
  notFound: { status: 404, message: 'Not found' },
  inProgress: { status: 409, message: 'This request is still in progress' },
  keyReused: { status: 409, message: 'This idempotency key was used for another request' },
  tooLarge: { status: 413, message: 'The request is too large' },
  wrongContentType: { status: 415, message: 'The content type is not supported' },
  tooMany: { status: 429, message: 'Too many requests. Please wait a little.' },
  internal: { status: 500, message: 'Something went wrong on our side' },
  unavailable: {
    status: 503,
    message: 'Something is down on our side. Please try again in a moment.',
  },

  // Accounts
  invalidForm: { status: 200, message: '{message}' },
  loginFailed: { status: 200, message: 'Wrong mobile number or password' },
  notVerified: { status: 200, message: 'Not verified' },
  emailNotVerified: { status: 200, message: 'Please verify your email address first' },
  mobileTaken: { status: 200, message: 'This mobile number already has an account' },
  emailTaken: { status: 200, message: 'This email address already has an account' },
  unknownInviteCode: { status: 200, message: 'This referral code does not exist' },
  codeMissing: { status: 200, message: 'Please enter your otp.' },
  codeWrong: { status: 200, message: 'Wrong code. Please try again.' },
  codeOver: { status: 200, message: 'This code is no longer valid. Please request a new one.' },
  codeTooSoon: {
    status: 200,
    message: 'Please wait {seconds} seconds before you request another code',
  },
  codeTooMany: { status: 429, message: 'Too many codes for this address. Please try again later.' },
  linkOver: { status: 200, message: 'This link is no longer valid.' },
  loginTooMany: { status: 429, message: 'Too many attempts. Please try again later.' },
  factorWrong: { status: 200, message: 'That was not right. Please try again.' },
  factorTooMany: { status: 429, message: 'Too many attempts. Please try again later.' },
  passkeyUnknown: { status: 200, message: 'This passkey belongs to no account here' },
  secondStepOver: { status: 200, message: 'That took too long. Please start again.' },
  accountFrozen: { status: 200, message: frozenMessages.owner },
  accountFrozenByHouse: { status: 200, message: frozenMessages.house },
  operationsUnderWay: {
    status: 200,
    message: 'A deposit or withdrawal is on its way. Close the account when it has ended.',
  },
  mobileFixed: { status: 200, message: "The mobile number can't be changed" },
  notAPicture: { status: 200, message: 'Please choose a PNG, JPEG or WebP picture' },

  // Money
  invalidAmount: { status: 200, message: 'Enter valid amount' },
  depositTooSmall: { status: 200, message: 'Deposit at least {n} fkr' },
  depositsPaused: { status: 200, message: 'Deposits are paused. Please try again later.' },
  withdrawalTooSmall: { status: 200, message: 'Withdraw at least {n} fkr' },
  depositUnderWay: {
    status: 200,
    message: 'This deposit is on its way and can no longer be cancelled',
  },
  linkWalletFirst: { status: 200, message: 'Please link a wallet first' },
  addressChanged: {
    status: 200,
    message: 'Payouts now go to another wallet. Look at the address and try again.',
  },
  feeChanged: {
    status: 200,
    message: 'The fee has changed and is {n} fkr now. Look at what arrives and try again.',
  },
  receivedHeld: {
    status: 200,
    message: 'What you received can leave this account from {until}.',
  },
  walletDoubted: {
    status: 200,
    message:
      'Sign for your wallet again first. It was linked shortly before a new password or a freeze.',
  },
  walletTooNew: {
    status: 200,
    message: 'This wallet is new: it can be paid from {until}.',
  },
  waysOutHeld: {
    status: 200,
    message: '{reason}, so no money can leave this account until {until}.',
  },
  insufficientBalance: { status: 200, message: 'Insufficient balance' },
  receiverUnknown: { status: 200, message: 'Receiver ID not found in the database' },
  sameReceiver: { status: 200, message: 'Sender ID and Receiver ID cannot be the same' },
  sendUnfunded: { status: 200, message: 'Error during wallet transfer: Insufficient balance' },
  playerUnknown: { status: 200, message: 'User not found or deleted' },
  winUnfunded: { status: 200, message: 'Winning Insufficient Balance' },
  referralUnfunded: { status: 200, message: 'Referral Insufficient Balance.' },
  challengeOver: { status: 200, message: 'This message is no longer valid. Please try again.' },
  signatureWrong: { status: 200, message: 'The signature does not match the wallet' },
  addressTaken: { status: 200, message: 'This wallet belongs to another account' },
  addressNotLinked: { status: 200, message: 'This wallet is not linked to your account' },

  receiverCannot: { status: 200, message: "This player can't receive this amount now" },

  // Limits and breaks
  limitReached: {
    status: 200,
    message: 'Your {limit} leaves {left} fkr. See Account, Limits and breaks.',
  },
  playsElsewhere: {
    status: 200,
    message:
      'You play at another operator, or stopped there in the last minutes. Please try again later.',
  },
  playJustEnded: {
    status: 200,
    message: 'Your last play has just ended. You can play again from {from}.',
  },
  registerSilent: {
    status: 200,
    message:
      "Whether you play at another operator can't be checked right now. Please try again soon.",
  },
  onBreak: { status: 200, message: 'You are on a break until {until}.' },
  reminderDue: { status: 200, message: 'Please look at your session before the next bet' },
  noLimitPending: { status: 200, message: 'No change of this limit is waiting' },
  limitTooSoon: { status: 200, message: 'This change can be confirmed from {from}' },
  limitTooHigh: { status: 200, message: 'This limit may be at most {n} fkr' },
  depositLimitDue: {
    status: 200,
    message: 'Please set a deposit limit first. See Account, Limits and breaks.',
  },
  termsDue: { status: 200, message: 'Please read and accept the new terms first' },
  termsOver: { status: 200, message: 'There are newer terms: please read them first' },
  sendNotOffered: { status: 200, message: 'Sending to other players is not offered here' },
  birthDateFixed: { status: 200, message: "The birth date can't be changed" },
  underAge: { status: 200, message: 'You must be 18 or older to play here' },
  breakNotOffered: { status: 200, message: 'This break is not offered' },

  // Rounds
  gameNotLive: { status: 200, message: 'Coming Soon' },
  stakeTooSmall: { status: 200, message: 'Minimum bet amount is {n}' },
  stakeTooLarge: { status: 200, message: 'Maximum bet amount is {n}' },
  stakeOffStep: { status: 200, message: 'The amount steps by {n}' },
  roundsOfToday: { status: 200, message: 'You have played all your rounds of today in this game' },
  betTooSoon: { status: 429, message: 'Please wait a moment before the next bet' },
  rulesChanged: { status: 200, message: 'The rules have changed' },
  commitmentStale: { status: 200, message: 'This commitment is no longer the next one' },
  insufficientFunds: { status: 200, message: 'No sufficient amount !' },
  notConfirmed: { status: 200, message: 'The record says otherwise' },
  moveRefused: { status: 200, message: 'This move is not possible: {why}' },
  roundOver: { status: 200, message: 'This round has ended' },

  // Support
  invalidHash: { status: 200, message: 'Please enter a valid Transaction Hash' },
  tooManyPictures: { status: 200, message: 'A case takes at most 10 pictures' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals

/** The catalogue's message with its parts filled in. */
export function refusalMessage(
  code: RefusalCode,
  parts: Readonly<Record<string, string>> = {},
): string {
  return refusals[code].message.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole)
}

/** Any call can be refused for these; a call lists only what is its own. */
export const commonRefusals = [
  'malformed',
  'noSession',
  'confirmFirst',
  'forbidden',
  'tooLarge',
  'wrongContentType',
  'tooMany',
  'internal',
  'unavailable',
] as const satisfies readonly RefusalCode[]
