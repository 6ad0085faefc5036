import { createSiweMessage } from 'viem/siwe'
import { recoverMessageAddress } from 'viem/utils'
import { shownAddress } from '../../platform/shown-address.ts'
import { lower } from './address.ts'
import type { Hex } from './chain.ts'

export interface SignIn {
  readonly site: URL
  readonly chainId: number
  readonly address: string
  readonly player: number
  /** At least 8 letters and digits, used once. */
  readonly nonce: string
  readonly at: Date
  readonly lastsMs: number
}

/** The text that a wallet shows and signs (EIP-4361). It names the site, chain and player. */
export const signInText = (signIn: SignIn): string =>
  createSiweMessage({
    domain: signIn.site.host,
    uri: signIn.site.origin,
    version: '1',
    statement: `Link this wallet to player ${signIn.player}. It is free and moves nothing.`,
    address: shownAddress(signIn.address),
    chainId: signIn.chainId,
    nonce: signIn.nonce,
    issuedAt: signIn.at,
    expirationTime: new Date(signIn.at.getTime() + signIn.lastsMs),
  })

/** The signer of a text; null if the signature isn't one. */
export async function signerOf(message: string, signature: string): Promise<Hex | null> {
  try {
    return lower(await recoverMessageAddress({ message, signature: lower(signature) }))
  } catch {
    // The library throws in many ways at bytes that are no signature.
    return null
  }
}
