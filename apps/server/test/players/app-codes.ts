import { generateSync } from 'otplib'

const stepSeconds = 30

/** The step of half a minute that a time (Unix, in seconds) is in. */
export const stepAt = (seconds: number): number => Math.floor(seconds / stepSeconds)

/** The code that an authenticator app shows in a step. */
export const codeOfStep = (secret: string, step: number): string =>
  generateSync({ secret, epoch: step * stepSeconds })

/** A code that the app doesn't show now, nor in the ten minutes before and after. */
export function wrongCode(secret: string): string {
  const step = stepAt(Date.now() / 1_000)
  const right = Array.from({ length: 41 }, (_, n) => codeOfStep(secret, step - 20 + n))
  let number = 0
  const code = () => String(number).padStart(6, '0')
  while (right.includes(code())) number += 1
  return code()
}
