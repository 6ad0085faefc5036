import type { Page } from '@playwright/test'
import { codeOfStep, stepAt } from '../../apps/server/test/players/app-codes.ts'

/** Where passkeys are kept: on the device itself, or on a key that the player carries along. */
export type Carrier = 'internal' | 'usb'

/** Chromium's virtual authenticator, in a page. Its player says yes at once. */
export async function addAuthenticator(page: Page, transport: Carrier) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    /** Whether it recognises the player, by a fingerprint or a PIN. */
    recognise: async (isUserVerified: boolean) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    /** How many passkeys it holds. */
    count: async () => (await credentials()).length,
    /** Takes its passkeys to another one, as a key is carried to another computer. */
    async carryTo(other: { keep: Keep }) {
      for (const credential of await credentials()) await other.keep(credential)
    },
    keep: async (credential: Credential) => {
      await session.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
    /** Takes it out of the browser. */
    remove: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}

interface Credential {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
}
type Keep = (credential: Credential) => Promise<void>

/**
 * The code that an authenticator app shows, now or some steps later. The server takes each once,
 * and the one of the next step too: a test needn't wait.
 */
export const appCode = (secret: string, stepsLater = 0): string =>
  codeOfStep(secret, stepAt(Date.now() / 1_000) + stepsLater)
