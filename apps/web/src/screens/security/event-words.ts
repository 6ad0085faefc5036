import type { SecurityEvent } from '@pipkin/contract'

/** What happened to the account, in words. */
export const eventWords: Readonly<Record<SecurityEvent, string>> = {
  newDevice: 'Log-in from a new device',
  walletLinked: 'Wallet linked',
  walletUnlinked: 'Wallet unlinked',
  accountsJoined: 'Signed for a wallet of another account',
  withdrawalRequested: 'Withdrawal asked for',
  withdrawalPaid: 'Withdrawal paid',
  largeSend: 'More than 100 fkr sent',
  passwordChanged: 'Password changed',
  passwordReset: 'Password reset by a mailed link',
  resetRequested: 'Link for a new password asked for',
  emailChanged: 'Email address changed',
  totpAdded: 'Authenticator app added',
  totpRemoved: 'Authenticator app removed',
  recoveryCodeUsed: 'Recovery code used',
  passkeyAdded: 'Passkey added',
  passkeyRemoved: 'Passkey removed',
  passkeyCounterBack: 'Passkey counted backwards',
  factorMissing: 'Password without second factor',
  frozen: 'Account frozen',
}
