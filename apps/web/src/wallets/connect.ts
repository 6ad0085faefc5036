import { type Address, ask, isAddress, type Provider, WalletError } from './provider.ts'

/** Asks the player for an account; wallets that were connected before answer at once. */
export async function connectAccount(provider: Provider): Promise<Address> {
  const accounts = await ask(provider, 'eth_requestAccounts')
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (isAddress(first)) return first
  throw new WalletError('failed', 'the wallet shared no account')
}
