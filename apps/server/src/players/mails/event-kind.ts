import type { SecurityEvent } from '@pipkin/contract'

/** The kinds of events as the database spells them (`players.security_event`). */
const kinds: Readonly<Record<string, SecurityEvent>> = {
  new_device: 'newDevice',
  wallet_linked: 'walletLinked',
  wallet_unlinked: 'walletUnlinked',
  accounts_joined: 'accountsJoined',
  withdrawal_requested: 'withdrawalRequested',
  withdrawal_paid: 'withdrawalPaid',
  large_send: 'largeSend',
  password_changed: 'passwordChanged',
  password_reset: 'passwordReset',
  reset_requested: 'resetRequested',
  email_changed: 'emailChanged',
  totp_added: 'totpAdded',
  totp_removed: 'totpRemoved',
  recovery_code_used: 'recoveryCodeUsed',
  passkey_added: 'passkeyAdded',
  passkey_removed: 'passkeyRemoved',
  passkey_counter_back: 'passkeyCounterBack',
  factor_missing: 'factorMissing',
  frozen: 'frozen',
}

/** The contract's word for a kind of event. */
export function eventKind(kind: string): SecurityEvent {
  const word = kinds[kind]
  if (word === undefined) throw new Error(`the contract has no event ${kind}`)
  return word
}
