import type { Surroundings } from '../../platform/process/clock.ts'

/** Without 0, 1, I, L, O and U, which are easily mistaken. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10
const many = 10

/** Ten codes as they are shown: `7KQ2M-XW9PD`, 49 bits each. */
export const newRecoveryCodes = ({ randomInt }: Surroundings): readonly string[] =>
  Array.from({ length: many }, () => {
    const code = Array.from({ length }, () => letters[randomInt(0, letters.length)]).join('')
    return `${code.slice(0, 5)}-${code.slice(5)}`
  })

/** A typed recovery code as it is hashed; null where it is none. */
export function readRecoveryCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  return code.length === length && [...code].every((letter) => letters.includes(letter))
    ? code
    : null
}
