import { generateSecret, generateURI, verifySync } from 'otplib'

/** What every authenticator app takes by default: SHA-1, six digits, 30 s. */
const stepSeconds = 30

/** A random secret in base 32, as authenticator apps take it. */
export const newTotpSecret = (): string => generateSecret()

/** What the QR code holds. */
export const totpUri = (secret: string, label: string, issuer = 'Pipkin'): string =>
  generateURI({ issuer, label, secret })

/** A code of the app, with the spaces that apps show; null where it is something else. */
export function readAppCode(text: string): string | null {
  const code = text.replace(/\s/g, '')
  return /^[0-9]{6}$/.test(code) ? code : null
}

/**
 * The step that a code is of, null where it is wrong. A step before and one after are right too:
 * clocks differ, and typing takes time.
 */
export function stepOfCode(secret: string, token: string, epochSeconds: number): number | null {
  const epoch = Math.floor(epochSeconds)
  const result = verifySync({ secret, token, epoch, epochTolerance: stepSeconds })
  return result.valid ? Math.floor(epoch / stepSeconds) + result.delta : null
}
