/** Why an operation ended without success, or waits for an operator, in the player's words. */
const texts: Readonly<Record<string, string>> = {
  notApproved: 'The wallet has not approved this amount',
  walletShort: 'The wallet holds less than this amount',
  tokenRefuses: 'The token refused the transfer',
  reverted: 'The chain refused the transfer',
  nothingArrived: 'No tokens arrived',
  nothingMoved: 'No tokens were sent',
  overLimit: 'Large withdrawals are looked at by hand',
  refused: 'It was looked at by hand and refused',
  rewards: 'Withdrawals out of rewards are looked at by hand',
}

/** What isn't the player's business is only being looked at. */
export const reasonText = (reason: string): string =>
  texts[reason] ?? 'This is being looked at by hand'
